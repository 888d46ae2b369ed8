import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Client, PASSWORD } from '../support/client.ts';
import { type Served, startServed } from '../support/ways.ts';

let program: Served;
let ada: Client;
let address: string;
let people = 0;
beforeAll(async () => {
  program = await startServed({ at: '2026-11-20T16:00:00.000Z' });
});
afterAll(() => program.dispose());
beforeEach(async () => {
  people += 1;
  address = `ada${people}@example.org`;
  ada = await program.member(address);
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const pathIn = (url: string): string => new URL(url).pathname;
const checkout = async (plan = 'pro') => pathIn((await ada.post('/api/subscriptions/checkout-session', { plan })).body.url);
const portal = async () => pathIn((await ada.post('/api/subscriptions/portal-session')).body.url);
/** Presses a button on a page of the provider, which needs no session of the program. */
const press = (path: string, act: string, headers = {}) =>
  new Client(program.url).send('POST', path, `act=${act}`, { ...FORM, ...headers });
const page = async (path: string) => (await new Client(program.url).get(path)).text;
const status = async () => (await ada.get('/api/subscriptions/status')).body;
/** The session may have expired on the way. */
const advance = async (duration: string) => {
  await program.advance(duration);
  await ada.post('/api/auth/signin', { email: address, password: PASSWORD });
};
const mails = async (subject: RegExp, to = address) => (await program.mails(to)).filter((mail) => subject.test(mail.subject));

describe('the checkout', () => {
  test('has a button to pay, and leads back to the settings, which show the new plan', async () => {
    const path = await checkout();
    const shown = await page(path);
    for (const words of ['Pro, $10.00 a month', '>Pay<', '>Decline<', '>Lose the connection after paying<']) expect(shown).toContain(words);
    const paid = await press(path, 'pay');
    expect([paid.status, paid.headers.get('location')]).toEqual([303, '/settings/subscription?checkout=done']);
    expect(await status()).toMatchObject({ isPremium: true, plan: 'pro', phase: 'paid' });
    expect(await page(path)).toContain('This was paid.');
  });

  test('that is declined can be tried again', async () => {
    const path = await checkout('byok');
    const declined = await press(path, 'decline');
    expect(await page(declined.headers.get('location') as string)).toContain('The card was declined. Nothing was paid.');
    expect(await status()).toMatchObject({ plan: 'free' });
    await press(path, 'pay');
    expect(await status()).toMatchObject({ plan: 'byok' });
  });

  test('that loses its connection after the payment sends no webhook, and a read finds the payment', async () => {
    expect((await press(await checkout(), 'lose')).text).toContain('The connection was lost after the payment.');
    expect(await status()).toMatchObject({ plan: 'free' });
    expect((await ada.post('/api/subscriptions/update-status')).body).toMatchObject({ plan: 'pro', isPremium: true });
  });

  test('is shown only to this machine, and only for an existing checkout', async () => {
    const path = await checkout();
    const through = { 'x-forwarded-for': '203.0.113.7' };
    expect((await new Client(program.url).get(path, through)).status).toBe(404);
    expect((await press(path, 'pay', through)).status).toBe(404);
    expect((await press(path, 'pay', { origin: 'https://evil.example' })).status).toBe(403);
    expect((await press(path, 'steal')).status).toBe(422);
    for (const odd of ['/dev/checkout/cs_x', '/dev/portal/cus_x', '/dev/portal/cus_01936c5e-7d11-7c55-9a10-0f3c6a4c2b01'])
      expect((await new Client(program.url).get(odd)).status).toBe(404);
  });
});

describe('the portal', () => {
  test('can cancel at the end of the period and refund at once, and says what was done', async () => {
    await press(await checkout(), 'pay');
    const path = await portal();
    for (const words of ['>Cancel<', '>Refund<', 'It renews on', '$10.00']) expect(await page(path)).toContain(words);
    await press(path, 'cancel');
    expect(await status()).toMatchObject({ cancel_at_period_end: true, isPremium: true });
    await press(path, 'refund');
    expect(await status()).toMatchObject({ isPremium: false, status: 'canceled', plan: 'free' });
    expect(await page(path)).toContain('refunded');
  });
});

describe('months that pass on the clock', () => {
  test('renew the plan, with an invoice for each', async () => {
    await press(await checkout(), 'pay');
    const began = Temporal.Instant.from((await status()).current_period_end);
    await advance('P93D');
    const end = Temporal.Instant.from((await status()).current_period_end);
    expect(began.until(end, { largestUnit: 'hour' }).hours / 24).toBeGreaterThan(85);
    const invoices: readonly { status: string }[] = (await ada.get('/api/subscriptions/invoices')).body;
    expect(invoices.map((one) => one.status)).toEqual(['paid', 'paid', 'paid', 'paid']);
  });

  test('end the trial without a command, and the plan is Free', async () => {
    await ada.post('/api/subscriptions/trial');
    await advance('P13DT23H59M');
    expect(await status()).toMatchObject({ isPremium: true, phase: 'trial' });
    await advance('PT1M');
    expect(await status()).toMatchObject({ isPremium: false, status: 'canceled', phase: null });
    const [entry] = (await ada.get('/api/reports/history?type=account')).body.filter(
      ({ action }: { action: string }) => action === 'trial.ended',
    );
    expect(entry.detail).toBe('Its 14 days are over.');
  });

  test('with a failed payment keep Pro for 7 days, cause one mail, and end in Free', async () => {
    await press(await checkout(), 'pay');
    await press(await portal(), 'decline');
    await advance('P32D');
    expect(await status()).toMatchObject({ isPremium: true, phase: 'past_due' });
    const [mail, ...more] = await mails(/^Your payment for Pro failed$/);
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/You keep the plan until \w+, \d+ \w+ \d{4}\./);
    expect(mail?.text).toContain('/settings/subscription');
    await advance('P8D');
    expect(await status()).toMatchObject({ isPremium: false, status: 'canceled', plan: 'free' });
    expect(await mails(/^Your payment for Pro failed$/)).toHaveLength(1);
  });
});

describe('contact sales', () => {
  const OPERATOR = 'operator@localhost';
  test('sends a mail to the operator with the address of the sender, marked as Priority Support for Pro', async () => {
    const message = 'We are a team of 25.\n\nCan we pay by invoice?';
    const asked = await ada.post('/api/contact-sales', { message, company: 'Example Ltd', seats: 25 });
    expect([asked.status, asked.body]).toEqual([202, { message: 'Thank you. We answer by mail.' }]);
    await ada.post('/api/subscriptions/trial');
    await ada.post('/api/contact-sales', { message: 'From Pro' });
    await program.advance('PT1S');
    const sent = (await new Client(program.url).get(`/dev/mailbox.json?to=${OPERATOR}`)).body;
    const [ofPro, plain] = sent.filter(({ headers }: { headers: Record<string, string> }) => headers['reply-to'] === address);
    expect(ofPro.subject).toMatch(/^Priority Support/);
    expect(plain.subject).not.toContain('Priority Support');
    for (const words of ['We are a team of 25.', 'Can we pay by invoice?', 'Example Ltd', 'Seats: 25', address])
      expect(plain.text).toContain(words);
  });

  test.each([
    [{}, 'message'],
    [{ message: '  ' }, 'message'],
    [{ message: 'x'.repeat(5_001) }, 'message'],
    [{ message: 'Hello', seats: 0 }, 'seats'],
    [{ message: 'Hello', seats: 1.5 }, 'seats'],
  ])('refuses the body %j', async (body, field) => {
    const refused = await ada.post('/api/contact-sales', body);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
  });

  test('accepts ten messages in 24 hours', async () => {
    const codes: number[] = [];
    for (let index = 0; index < 11; index += 1) codes.push((await ada.post('/api/contact-sales', { message: 'Hello' })).status);
    expect([codes.slice(0, 10).every((code) => code === 202), codes.at(-1)]).toEqual([true, 429]);
  });
});

test('deleting the account ends the plan at the provider', async () => {
  await press(await checkout(), 'pay');
  const path = await portal();
  const owner = (await ada.get('/api/auth/me')).body.user.id;
  await ada.delete('/api/settings/account');
  await program.advance('PT5S');
  expect((await program.app.store.readStream(`subscription-${owner}`)).at(-1)).toMatchObject({
    type: 'SubscriptionEnded',
    data: { why: 'deleted' },
  });
  expect((await new Client(program.url).get(path)).status).toBe(404);
  expect(program.errors).toEqual([]);
});

test('a bought plan survives a restart, also at the provider', async () => {
  await press(await checkout(), 'pay');
  await program.stop();
  program = await startServed({ folder: program.folder });
  const again = new Client(program.url);
  await again.post('/api/auth/signin', { email: address, password: PASSWORD });
  expect((await again.post('/api/subscriptions/update-status')).body).toMatchObject({ plan: 'pro', phase: 'paid' });
  expect(await (await again.get('/api/subscriptions/invoices')).body).toHaveLength(1);
});
