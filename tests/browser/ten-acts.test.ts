import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atRest, type BrowserServer, loaded, startBrowserServer, todoScreen, type Visit } from '../support/browser.ts';
import { call, signUp, startServer } from '../support/server-process.ts';

const ADA = { email: 'ada@example.org', password: 'a rather long password' };

/** The table of docs/gestures.md: by act, what Vouch takes and what each of the others takes. */
const TABLE = new Map(
  readFileSync(join(import.meta.dirname, '../../docs/gestures.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| .* \| \d+ \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, act = '', , ours, ...others]) => [act, { ours: Number(ours), others: others.filter(Number).map(Number) }] as const),
);

/** Does what a hand does, and counts it. */
function handOn(page: Page) {
  let count = 0;
  return {
    press: async (key: string) => {
      count += 1;
      await page.keyboard.press(key);
    },
    /** A text with the Enter that ends it. */
    type: async (text: string) => {
      count += 1;
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    click: async (target: Locator) => {
      count += 1;
      await target.click();
    },
    counted: () => count,
  };
}
type Hand = ReturnType<typeof handOn>;

describe('the ten common acts', () => {
  let server: BrowserServer;
  let user: Visit;
  let page: Page;
  let token = '';

  beforeAll(async () => {
    server = await startBrowserServer('acts', (folder) => startServer(folder, { VOUCH_CLOCK: '2026-11-16T07:00:00Z' }));
    token = await signUp(server.url, ADA.email);
    await call(server.url, 'PUT', '/api/auth/user', { token, body: { full_name: 'Ada Lovelace' } });
    await call(server.url, 'POST', '/api/tasks', { token, body: { title: 'Fix the checkout', due_date: '2026-11-16', due_time: '17:00' } });
    user = await server.signedIn(ADA);
    page = user.page;
    await page.goto('/todo');
    await loaded(page);
  });
  afterAll(() => server?.close());

  const tasks = async () => (await (await user.context.request.get('/api/tasks')).json()) as Record<string, unknown>[];
  const taskOf = async (title: string) => (await tasks()).findLast((task) => task.title === title);
  const inHand = () => todoScreen(page).row('Fix the checkout').hover();
  const becomes = (title: string, values: object) => expect.poll(() => taskOf(title)).toMatchObject(values);
  /** A field that was opened by a key has the focus before a person can type. */
  const ready = (field: Locator) => expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);

  /** Each act, in an order in which one leaves what the next one needs. */
  const ACTS: readonly (readonly [string, (hand: Hand) => Promise<void>])[] = [
    [
      'add a task with a date',
      async (hand) => {
        await hand.press('n');
        await hand.type('Call Bo tomorrow 15:00');
        await becomes('Call Bo', { due_date: '2026-11-17', due_time: '15:00' });
      },
    ],
    [
      'complete it',
      async (hand) => {
        await inHand();
        await hand.press('x');
        await becomes('Fix the checkout', { status: 'completed' });
      },
    ],
    [
      'take that back',
      async (hand) => {
        await hand.press('z');
        await becomes('Fix the checkout', { status: 'pending' });
      },
    ],
    [
      'move it to tomorrow',
      async (hand) => {
        await inHand();
        await hand.press('m');
        await becomes('Fix the checkout', { due_date: '2026-11-17' });
      },
    ],
    [
      'set its priority',
      async (hand) => {
        await inHand();
        await hand.press('1');
        await becomes('Fix the checkout', { priority: 'high' });
      },
    ],
    [
      'find a task and open it',
      async (hand) => {
        await hand.press('Control+k');
        await ready(page.getByPlaceholder('Search tasks, places and commands'));
        await hand.type('call bo');
        await page.getByRole('article', { name: 'Call Bo' }).waitFor();
        await page.keyboard.press('Escape');
      },
    ],
    [
      'skip it',
      async (hand) => {
        await inHand();
        await hand.press('s');
        await ready(page.getByRole('dialog').getByLabel('Reason'));
        await hand.type('The shop is closed');
        await becomes('Fix the checkout', { status: 'skipped', skip_reason: 'The shop is closed' });
      },
    ],
    [
      'delete it',
      async (hand) => {
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await inHand();
        await hand.press('Delete');
        await expect.poll(() => taskOf('Fix the checkout')).toBeUndefined();
      },
    ],
    [
      'clear eight misses',
      async (hand) => {
        for (let day = 17; day < 25; day += 1)
          await call(server.url, 'POST', '/api/tasks', { token, body: { title: `Walk ${day}`, due_date: `2026-11-${day}` } });
        await atRest(page);
        await server.pass('P9D');
        await page.goto('/todo?tab=missed');
        await loaded(page);
        await hand.click(page.getByRole('link', { name: 'Start fresh' }));
        await hand.click(page.getByRole('button', { name: 'The rest again tomorrow' }));
        await becomes('Walk 24', { status: 'pending', due_date: '2026-11-26' });
      },
    ],
    [
      'invite a partner',
      async (hand) => {
        await hand.press('Control+k');
        await ready(page.getByPlaceholder('Search tasks, places and commands'));
        await hand.type('invite');
        await ready(page.getByLabel('Name', { exact: true }));
        await hand.type('Kim Park kim@example.org');
        const partner = async () => (await (await user.context.request.get('/api/settings/accountability')).json()) as object;
        await expect.poll(partner).toMatchObject({ partner_name: 'Kim Park', partner_email: 'kim@example.org', partner_status: 'invited' });
      },
    ],
  ];

  test('take as many gestures as the documentation says, and no more than the best of the others', async () => {
    const counted: Record<string, number> = {};
    for (const [act, run] of ACTS) {
      const hand = handOn(page);
      await run(hand);
      counted[act] = hand.counted();
    }
    expect(counted).toEqual(Object.fromEntries([...TABLE].map(([act, { ours }]) => [act, ours])));
    for (const [act, { ours, others }] of TABLE) expect(ours, act).toBeLessThanOrEqual(Math.min(...others));
    expect(user.faults).toEqual([]);
  });
});
