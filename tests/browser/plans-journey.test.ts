import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserServer, loaded, newTask, openScreen, sees, startBrowserServer, todoScreen, type Visit } from '../support/browser.ts';
import { lookOver } from '../support/look.ts';
import { signUp, startServer } from '../support/server-process.ts';

const ADA = { email: 'ada@example.org', password: 'a rather long password' };

/** One story in several tests, with the providers of development. Each test continues where the one before ended. */
describe('a member who connects, proves, tries, buys, uses, cancels and disconnects,', () => {
  let server: BrowserServer;
  let member: Visit;
  let page: Page;

  beforeAll(async () => {
    server = await startBrowserServer('plans', (folder) => startServer(folder, { VOUCH_CLOCK: '2026-11-16T07:00:00Z' }));
    await signUp(server.url, ADA.email);
    member = await server.signedIn(ADA);
    page = member.page;
  });
  afterAll(() => server?.close());

  const card = (name: string) => page.getByRole('region', { name, exact: true });
  const plan = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  /** Performs an action that opens another page. */
  async function opened(act: () => Promise<void>): Promise<Page> {
    const [other] = await Promise.all([member.context.waitForEvent('page'), act()]);
    return other;
  }

  test('denies access at Google, then connects it in a popup of 500 by 600, and GitHub by a link', async () => {
    await openScreen(page, '/settings/integrations');
    await card('Gmail').getByText('Not Connected').waitFor();
    const connect = () => page.getByRole('button', { name: 'Connect Gmail' }).click();
    const refused = await opened(connect);
    await refused.getByRole('button', { name: 'Deny' }).click();
    await sees(page, 'You did not allow it at Google.');
    const popup = await opened(connect);
    await popup.getByRole('button', { name: 'Allow' }).waitFor();
    expect(await popup.evaluate('[innerWidth, innerHeight]')).toEqual([500, 600]);
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Allow' }).click();
    await closed;
    await card('Gmail').getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Connect GitHub' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL('/settings/integrations');
    await card('GitHub').getByText('Connected', { exact: true }).waitFor();
    await sees(page, 'Nothing of yours was read for a proof yet.');
    await page.getByRole('switch', { name: 'Commits may close tasks' }).click();
    await loaded(page);
    expect(await lookOver(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('proves a task by a commit, which the program looks up, and the card says what was read', async () => {
    await openScreen(page, '/todo');
    await (await newTask(page, true)).fill('Mend the parser today 18:00');
    await page.getByLabel('Proof', { exact: true }).selectOption('General');
    await page.getByRole('button', { name: 'Add task' }).click();
    await todoScreen(page).row('Mend the parser').waitFor();
    await server.pass('PT1H');
    await todoScreen(page).complete('Mend the parser');
    await page.waitForURL('/verify/task/*');
    await page.getByRole('button', { name: 'Pick from GitHub' }).click();
    const list = page.getByRole('dialog', { name: 'Pick from GitHub' });
    await list.getByRole('checkbox').first().check();
    await list.getByRole('button', { name: /^Add|^Take|^Choose|^Done/ }).click();
    await page.getByRole('button', { name: 'Send proof' }).click();
    await page.getByText('confirmed', { exact: true }).waitFor();
    await openScreen(page, '/settings/integrations');
    await sees(page, /Last read for a proof: a commit in dev-\d+\/\w+/);
  });

  test('sees what Free lacks, and starts the trial there by one press', async () => {
    await openScreen(page, '/posts');
    await sees(page, 'An example');
    await page.getByRole('button', { name: 'Start 14-day trial' }).click();
    await sees(page, 'Subscription updated!');
    await page.getByRole('button', { name: 'Draft a post' }).waitFor();
  });

  test('is asked by both ways of ending the trial, and keeps it', async () => {
    await openScreen(page, '/settings/subscription');
    const standing = page.getByRole('region', { name: 'Your plan' });
    await standing.getByText(/^You are trying Pro until/).waitFor();
    expect(await standing.getByRole('button').count()).toBe(0);
    const dialog = page.getByRole('dialog', { name: 'End the trial now?' });
    for (const button of [plan('Free').getByRole('button', { name: 'Select Plan' }), page.getByRole('button', { name: 'End the trial' })]) {
      await button.click();
      await dialog.getByText('the trial cannot be started again', { exact: false }).waitFor();
      await dialog.getByRole('button', { name: 'Keep trying Pro' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await standing.getByText(/^You are trying Pro until/).waitFor();
  });

  test('buys Pro during the trial, and the page notices the end of the checkout by itself', async () => {
    await openScreen(page, '/settings/subscription');
    await plan('Pro').getByText('Current', { exact: true }).waitFor();
    const checkout = await opened(() => plan('Pro').getByRole('button', { name: 'Keep Pro' }).click());
    await sees(page, 'This page shows the new plan by itself');
    // The page asks every 2 s, and so shows it within 3 s of the provider's message.
    await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
    await plan('Pro').getByRole('button', { name: 'Currently Selected' }).waitFor({ timeout: 3_500 });
    expect(await plan('Pro').getByRole('button').isDisabled()).toBe(true);
    await page.getByRole('region', { name: 'Your plan' }).getByText('Pro, $10 a month. It renews on').waitFor();
    await page.getByRole('table', { name: 'Invoices by date' }).getByText('$10.00').waitFor();
  });

  test('drafts a post from the record, reads its picture again after a failure, shares it by a link, and takes it back', async () => {
    await openScreen(page, '/posts');
    // A picture that the browser cannot read fails without a message in the console.
    await page.route('**/api/files/*', (route) => route.fulfill({ contentType: 'image/png', body: 'no picture' }));
    await page.getByRole('button', { name: 'Draft a post' }).click();
    await sees(page, 'The picture could not be loaded.');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => page.evaluate("document.querySelector('main img')?.naturalWidth ?? 0")).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Share by a link' }).click();
    const shared = await page.getByLabel('Public page').inputValue();
    expect((await fetch(shared)).status).toBe(200);
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('button', { name: 'Share by a link' }).waitFor();
    expect((await fetch(shared)).status).toBe(404);
  });

  test('takes one suggested step and leaves another', async () => {
    await openScreen(page, '/todo');
    await (await newTask(page)).fill('Write the talk tomorrow');
    await page.getByRole('button', { name: 'Add task' }).click();
    await todoScreen(page).row('Write the talk').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Split into steps' }).click();
    const steps = page.getByRole('region', { name: 'Steps it could have' });
    await steps.getByText('No AI is set up here', { exact: false }).waitFor();
    await steps
      .getByRole('button', { name: /^Leave/ })
      .first()
      .click();
    await steps.getByRole('button', { name: /^Add/ }).first().click();
    await steps.getByText('Added').waitFor();
    await sees(page, '0 of 1');
  });

  test('deletes the step, and undoes that', async () => {
    const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.getByRole('button', { name: /^Delete step: / }).click();
    await page.getByText('0 of 1', { exact: true }).waitFor({ state: 'detached' });
    const answer = await deleted;
    expect([answer.status(), /\/api\/tasks\/[^/]+\/children$/.test(answer.url())]).toEqual([200, true]);
    await page.locator('[data-toast]').filter({ hasText: 'Deleted' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByText('0 of 1', { exact: true }).waitFor();
  });

  test('cancels at the end of the paid period, takes that back, and disconnects', async () => {
    await openScreen(page, '/settings/subscription');
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    const standing = page.getByRole('region', { name: 'Your plan' });
    await standing.getByText(/^Pro until .*, then Free\./).waitFor();
    await standing.getByRole('button', { name: 'Keep Pro' }).click();
    await standing.getByRole('button', { name: 'Cancel subscription' }).click();
    await standing.getByText(/^Pro until .*, then Free\./).waitFor();
    await openScreen(page, '/settings/integrations');
    for (const name of ['Gmail', 'GitHub']) {
      await card(name).getByRole('button', { name: 'Disconnect' }).click();
      await card(name).getByText('Not Connected').waitFor();
    }
    expect(member.faults).toEqual([]);
  });
});
