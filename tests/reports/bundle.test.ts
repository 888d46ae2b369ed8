import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { cancelSubscription, startTrial } from '../../src/app/subscription/changes.ts';
import { subscriptionPart } from '../../src/reports/bundle/account.ts';
import { nameInFolder } from '../../src/reports/bundle/files.ts';
import { subscribedApp } from '../support/billing.ts';
import { STRIPE_KEY, WEBHOOK_SECRET } from '../support/stripe/double.ts';

describe('the name of a file in the bundle', () => {
  test.each([
    ['shot.png', 'shot.png'],
    ['a: "b"?.txt', 'a_ _b__.txt'],
    ['ends in dots...', 'ends in dots_'],
    ['ends in a blank ', 'ends in a blank_'],
    ['.hidden', '.hidden'],
    ['...', '_'],
    ['a/b\\c|d<e>f*.md', 'a_b_c_d_e_f_.md'],
    [`${'x'.repeat(250)}.json`, `${'x'.repeat(135)}.json`],
    [`${'図'.repeat(250)}.png`, `${'図'.repeat(45)}.png`],
    [`${'x'.repeat(139)}. tail`, `${'x'.repeat(139)}_`],
    ['aux.md', 'aux_.md'],
    ['CON', 'CON_'],
    ['con.tar.gz', 'con_.tar.gz'],
    ['Nul .txt', 'Nul_ .txt'],
    ['PRN.', 'PRN_'],
    ['com1', 'com1_'],
    ['COM0.log', 'COM0_.log'],
    ['LPT9.x', 'LPT9_.x'],
    ['LPT².x', 'LPT²_.x'],
    ['conin$', 'conin$_'],
    ['COM10.txt', 'COM10.txt'],
    ['console.log', 'console.log'],
    ['auxiliary.md', 'auxiliary.md'],
    ['my aux.md', 'my aux.md'],
  ])('changes %j to %j', (name, expected) => {
    expect(nameInFolder(name)).toBe(expected);
  });

  test('can be unpacked on every system, whatever the original name was', () => {
    const pieces = fc.constantFrom(
      'con',
      'AUX',
      'nul',
      'com',
      'lpt',
      '1',
      '²',
      '.',
      ' ',
      '"',
      '<',
      ':',
      '?',
      '/',
      '\\',
      'a',
      'md',
      '図',
      '👩',
      '$',
    );
    const names = fc.oneof(
      fc.array(pieces, { minLength: 1, maxLength: 300 }).map((some) => some.join('')),
      fc.string({ unit: 'grapheme', minLength: 1 }),
    );
    fc.assert(
      fc.property(names, (name) => {
        const safe = nameInFolder(name);
        expect(safe).not.toMatch(/[<>:"/\\|?*]|[. ]$|^$/);
        // As Windows reads it: up to the first dot, without the blanks before that.
        const [device = ''] = safe.split('.');
        expect(device.trimEnd()).not.toMatch(/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(140);
        // It is the same when it was packed and unpacked before.
        expect(nameInFolder(safe)).toBe(safe);
      }),
    );
  });
});

describe('the plan in the bundle', () => {
  const here = subscribedApp();

  async function planFile(): Promise<string> {
    const app: App = here.app;
    const files = await subscriptionPart.files({ app, owner: here.me.owner } as Parameters<typeof subscriptionPart.files>[0]);
    expect(files.map(({ path }) => path)).toEqual(['plan.json']);
    return (await Array.fromAsync(files[0]?.pieces() ?? [])).join('');
  }

  const NONE = {
    isPremium: false,
    status: 'none',
    phase: null,
    plan: 'free',
    trial: { available: true, ends_at: null },
    current_period_end: null,
    cancel_at_period_end: false,
    pending: null,
    customer: null,
  };

  test('contains the plan and the trial of an owner who has bought nothing', async () => {
    expect(JSON.parse(await planFile())).toEqual(NONE);
    await here.app.done(startTrial(here.app, here.me));
    const trial = { available: false, ends_at: '2026-12-04T16:00:00.000Z' };
    expect(JSON.parse(await planFile())).toEqual({ ...NONE, isPremium: true, status: 'active', phase: 'trial', plan: 'pro', trial });
  });

  test('contains the plan of a paying owner, its end and the customer at the provider, and nothing secret', async () => {
    const checkout = await here.checkout('pro');
    here.stripe.account.pay(checkout);
    await here.told('checkout.session.completed');
    const paid = {
      ...NONE,
      isPremium: true,
      status: 'active',
      phase: 'paid',
      plan: 'pro',
      trial: { available: false, ends_at: null },
      current_period_end: '2026-12-20T16:00:00.000Z',
      customer: here.customer(),
    };
    const text = await planFile();
    expect(JSON.parse(text)).toEqual(paid);
    for (const secret of [STRIPE_KEY, WEBHOOK_SECRET, checkout]) expect(text).not.toContain(secret);
    await here.app.done(cancelSubscription(here.app, here.me));
    expect(JSON.parse(await planFile())).toEqual({ ...paid, cancel_at_period_end: true });
    await here.to('2026-12-21T16:00:00.000Z');
    const ended = { ...NONE, status: 'canceled', trial: expect.anything(), customer: here.customer() };
    expect(JSON.parse(await planFile())).toEqual(ended);
  });
});
