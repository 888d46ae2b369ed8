import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedWeb, serve } from '../../src/wiring/serve.ts';
import { Client } from '../support/client.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';

let program: TestProgram;
let served: ServedWeb;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  program = await startTestProgram({ at: '2026-11-16T09:00:10.000Z' });
  served = await serve(program, { webRoot: '/nowhere' });
});
afterAll(async () => {
  agent.destroy();
  await served.stop();
  await program.dispose();
});

interface Sent {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  /** In base64. */
  readonly bytes: string;
}

/** One GET, with the answer as it is sent. */
function read(path: string, headers: Readonly<Record<string, string>>): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const asked = request(`${served.url}${path}`, { agent, headers }, async (answer) => {
      const bytes = (await buffer(answer)).toString('base64');
      const { date: _, ...rest } = answer.headers;
      // What is compressed anew is sent in pieces.
      delete rest['content-length'];
      delete rest['transfer-encoding'];
      resolve({ status: answer.statusCode, headers: rest, bytes });
    });
    asked.on('error', reject).end();
  });
}

const plain = (bytes: Buffer, encoding: unknown): Buffer =>
  encoding === 'zstd' ? zstdDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;

/** A report says when it was made, and is the same until the end of that minute. */
function toTheMinute({ status, headers, bytes }: Sent): Sent {
  const text = plain(Buffer.from(bytes, 'base64'), headers['content-encoding']).toString();
  if (!text.includes('"generated_at"')) return { status, headers, bytes };
  const { etag: _, ...rest } = headers;
  return { status, headers: rest, bytes: text.replace(/("generated_at":"[^"]{16})[^"]*/, '$1') };
}

/** The program does not answer such a request from memory. */
const readAnew = (path: string, headers: Readonly<Record<string, string>>): Promise<Sent> =>
  read(path, { ...headers, 'content-length': '0' });

const used = async (): Promise<number> =>
  (await program.meters.metrics.remembered.get()).values.find(({ labels }) => labels.from === 'used')?.value ?? 0;

const MOST_TRIES = 30;

/**
 * Reads twice, of which the second may come from memory, and compares with an answer that was made anew. Reactors of the program work at the
 * same time, so this is repeated until the answers that were made before and after are the same.
 */
async function expectRight(path: string, headers: Readonly<Record<string, string>>): Promise<Sent> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const before = await readAnew(path, headers);
    const answers = [await read(path, headers), await read(path, headers)] as const;
    const after = await readAnew(path, headers);
    if (JSON.stringify(before) !== JSON.stringify(after)) continue;
    expect(answers.map(toTheMinute), path).toEqual([after, after].map(toTheMinute));
    return answers[1] as Sent;
  }
  throw new Error(`${path} changes all the time.`);
}

const PATHS = [
  '/api/tasks',
  '/api/tasks?limit=2',
  '/api/tasks?status=pending&tag=work',
  '/api/tasks/missed',
  '/api/tasks/archived',
  '/api/streaks',
  '/api/reports/daily',
  '/api/reports/weekly',
  '/api/reports/overall',
  '/api/reports/procrastination',
  '/api/reports/history',
  '/api/reports/history?type=tasks&limit=3',
  '/api/audit?limit=5',
] as const;
const ENCODINGS = [{}, { 'accept-encoding': 'gzip, deflate, br, zstd' }, { 'accept-encoding': 'gzip' }] as const;
const LANGUAGES = [{}, { 'accept-language': 'de' }] as const;

