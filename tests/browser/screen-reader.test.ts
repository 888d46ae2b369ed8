import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserServer, startBrowserServer, type Visit } from '../support/browser.ts';
import { nameFaults } from '../support/names.ts';
import { type Act, focusWords, goTo, saidWords, writtenWalk } from '../support/screen-reader.ts';
import { startServer } from '../support/server-process.ts';

const WALK = [...writtenWalk()].filter(([, acts]) => acts.length > 0);

/** One story in several tests, which docs/screen-readers.md tells. Each test continues where the one before ended. */
describe('docs/screen-readers.md says what a screen reader says:', () => {
  let server: BrowserServer;
  let user: Visit;
  let page: Page;
  let session: CDPSession;

  beforeAll(async () => {
    server = await startBrowserServer('screen-reader', (folder) => startServer(folder, { VOUCH_CLOCK: '2026-11-19T13:12:00Z' }));
    user = await server.visit();
    page = user.page;
    session = await user.context.newCDPSession(page);
  });
  afterAll(() => server?.close());

  const post = async (path: string, data: object = {}) =>
    expect((await user.context.request.post(path, { data, headers: { origin: server.url } })).ok()).toBe(true);
  /** The newest link in a mail to an address. */
  async function linkTo(address: string): Promise<string> {
    const link = async () => {
      const mails = (await (await user.context.request.get(`/dev/mailbox.json?to=${address}`)).json()) as { text: string }[];
      return /http\S+\/(?:auth\/confirm|partner\/)\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
    };
    await expect.poll(link).not.toBe('');
    return link();
  }
  /** What others do, or what the walk leaves out, before a section. */
  const before: Readonly<Record<string, () => Promise<void>>> = {
    async 'Prove a task'() {
      await post('/api/partners', { name: 'Kim Park', email: 'kim@example.org', detail: 'titles' });
      await post(`${new URL(await linkTo('kim@example.org')).pathname}/accept`);
      const due = { due_date: '2026-11-19', due_time: '20:00' };
      await post('/api/tasks', { title: 'Merge the fix', ...due, verification_type: 'general', proof_requirement: 'The link' });
    },
  };

  async function perform({ does, hears }: Act): Promise<void> {
    const [, opened] = /^opens (.+)/.exec(does) ?? [];
    const [, typed] = /^types ‘(.+)’$/.exec(does) ?? [];
    const [, key] = /^`(.+)`$/.exec(does) ?? [];
    const [, address] = /^the link in the mail to (.+)/.exec(opened ?? '') ?? [];
    if (opened) await page.goto(address ? await linkTo(address) : opened);
    else if (typed) await page.keyboard.type(typed);
    else if (key) await page.keyboard.press(key);
    else if (does === 'goes to') await goTo(page, hears[0] ?? '');
    else throw new Error(`docs/screen-readers.md: nobody knows how to do ‘${does}’`);
  }

  async function hear(expected: string): Promise<void> {
    const [, announced] = /^“(.+)”$/.exec(expected) ?? [];
    if (announced) return void (await expect.poll(() => saidWords(page)).toContain(announced));
    const now = expected.endsWith(', page') ? async () => `${await page.title()}, page` : () => focusWords(session);
    await expect.poll(now).toBe(expected);
  }

  test.each(WALK)('%s', async (title, acts) => {
    await before[title]?.();
    for (const act of acts) {
      await perform(act);
      for (const heard of act.hears) await hear(heard);
    }
    expect(await nameFaults(page)).toEqual([]);
    // Contexts of tests ask for less motion.
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
  });

  test('the console shows no error', () => expect(user.faults).toEqual([]));
});
