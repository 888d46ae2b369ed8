import type { Locator, Page } from 'playwright-core';
import type { Account } from './world.ts';

export const TOUCHED = ['phone'];
export const WITH_MOUSE = ['desk'];

export type Act = (page: Page) => Promise<unknown>;

export const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
export const press =
  (...names: readonly (string | RegExp)[]): Act =>
  async (page) => {
    for (const name of names) await button(page, name).click();
  };
export const type =
  (field: string, text: string): Act =>
  async (page) =>
    page
      .getByLabel(new RegExp(`^${field}(optional|Recommended|\\b)`))
      .first()
      .fill(text);
export const key =
  (...keys: readonly string[]): Act =>
  async (page) => {
    for (const one of keys) await page.keyboard.press(one);
  };
export const inOrder =
  (...acts: readonly Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };
export const shown =
  (role: Parameters<Page['getByRole']>[0]): Act =>
  (page) =>
    page.getByRole(role).first().waitFor();
/** A tooltip comes after this. */
const TOOLTIP_MS = 1_000;

/** Points at an element for long enough. */
export const hover =
  (find: (page: Page) => Locator): Act =>
  async (page) => {
    await find(page).first().hover({ force: true });
    await page.waitForTimeout(TOOLTIP_MS);
  };
export const dialog = shown('dialog');
/** Opens the list of a select. */
export const choose =
  (find: (page: Page) => Locator): Act =>
  (page) =>
    find(page).first().click();
/** Sends a form, whatever its button is called. */
export const send =
  (form: string): Act =>
  (page) =>
    page.evaluate(`document.querySelector('${form}').requestSubmit()`);

/** Unfolds everything that can be unfolded. */
export const unfold: Act = (page) => page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");

/** What is done, by a name: the account, the address, what is pressed there, and on which devices. */
export type Acts = Readonly<Record<string, readonly [account: Account, path: string, act: Act, on?: readonly string[]]>>;
