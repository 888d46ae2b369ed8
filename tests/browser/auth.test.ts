import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loaded, type SharedBrowserServer, sees, shown, signIn, type Visit, visitSharedServer } from '../support/browser.ts';
import { someByChance } from '../support/by-chance.mjs';
import { lookOver } from '../support/look.ts';
import { call, mailedLink, signUp } from '../support/server-process.ts';
import { colourOf } from './colour-of.ts';

const ANN = { email: 'ann@example.org', password: 'a rather long password' };
const SIGN_IN = '**/api/auth/signin';

describe('the screens to sign up and in', () => {
  let server: SharedBrowserServer;
  let guest: Visit;
  let page: Page;

  beforeAll(async () => {
    server = await visitSharedServer('monday');
    await signUp(server.url, ANN.email);
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    guest = await server.visit();
    page = guest.page;
  });
  afterEach(() => guest.context.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const password = (label = 'Password') => page.getByLabel(label, { exact: true });
  const alertSays = async (sentence: string) => page.getByRole('alert').filter({ hasText: sentence }).waitFor();

  async function enter(email: string, secret: string): Promise<void> {
    await page.goto('/auth');
    await page.getByLabel('Email').fill(email);
    await password().fill(secret);
    await button('Sign In').click();
  }

  test('are two tabs between which the arrow keys move, and Back leads to the landing page', async () => {
    await page.goto('/auth');
    await page.getByRole('heading', { name: 'Open your ledger' }).waitFor();
    await page.getByRole('tab', { name: 'Sign In', selected: true }).press('ArrowRight');
    await page.getByRole('tab', { name: 'Sign Up', selected: true }).waitFor();
    await page.getByLabel('Full name').waitFor();
    expect(await page.getByLabel('Timezone').inputValue()).toBe('Europe/Berlin');
    for (const legal of ['terms', 'privacy policy']) await page.getByRole('link', { name: legal }).waitFor();
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });

  test('are reached from the demo, a walk through the program by keyboard that goes on by itself only where motion is welcome', async () => {
    await page.goto('/');
    const watch = button('Watch Demo');
    const walk = page.getByRole('dialog', { name: 'A walk through Vouch' });
    await watch.press('Enter');
    await walk.getByRole('heading', { name: 'Write it as you would say it' }).waitFor();
    // Motion is not welcome in the browsers of the tests, so it waits for a press.
    await walk.getByRole('button', { name: 'Play' }).waitFor();
    const isDrawn = () =>
      walk.getByRole('img').evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0);
    for (const step of [/^Today: what is planned/, /^The focus timer/, /^The verification of a task/]) {
      await page.keyboard.press('ArrowRight');
      await walk.getByRole('img', { name: step }).waitFor();
      await expect.poll(isDrawn).toBe(true);
    }
    expect(await lookOver(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await walk.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Watch Demo');

    await page.clock.install();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await watch.click();
    await walk.getByText('1 of 7').waitFor();
    await page.clock.fastForward(7_000);
    await walk.getByText('2 of 7').waitFor();
    await walk.getByRole('button', { name: 'Pause' }).click();
    await page.clock.fastForward(60_000);
    await walk.getByText('2 of 7').waitFor();
    await walk.getByRole('link', { name: 'Start Free Trial' }).click();
    await page.getByRole('tab', { name: 'Sign Up', selected: true }).waitFor();
    expect(guest.faults).toEqual([]);
  });

  test('name under each field what is missing, and send nothing to the server', async () => {
    let asked = 0;
    await page.route('**/api/auth/sign*', (route) => {
      asked += 1;
      return route.continue();
    });
    await page.goto('/auth');
    await button('Sign In').click();
    await alertSays('Email is required.');
    await alertSays('Password is required.');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('Email').fill('no address');
    await password().fill('short');
    await page.getByLabel('Timezone').fill('');
    await button('Sign Up').click();
    await alertSays('Enter a valid email address.');
    await alertSays('At least 8 characters.');
    await alertSays('Timezone is required.');
    expect(asked).toBe(0);
  });

  test('say under the password what makes it easy to guess, and keep what was typed', async () => {
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('Full name').fill('Grace H');
    await page.getByLabel('Email').fill('grace@example.org');
    await password().fill('aaaaaaaa');
    await button('Sign Up').click();
    await alertSays('This password is easy to guess. Repeated characters like "aaa" are easy to guess.');
    expect(await password().getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Email').inputValue()).toBe('grace@example.org');
  });

  test('report a wrong password in a red alert, and keep what was typed', async () => {
    await enter(ANN.email, 'not my password');
    await alertSays('Email or password is wrong.');
    const [red, green] = await colourOf(page.getByRole('alert').filter({ hasText: 'Email or password is wrong.' }));
    expect(red).toBeGreaterThan(2 * green);
    expect(await page.getByLabel('Email').inputValue()).toBe(ANN.email);
  });

  test("say 'Login failed' and 'Sign up failed' when the server gives no sentence", async () => {
    await page.route('**/api/auth/sign*', (route) => route.fulfill({ status: 500, body: '' }));
    await enter(ANN.email, ANN.password);
    await alertSays('Login failed');
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('Email').fill('eve@example.org');
    await password().fill(ANN.password);
    await button('Sign Up').click();
    await alertSays('Sign up failed');
  });

  test('cannot be sent twice: the button is disabled until the answer comes', async () => {
    const { promise: held, resolve: letThrough } = Promise.withResolvers<void>();
    await page.route(SIGN_IN, async (route) => {
      await held;
      await route.continue();
    });
    await enter(ANN.email, ANN.password);
    const busy = button('Signing in...');
    await busy.waitFor();
    expect((await busy.isDisabled()) || (await busy.getAttribute('aria-disabled')) === 'true').toBe(true);
    letThrough();
    await page.waitForURL('/dashboard');
  });

  test('send a user who is signed in to the dashboard', async () => {
    await signIn(guest.context, ANN.email, ANN.password);
    await page.goto('/auth');
    await page.waitForURL('/dashboard');
  });

  test('send an unconfirmed address another mail from the refused sign-in, and its link opens the ledger', async () => {
    const eve = { email: 'eve@example.org', password: 'another long password' };
    await call(server.url, 'POST', '/api/auth/signup', { body: { ...eve, full_name: '', timezone: 'Europe/Berlin' } });
    const first = await mailedLink(server.url, eve.email, '/auth/confirm');
    await enter(eve.email, eve.password);
    await button('Send the mail again').click();
    await sees(page, 'The mail is on its way again');
    let link = first;
    while (link === first) link = await mailedLink(server.url, eve.email, '/auth/confirm');
    await page.goto('/report?type=overall');
    await page.waitForURL('/');
    const mail = await guest.context.newPage();
    await mail.goto(link);
    await mail.getByRole('button', { name: 'Confirm' }).click();
    await mail.getByLabel('Password', { exact: true }).fill(eve.password);
    await mail.getByRole('button', { name: 'Confirm' }).click();
    await mail.waitForURL('/welcome');
    await mail.getByRole('button', { name: 'Skip introduction' }).click();
    await mail.waitForURL('/report?type=overall');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'EV, account of eve' }).waitFor();
    await page.goto(link);
    await button('Confirm').click();
    await page.getByRole('link', { name: 'Sign In' }).waitFor();
  });

  test('set a new password by a mailed link, which works once', async () => {
    const bob = 'bob@example.org';
    await signUp(server.url, bob);
    await page.goto('/auth');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'A new password' }).waitFor();
    await page.getByLabel('Email').fill(bob);
    await button('Send the link').click();
    await sees(page, /a link to a new password is on its way/);
    const link = await mailedLink(server.url, bob, '/auth/reset');
    await page.goto(link);
    await password('New password').fill('a new and longer password');
    await button('Set the password').click();
    await page.waitForURL('/dashboard');
    await guest.context.clearCookies();
    await page.goto(link);
    await password('New password').fill('a new and longer password');
    await button('Set the password').click();
    await page.getByRole('link', { name: 'Send another link' }).waitFor();
    await enter(bob, 'a new and longer password');
    await page.waitForURL('/dashboard');
  });

  test.each(someByChance(['/dashboard', '/todo', '/alerts', '/report', '/profile', '/nowhere'], 2))(
    'are behind %s, which redirects to the landing page without a session, and leaves no entry in the history',
    async (path) => {
      await page.goto('/terms');
      await page.goto(path);
      await page.waitForURL((url) => url.pathname === '/');
      await page.goBack();
      await page.waitForURL('/terms');
    },
  );

  test('open the address of a link that was followed without a session, but never a screen that somebody signed out of', async () => {
    const address = '/todo?task=t1#notes';
    await page.goto(address);
    await page.getByRole('status').getByText('and the page that you wanted to see opens.').waitFor();
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Email').fill(ANN.email);
    await password().fill(ANN.password);
    await button('Sign In').click();
    await page.waitForURL(address);
    await page.goto('/profile');
    await button('Sign out everywhere').click();
    await page.waitForURL('/');
    expect(await shown(page).getByText('the page that you wanted to see').count()).toBe(0);
    await enter(ANN.email, ANN.password);
    await page.waitForURL('/dashboard');
    await loaded(page);
  });

  test("say 'Page not found' at an unknown path to a user who is signed in", async () => {
    await signIn(guest.context, ANN.email, ANN.password);
    await page.goto('/no/such/page');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).last().click();
    await page.waitForURL('/dashboard');
  });

  test('appear within 30 s after the session was ended in another browser, without the live connection, too', async () => {
    await guest.context.route('**/api/live', (route) => route.abort());
    await page.clock.install();
    await signIn(guest.context, ANN.email, ANN.password);
    await page.goto('/todo');
    await loaded(page);
    const other = await server.visit();
    await signIn(other.context, ANN.email, ANN.password);
    await other.page.goto('/profile');
    await other.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await other.page.waitForURL((url) => url.pathname === '/');
    expect(new URL(page.url()).pathname).toBe('/todo');
    await page.clock.fastForward(30_000);
    await page.waitForURL((url) => url.pathname === '/');
    await other.context.close();
  });
});