const who = fc.nat(1);
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      who,
      browser: fc.nat(1),
      path: fc.constantFrom(...PATHS),
      encoding: fc.constantFrom(...ENCODINGS),
      language: fc.constantFrom(...LANGUAGES),
      again: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('promise' as const),
      who,
      due: fc.constantFrom(null, '2026-11-16', '2026-11-18', '2027-03-01'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      who,
      which: fc.nat(9),
      how: fc.constantFrom('complete', 'begin', 'rename', 'skip', 'archive', 'undo', 'delete'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('profile' as const), who, zone: fc.constantFrom('Europe/Berlin', 'Pacific/Auckland') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('clock' as const), by: fc.constantFrom('PT1S', 'PT1M', 'PT9H', 'P1D', 'P30D') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), who, browser: fc.nat(1), everywhere: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Person {
  readonly email: string;
  readonly browsers: readonly Client[];
  /** What was read last, which is read again after the clock was moved. */
  last: { readonly path: string; readonly headers: Readonly<Record<string, string>> } | null;
}

let people = 0;
async function person(): Promise<Person> {
  people += 1;
  const email = `person${people}@example.org`;
  await program.signUp(email, 'Europe/Berlin');
  const browsers = [new Client(served.url), new Client(served.url)];
  for (const browser of browsers) await signIn(browser, email);
  return { email, browsers, last: null };
}

async function signIn(browser: Client, email: string): Promise<void> {
  const { status, text } = await browser.post('/api/auth/signin', { email, password: 'a rather long password' });
  if (status !== 200) throw new Error(`${email} could not sign in: ${text}`);
}

async function take(step: Step, persons: readonly Person[]): Promise<void> {
  if (step.kind === 'clock') {
    for (const { last } of persons) if (last) await expectRight(last.path, last.headers);
    await new Client(served.url).post('/dev/clock', { advance: step.by });
    for (const { last } of persons) if (last) await expectRight(last.path, last.headers);
    return;
  }
  const asking = persons[step.who] as Person;
  const { email, browsers } = asking;
  const [browser] = browsers as [Client, Client];
  if (step.kind === 'read') {
    const { cookie, known } = browsers[step.browser] as Client;
    const headers = { cookie: [cookie, known].filter((one) => one !== null).join('; '), ...step.encoding, ...step.language };
    asking.last = { path: step.path, headers };
    const { etag } = toTheMinute(await expectRight(step.path, headers)).headers;
    if (step.again && typeof etag === 'string') {
      const { status } = await expectRight(step.path, { ...headers, 'if-none-match': etag });
      expect(status).toBe(304);
    }
  } else if (step.kind === 'promise') {
    await browser.post('/api/tasks', { title: `Due ${step.due}`, due_date: step.due, tags: ['work'] });
  } else if (step.kind === 'profile') {
    await browser.put('/api/settings/profile', { timezone: step.zone, full_name: `Robin of ${step.zone}` });
  } else if (step.kind === 'change') {
    const { body: tasks } = await browser.get('/api/tasks');
    const id = tasks[step.which % Math.max(1, tasks.length)]?.id;
    if (id !== undefined) await change(browser, id, step.how);
  } else {
    const leaving = browsers[step.browser] as Client;
    const ended = { cookie: leaving.cookie ?? '' };
    await expectRight('/api/tasks', ended);
    await leaving.post('/api/auth/signout', { everywhere: step.everywhere });
    asking.last = null;
    for (const each of browsers) if ((await each.get('/api/auth/user')).status === 401) await signIn(each, email);
    // By now the answer to the other browser is in memory.
    await expectRight('/api/tasks', { cookie: browser.cookie ?? '' });
    const { status } = await expectRight('/api/tasks', ended);
    expect(status).toBe(401);
  }
}

async function change(browser: Client, id: string, how: string): Promise<void> {
  if (how === 'complete') await browser.patch(`/api/tasks/${id}/status`, { completed: true });
  else if (how === 'begin') await browser.patch(`/api/tasks/${id}/status`, { status: 'in_progress' });
  else if (how === 'skip') await browser.patch(`/api/tasks/${id}/status`, { status: 'skipped', reason: 'No time' });
  else if (how === 'rename') await browser.put(`/api/tasks/${id}`, { title: `Named at ${program.clock.now()}`, priority: 'high' });
  else if (how === 'delete') await browser.delete(`/api/tasks/${id}`);
  else await browser.post(`/api/tasks/${id}/${how}`);
}

describe('answers from memory', () => {
  it('are those that the program would make anew, whatever two people do in their browsers and however the clock moves', async () => {
    const before = await used();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 60, maxLength: 60, size: 'max' }), async (steps) => {
        const persons = [await person(), await person()];
        for (const one of steps) await take(one, persons);
      }),
      // The clock never moves back, so a run cannot be repeated with fewer steps.
      { numRuns: 4, endOnFailure: true },
    );
    expect((await used()) - before, 'some of them came from memory').toBeGreaterThan(50);
  });

  it('end with the account', async () => {
    const { browsers } = await person();
    const [browser] = browsers as [Client, Client];
    await browser.post('/api/tasks', { title: 'Nobody may read this' });
    const headers = { cookie: browser.cookie ?? '' };
    await expectRight('/api/tasks', headers);
    expect((await browser.delete('/api/settings/account')).status).toBe(200);
    expect((await read('/api/tasks', headers)).status).toBe(401);
  });
});
