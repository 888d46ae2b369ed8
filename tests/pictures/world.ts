import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { judgeProof } from '../../src/app/proof/verdicts.ts';
import { loaded, sees, type TestBrowser, visit } from '../support/browser.ts';
import { type Client, PASSWORD } from '../support/client.ts';
import { DEMO_NOW, makeDemoYear } from '../support/demo-year.ts';
import { drawn } from '../support/file-samples.ts';
import { MAIN } from '../support/server-process.ts';
import { type Served, startServed } from '../support/ways.ts';

/** The accounts of which pictures are taken: a year of promises, an account with every paid thing, and one in which nothing happened yet. */
export const ACCOUNTS = {
  demo: { email: 'demo@vouch.example', password: 'a-year-of-kept-promises' },
  full: { email: 'ada@example.org', password: PASSWORD },
  empty: { email: 'new@example.org', password: PASSWORD },
} as const;
export type Account = keyof typeof ACCOUNTS;

/** What pictures need to know of the stored world. */
export interface World {
  /** The instant at which its clock stands. */
  readonly now: string;
  /** The address of the partner's page, without the host. */
  readonly partnerPage: string;
  /** The tasks of the full account by their titles. */
  readonly tasks: Readonly<Record<string, string>>;
}

export const WORLD_FILE = 'world.json';
const SEED = 1;
const TODAY = DEMO_NOW.slice(0, 10);
const LONG = 'Draft the outline for Łukasz and Nguyễn Thị Minh Châu, with all that was said about it in the three meetings of this week';

/** Serves a world with a clock that stands still. */
export const serveWorld = (folder: string, now: string): Promise<Served> => startServed({ folder, at: now, real: () => Date.parse(now) });

/** Waits until everything that follows from what was done, and what is due, is done: a sign-in raises an alert a moment later. */
export async function settled({ app, timekeeper, reactors }: Served): Promise<void> {
  let isNew = true;
  while (isNew) {
    await timekeeper.tick();
    isNew = await reactors.catchUp({ all: true });
  }
  await app.waitForReadModels(await app.store.head());
}

/** Makes the world in a folder, by the calls and the clicks of its people. */
export async function makeWorld(folder: string, browser: TestBrowser): Promise<World> {
  const data = join(folder, 'data');
  await makeDemoYear(data, SEED, MAIN);
  const served = await serveWorld(data, DEMO_NOW);
  try {
    await served.member(ACCOUNTS.empty.email, 'Ann');
    const ada = await served.member(ACCOUNTS.full.email);
    const partner = await acceptedPartner(served, ada);
    const tasks = await promisedTasks(ada);
    await settings(ada);
    await clicked(browser, served.url);
    await served.advance('PT1H');
    await proofs(served, ada, partner, tasks);
    await served.advance('PT10M');
    await settled(served);
    const world = { now: served.clock.now(), partnerPage: await partnerPage(served), tasks };
    writeFileSync(join(folder, WORLD_FILE), JSON.stringify(world));
    return world;
  } finally {
    await served.stop();
  }
}

async function sent(answer: ReturnType<Client['send']>): Promise<{ readonly id: string }> {
  const { status, body, text } = await answer;
  if (status >= 300) throw new Error(`The world cannot be made: ${status} ${text}`);
  return body;
}

async function partnerPage({ mails }: Served): Promise<string> {
  const found = (await mails('soren@example.org')).map(({ text }) => /\/partner\/\w+/.exec(text)?.[0]).find((one) => one !== undefined);
  if (found === undefined) throw new Error('The partner got no mail.');
  return found;
}

async function acceptedPartner(served: Served, ada: Client): Promise<string> {
  const { id } = await sent(ada.post('/api/partners', { name: 'Søren Ødegård', email: 'soren@example.org', detail: 'titles' }));
  await served.advance('PT1S');
  await fetch(`${served.url}${await partnerPage(served)}/accept`, { method: 'POST' });
  return id;
}

