import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { developmentGitHub } from '../../src/providers/github/development.ts';
import { signedWith } from '../../src/providers/github/pushes.ts';
import { comeBack, newTask, openScreen, sees, startBrowser, type TestBrowser, todoScreen, visit } from '../support/browser.ts';
import { drawn } from '../support/file-samples.ts';
import { lookOver } from '../support/look.ts';
import { type ProofServer, startProofServer } from '../support/partner-server.ts';

const WEB = join(import.meta.dirname, '../../dist/web');

/** The database in which the browser keeps uploads. */
const KEPT_URLS = `new Promise((done) => {
  const opening = indexedDB.open('vouch-proof');
  opening.onsuccess = () => {
    const all = opening.result.transaction('files').objectStore('files').getAll();
    all.onsuccess = () => { opening.result.close(); done(all.result.map(({ url }) => url)); };
  };
})`;

/** One story in several tests. Each test continues where the one before ended. */
describe('a member with a partner, on a Friday at five in Berlin,', () => {
  let server: ProofServer;
  let browser: TestBrowser;
  let page: Page;
  let faults: string[];
  let partner: string;
  /** The id of the first task. */
  let first: string;
  /** Whether GitHub is connected. */
  let isConnected = false;

  beforeAll(async () => {
    const connections = { tokenOf: async () => (isConnected ? { token: 't', id: '7', scopes: [] } : null) };
    const github = (app: App) => developmentGitHub({ connections, clock: app.clock, isSigned: signedWith(null) });
    server = await startProofServer({ webRoot: WEB, wrap: (app) => ({ ...app, github: github(app) }) });
    partner = await server.partner();
    browser = await startBrowser();
    const user = await visit(browser, server.url);
    const [name = '', ...value] = (server.ada.cookie ?? '').split('=');
    await user.context.addCookies([{ name, value: value.join('='), url: server.url }]);
    ({ page, faults } = user);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.dispose();
  });

  const panel = (title: string) => page.getByRole('article', { name: title });
  const list = () => page.getByRole('list').filter({ has: page.getByRole('link') });
  const row = (title: string) => list().getByRole('listitem').filter({ hasText: title });
  const taskNow = async () => new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const drop = (name: string, type: string, bytes: Buffer) =>
    page.evaluate(`(() => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], '${name}', { type: '${type}' }));
      for (const kind of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    })()`);
  const paste = (text: string) =>
    page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData('text', ${JSON.stringify(text)});
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    })()`);

  test('creates a task that says which proof it asks for', async () => {
    await page.goto('/todo');
    await (await newTask(page, true)).fill('Merge the retry budget today 18:00');
    await page.getByLabel('Proof', { exact: true }).selectOption('General');
    await page.getByLabel('Proof asked for').fill('Link to the merged PR');
    await page.getByRole('button', { name: 'Add task' }).click();
    await todoScreen(page).row('Merge the retry budget').waitFor();
  });

  test('completes the task, and is asked for the proof at once', async () => {
    await todoScreen(page).complete('Merge the retry budget');
    await page.waitForURL('/verify/task/*');
    const shown = panel('Merge the retry budget');
    await shown.getByText('Link to the merged PR').waitFor();
    await shown.getByText('25 h left').waitFor();
    await shown.getByText('Goes to Søren Ødegård').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement?.tagName')).toBe('TEXTAREA');
    expect(
      await page.getByRole('navigation', { name: 'Platform' }).getByRole('link', { name: 'Verify' }).getAttribute('aria-current'),
    ).toBe('page');
  });

  test('cannot submit an empty proof, then pastes a link, writes a text and sends both with Enter, and a reload in between loses nothing', async () => {
    await page.getByRole('button', { name: 'Send proof' }).click();
    await sees(page, 'Give something: a file, a link or a few words.');
    await page.getByRole('heading', { name: 'Give proof' }).click();
    await paste('https://github.com/ada/vouch/pull/4821 https://github.com/ada/vouch/commit/9be1c07a41f9c2');
    await sees(page, 'github.com/ada/vouch 9be1c07');
    await page.getByLabel('Note to Søren Ødegård').fill('Merged after two reviews.');
    await page.reload();
    await page.getByLabel('Note to Søren Ødegård').press('Enter');
    await sees(page, /with Søren Ødegård since/);
    first = await taskNow();
    const { submissions, state } = await server.show(first);
    expect([state, submissions[0]?.text, submissions[0]?.links, submissions[0]?.commits.map(({ url }) => url)]).toEqual([
      'in_review',
      'Merged after two reviews.',
      ['https://github.com/ada/vouch/pull/4821'],
      ['https://github.com/ada/vouch/commit/9be1c07a41f9c2'],
    ]);
  });

  test('drops a file on a task, which opens the form; sees why one is refused, continues an upload after a reload, and opens the picture', async () => {
    const id = await server.make({ title: 'Load test at twice the peak' });
    await page.goto(`/todo?task=${id}`);
    await page.getByRole('article').getByRole('heading', { name: 'Load test at twice the peak' }).waitFor();
    await page.route('**/api/files/uploads/*', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
    await drop('p99.png', 'image/png', await drawn(1, 640, 480));
    await page.waitForURL(`/verify/task/${id}`);
    await page.getByRole('progressbar', { name: /p99.png/ }).waitFor();
    // A reload in the middle of the upload: the browser keeps its address and its bytes.
    await expect.poll(() => page.evaluate(KEPT_URLS)).toEqual([expect.stringContaining('/api/files/uploads/')]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await page.getByLabel('Uploaded').waitFor();
    await drop('p50.png', 'image/png', Buffer.from('<html><script>alert(1)</script>'));
    await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
    await page.getByRole('button', { name: 'Send proof' }).click();
    await sees(page, 'Take away what could not be uploaded, or choose it again.');
    expect(await lookOver(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Remove p50.png' }).click();
    await page.getByRole('button', { name: 'Send proof' }).click();
    await page.getByRole('button', { name: 'Look at p99.png' }).click();
    await page.getByRole('dialog', { name: 'p99.png' }).getByRole('img').waitFor();
    await page.keyboard.press('Escape');
    expect((await server.show(id)).submissions[0]?.files.map(({ name, width }) => [name, width])).toEqual([['p99.png', 640]]);
    expect(await page.evaluate(KEPT_URLS)).toEqual([]);
    await server.judge(partner, id, 'accepted');
    faults.splice(0);
    await page.goto(`/verify/task/${first}`);
  });

  test('withdraws the proof to improve it, and finds the text in the form', async () => {
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('heading', { name: 'Send again' }).waitFor();
    expect(await page.getByLabel('Note to Søren Ødegård').inputValue()).toBe('Merged after two reviews.');
    await page.getByLabel('Note to Søren Ødegård').fill('Merged.');
    await page.getByRole('button', { name: 'Send proof' }).click();
    await sees(page, /with Søren Ødegård since/);
  });

  test('sees that the proof was rejected, and why, gives another, and sees it verified, without a reload', async () => {
    const id = await taskNow();
    await server.judge(partner, id, 'rejected', 'Which build was it?');
    await comeBack(page);
    await sees(page, 'Which build was it?');
    await page.getByLabel('Note to Søren Ødegård').fill('Build 9be1c07.');
    await page.getByLabel('Note to Søren Ødegård').press('Enter');
    await sees(page, /with Søren Ødegård since/);
    await server.judge(partner, id, 'accepted');
    await comeBack(page);
    await panel('Merge the retry budget').getByText('Verified', { exact: true }).waitFor();
    await row('Merge the retry budget').getByText('accepted by Søren Ødegård').waitFor();
    await page.getByRole('link', { name: 'Open the task' }).click();
    await page.getByRole('article').getByText('General, verified').waitFor();
  });

  test('finds the proof in the history by its filters, with the numbers', async () => {
    await openScreen(page, '/verify?tab=history');
    await row('Merge the retry budget').waitFor();
    await sees(page, '2 by your partner');
    await page.getByLabel('Outcome').selectOption('Expired');
    await sees(page, 'Nothing matches');
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await row('Merge the retry budget').waitFor();
  });

  test('misses a task, and appeals to the partner', async () => {
    const { id } = (await server.ada.post('/api/tasks', { title: 'Renew the certificate', due_date: '2026-11-20', due_time: '17:10' }))
      .body;
    await server.later(id, 'PT20M');
    await openScreen(page, `/todo?task=${id}`);
    await page.getByRole('article').getByRole('link', { name: 'Appeal' }).click();
    await page.getByRole('button', { name: 'Appeal to Søren Ødegård' }).click();
    await page.getByRole('button', { name: 'Send appeal' }).click();
    await sees(page, 'Say what happened.');
    await page.getByLabel('What happened').fill('The provider was down.');
    await page.getByRole('button', { name: 'Send appeal' }).click();
    await page.getByRole('heading', { name: 'Appeal made' }).waitFor();
    expect((await server.show(id)).appeal).toMatchObject({ text: 'The provider was down.', state: 'waiting' });
  });

  test('sees waiting proofs on the dashboard and in the palette, and no error on the console', async () => {
    const id = await server.make({ title: 'Write the postmortem' });
    await server.ada.send('PATCH', `/api/tasks/${id}/status`, { status: 'completed' });
    await openScreen(page, '/dashboard');
    const needs = page.getByRole('region', { name: 'Needs you' });
    expect(await needs.getByRole('link', { name: /Write the postmortem/ }).getAttribute('href')).toBe(`/verify/task/${id}`);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search tasks, places and commands').fill('verify');
    await page.keyboard.press('Enter');
    await page.waitForURL('/verify');
    await row('Write the postmortem').getByText('until Sat 18:00').waitFor();
    // The browser itself says that a task without proof has no verification until it has an appeal.
    expect(faults.filter((fault) => !/404.*\/api\/verifications\//.test(fault))).toEqual([]);
  });

  test('connects GitHub, and picks a commit of the list, which proves a task at once', async () => {
    const id = await server.make({ title: 'Mend the parser', due_date: '2026-12-31' });
    server.stores.clock.advance('PT1M');
    await page.goto(`/verify/task/${id}`);
    const picker = page.getByRole('dialog', { name: 'Pick from GitHub' });
    const repository = picker.getByLabel('Repository');
    await page.getByRole('button', { name: 'Pick from GitHub' }).click();
    await picker.getByText('GitHub is not connected').waitFor();
    await picker.getByRole('button', { name: 'Cancel' }).click();
    isConnected = true;
    await page.getByRole('button', { name: 'Pick from GitHub' }).click();
    await picker.getByText('Read from GitHub').waitFor();
    await repository.fill('dev-7');
    await picker.getByText('A repository as owner/name.').waitFor();
    await repository.fill('dev-7/nothing');
    await repository.press('Enter');
    await picker.getByText('No commits since then').waitFor();
    await repository.fill('');
    await repository.press('Enter');
    await picker.getByRole('checkbox').first().check();
    expect(await lookOver(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await picker.getByRole('button', { name: 'Add 1' }).click();
    await page.getByRole('button', { name: 'Send proof' }).click();
    await sees(page, /as the commit says/);
    expect((await server.show(id)).decision?.judge).toEqual({ kind: 'check', name: 'github' });
  });
});
