import { afterAll, beforeAll, expect, test } from 'vitest';
import { loaded, type SharedBrowserServer, sees, visitSharedServer } from '../support/browser.ts';
import { lookOver } from '../support/look.ts';
import { call, signUp } from '../support/server-process.ts';

const ADA = { email: 'tokens@example.org', password: 'a rather long password' };
const NAME = 'A status bar, with a name that is longer than a phone is wide, as names of people’s own often are';

let server: SharedBrowserServer;

beforeAll(async () => {
  server = await visitSharedServer('monday');
  await signUp(server.url, ADA.email);
});
afterAll(() => server?.close());

test('a personal token is created, shown once, used by a program within its scopes, and deleted', async () => {
  const { page, faults } = await server.signedIn(ADA);
  await page.goto('/settings/account');
  await loaded(page);
  const block = page.getByRole('region', { name: 'Personal Tokens' });
  await block.getByText('There are none.').waitFor();
  await block.getByRole('button', { name: 'New token' }).click();
  await block.getByRole('button', { name: 'Make the token' }).click();
  await block.getByText('Name is required.').waitFor();
  await block.getByText('Choose at least one.').waitFor();
  expect(await lookOver(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await block.getByLabel('Name').fill(NAME);
  await block.getByRole('checkbox', { name: 'Read tasks, routines and proof' }).check();
  await block.getByLabel('It lasts').selectOption('30 days');
  await block.getByRole('button', { name: 'Make the token' }).click();

  const secret = block.getByText(/^vouch_[\w-]{43}$/);
  const token = (await secret.textContent()) ?? '';
  expect(await lookOver(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  const asked = async (path: string) => (await call(server.url, 'GET', path, { token })).status;
  expect([await asked('/api/tasks'), await asked('/api/reports/history'), await asked('/api/auth/user')]).toEqual([200, 403, 403]);

  await block.getByRole('button', { name: 'Done' }).click();
  await secret.waitFor({ state: 'detached' });
  await page.reload();
  const row = block.getByRole('listitem').filter({ hasText: NAME });
  await row.getByText('tasks:read').waitFor();
  await row.getByText(/^Made \d\d:\d\d, last used \d\d:\d\d, until 16 Dec \d\d:\d\d$/).waitFor();
  expect(await page.content()).not.toContain(token);

  const question = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.accept();
    return dialog.message();
  });
  await row.getByRole('button', { name: `Delete the token ${NAME}` }).click();
  expect(await question).toMatch(/Programs that use it are refused from now on\.$/);
  await sees(page, /^Deleted the token/);
  await block.getByText('There are none.').waitFor();
  expect(await asked('/api/tasks')).toBe(401);
  expect(faults).toEqual([]);
});
