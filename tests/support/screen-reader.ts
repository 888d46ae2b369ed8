import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';

const DOCUMENT = join(import.meta.dirname, '../../docs/screen-readers.md');

/** A row of the document: what the person does, and what is heard then. */
export interface Act {
  readonly does: string;
  readonly hears: readonly string[];
}

/** The rows of each section of the walk that is written down, by the title of the section. */
export function writtenWalk(): ReadonlyMap<string, readonly Act[]> {
  const sections = readFileSync(DOCUMENT, 'utf8').split(/^## /m).slice(1);
  const rows = (section: string) => [...section.matchAll(/^\| (?!They do|-)(.+?) \| (.+?) \|$/gm)];
  return new Map(
    sections.map((section) => [
      section.slice(0, section.indexOf('\n')),
      rows(section).map(([, does = '', hears = '']) => ({ does, hears: hears.split('<br>') })),
    ]),
  );
}

/** As screen readers say them. */
const ROLES: Readonly<Record<string, string>> = { textbox: 'edit', combobox: 'combo box', RootWebArea: 'page', rowheader: 'row header' };
const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pressed: { true: 'pressed' },
  checked: { true: 'checked', false: 'not checked' },
  selected: { true: 'selected' },
  expanded: { true: 'expanded', false: 'collapsed' },
  invalid: { true: 'invalid entry' },
  level: { 1: 'level 1', 2: 'level 2', 3: 'level 3' },
};

interface Value {
  readonly value: unknown;
}
interface Node {
  readonly role?: Value;
  readonly name?: Value;
  readonly description?: Value;
  readonly properties?: readonly { readonly name: string; readonly value: Value }[];
}

function wordsOf({ role, name, description, properties = [] }: Node): string {
  const of = String(role?.value ?? '');
  const states = properties.map((one) => STATES[one.name]?.[String(one.value.value)]);
  return [name?.value, ROLES[of] ?? of, ...states, description?.value].filter(Boolean).join(', ').replaceAll(/\s+/g, ' ');
}

/** What a screen reader says of the element that has the focus: its name, its role, its states and its description. */
export async function focusWords(session: CDPSession): Promise<string> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const { nodes } = await session.send('Accessibility.getPartialAXTree', { objectId: result.objectId as string, fetchRelatives: false });
  return wordsOf(nodes[0] as Node);
}

/** What the live regions of a page say at present. */
export const saidWords = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `[...document.querySelectorAll('[aria-live], [role="alert"]')].map((one) => one.innerText).join(' ').replaceAll(/\\s+/g, ' ')`,
  );

/** Moves the focus to what is described by `focusWords`, as the commands of screen readers do that jump to the next heading or field. */
export async function goTo(page: Page, words: string): Promise<void> {
  const [, name = '', role = ''] = /^(.+?), (edit|combo box|button|link|tab|heading|table|checkbox)\b/.exec(words) ?? [];
  const of = Object.entries(ROLES).find(([, said]) => said === role)?.[0] ?? role;
  const there = page.getByRole(of as 'button', { name, exact: true }).first();
  await there.waitFor();
  // Headings and tables can be read, but do not take the focus by themselves.
  await there.evaluate((element) => {
    const target = element as unknown as { tabIndex: number; focus(): void };
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus();
  });
}