/** Tasks of every status and every kind of proof, by their titles. */
async function promisedTasks(ada: Client): Promise<Record<string, string>> {
  const at = (due_time: string | null, more: object = {}) => ({ due_date: TODAY, due_time, ...more });
  const proof = (verification_type: string) =>
    at('20:00', { verification_type, proof_requirement: 'A link to what was merged, and the graph' });
  const wanted: Readonly<Record<string, object>> = {
    [LONG]: at('17:00', {
      tags: ['writing', 'a-tag-of-some-length'],
      priority: 'high',
      estimate_minutes: 90,
      description: 'With **bold** words.',
    }),
    'Missed soon': at('15:00', { priority: 'high' }),
    'Begun already': at('19:00', { estimate_minutes: 25 }),
    'Skipped today': at('19:30'),
    'Kept today': at(null),
    'Prove in general': proof('general'),
    'In review': proof('general'),
    'Sent back': proof('general'),
    'Accepted by Søren': proof('general'),
    'Prove by code': proof('coding'),
    'Prove by email': proof('email'),
    'Prove by design': proof('system_design'),
    'Someday, without a date': {},
    'Later this week': { due_date: '2026-11-21', tags: ['home'] },
    'With steps': { due_date: '2026-11-22', description: '# A heading\n\n- one\n- two\n\n`code`' },
  };
  const ids: Record<string, string> = {};
  for (const [title, fields] of Object.entries(wanted)) ids[title] = (await sent(ada.post('/api/tasks', { title, ...fields }))).id;
  for (const title of ['The first step', 'The second step'])
    await sent(ada.post('/api/tasks', { title, due_date: '2026-11-22', parent_id: ids['With steps'] }));
  const status = (title: string, body: object) => sent(ada.patch(`/api/tasks/${ids[title]}/status`, body));
  await status('Begun already', { status: 'in_progress' });
  await status('Skipped today', { status: 'skipped', reason: 'The guests stayed until late.' });
  for (const title of ['Kept today', 'In review', 'Sent back', 'Accepted by Søren', 'Prove by code', 'Prove by design'])
    await status(title, { status: 'completed' });
  await sent(ada.post(`/api/verifications/code-by-url/${ids['Prove by code']}`, { urls: ['https://questions.invalid/sum'] }));
  return ids;
}

async function settings(ada: Client): Promise<void> {
  await sent(ada.post('/api/subscriptions/trial'));
  await sent(ada.post('/api/partners', { name: 'Kim Park', email: 'kim@example.org', detail: 'counts' }));
  await sent(ada.post('/api/vacations', { from: '2026-12-21', to: '2027-01-02' }));
  const routine = { due_time: '07:00', tags: ['home'], estimate_minutes: 20 };
  for (const [title, rrule] of [
    ['Run, 5 km', 'FREQ=WEEKLY;BYDAY=TU,TH,SA'],
    ['Pay the rent', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['Water the plants', 'FREQ=DAILY;INTERVAL=3'],
  ])
    await sent(ada.post('/api/recurring_tasks', { title, rrule, ...routine }));
  await sent(ada.post('/api/tokens', { name: 'Status bar', scopes: ['tasks:read'], expires_at: '2026-12-24T12:00:00Z' }));
}

/** What is only had by clicks at the providers of development. */
async function clicked(browser: TestBrowser, url: string): Promise<void> {
  const { context, page } = await visit(browser, url);
  await context.request.post('/api/auth/signin', { data: ACCOUNTS.full });
  const another = async (act: () => Promise<void>): Promise<Page> => (await Promise.all([context.waitForEvent('page'), act()]))[0];
  await page.goto('/settings/integrations');
  const popup = await another(() => page.getByRole('button', { name: 'Connect Gmail' }).click());
  await Promise.all([popup.waitForEvent('close'), popup.getByRole('button', { name: 'Allow' }).click()]);
  await page.getByRole('link', { name: 'Connect GitHub' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL('/settings/integrations');
  await loaded(page);
  await page.goto('/posts');
  await page.getByRole('button', { name: 'Draft a post' }).click();
  await page.getByRole('button', { name: 'Share by a link' }).click();
  await page.getByLabel('Public page').waitFor();
  await page.goto('/settings/subscription');
  const pro = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Pro', exact: true }) });
  const checkout = await another(() => pro.getByRole('button', { name: 'Keep Pro' }).click());
  await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
  await pro.getByRole('button', { name: 'Currently Selected' }).waitFor();
  await sees(page, /It renews on/);
  await context.close();
}

/** Proofs in review, sent back and accepted, with words, a link and a picture. */
async function proofs({ app }: Served, ada: Client, partnerId: string, tasks: Readonly<Record<string, string>>): Promise<void> {
  const owner: string = (await ada.get('/api/auth/me')).body.user.id;
  for (const title of ['In review', 'Sent back', 'Accepted by Søren']) {
    const id = tasks[title] as string;
    const proofData = { text: 'Merged after two reviews.\nThe graph is below.', links: ['https://github.com/ada/vouch/pull/4821'] };
    await sent(ada.post(`/api/verifications/${id}/proof`, { proofData }));
    if (title === 'In review') continue;
    const { body } = await ada.get(`/api/verifications/${id}`);
    const verdict = title === 'Sent back' ? 'rejected' : 'accepted';
    const answer = { submission: body.submissions.at(-1).id, verdict, comment: 'Which build was it? I cannot see it from here.' } as const;
    const { position } = await judgeProof(app, { owner, partnerId, correlationId: 'c' }, id, answer);
    if (position) await app.waitForReadModels(position);
  }
}

/** A picture to give as proof, the same each time. */
export const proofPicture = async () => ({ name: 'p99.png', mimeType: 'image/png', buffer: await drawn(1, 640, 480) });
