import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { FocusSession } from '../../src/contracts/focus.ts';
import { Client } from '../support/client.ts';
import { runHere } from '../support/command-line.ts';
import { dumpViews } from '../support/rebuilt.ts';
import { type ServerProcess, signUp, startServer } from '../support/server-process.ts';

const EMAIL = 'ann@example.org';
/** Each round kills the server once in the middle of each of these. */
const ROUNDS = 2;
/** By then every session has ended by itself. */
const LONG = 'PT4H';

const folder = mkdtempSync(join(tmpdir(), 'vouch-focus-'));
let server: ServerProcess;
let ann: Client;
afterEach(async () => {
  await server.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const get = async (path: string) => (await ann.get(path)).body;
const post = async (path: string, body: object = {}) => {
  const answer = await ann.post(path, body);
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.body;
};
const pass = (advance: string) => post('/dev/clock', { advance });
const promised = async (title: string): Promise<string> => (await post('/api/tasks', { title })).id;
const sessionsOf = (task: string): Promise<FocusSession[]> => get(`/api/focus/sessions?task_id=${task}`);
const newest = async (): Promise<FocusSession | undefined> => (await get('/api/focus/sessions?limit=1'))[0];

/** Kills the server while it works at something, and starts it again. The clock goes on where it was. */
async function killDuring(work: () => Promise<unknown>, afterMs: number): Promise<void> {
  // The answer may come before the kill, or never.
  const over = work().catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await server.end('SIGKILL');
  await over;
  server = await startServer(folder);
  const { cookie } = ann;
  ann = new Client(server.url);
  ann.cookie = cookie;
}

test('focus sessions survive kills at each of their steps: none is lost, none ends twice, and their time is counted once', async () => {
  server = await startServer(folder, { VOUCH_CLOCK: '2026-11-20T08:00:00Z' });
  await signUp(server.url, EMAIL);
  ann = new Client(server.url);
  await post('/api/auth/signin', { email: EMAIL, password: 'a rather long password' });
  const tasks: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const afterMs = 1 + round * 6;

    // While a session starts: it is there with its task in progress, or neither of the two.
    const begun = await promised(`Begun ${round}`);
    await killDuring(() => ann.post('/api/focus', { task_id: begun, minutes: 5 }), afterMs);
    const started = (await get('/api/focus')).current as FocusSession | null;
    await expect.poll(async () => (await get(`/api/tasks/${begun}`)).status).toBe(started ? 'in_progress' : 'pending');
    const session = started ?? (await post('/api/focus', { task_id: begun, minutes: 5 }));

    // While its end passes: it ends at its instant, to the millisecond.
    await pass('PT2M');
    await post(`/api/focus/${session.id}/pause`);
    await pass('PT1M');
    const resumed = await post(`/api/focus/${session.id}/resume`);
    await killDuring(() => ann.post('/dev/clock', { advance: 'PT10M' }), afterMs);
    await pass('PT10M');
    expect(await newest()).toMatchObject({ id: session.id, end: 'finished', ended_at: resumed.ends_at, focused_seconds: 300 });

    // While it is paused: it runs or is paused, and two hours later it has ended in either case.
    const paused = await promised(`Paused ${round}`);
    const { id } = await post('/api/focus', { task_id: paused, minutes: 30 });
    await pass('PT7M');
    await killDuring(() => ann.post(`/api/focus/${id}/pause`), afterMs);
    const { current } = await get('/api/focus');
    expect([current.id, ['running', 'paused'].includes(current.state)]).toEqual([id, true]);
    await pass(LONG);
    expect((await newest())?.end).toBe(current.state === 'running' ? 'finished' : 'abandoned');

    // While it completes its task: both have happened, or neither.
    const done = await promised(`Done ${round}`);
    const last = await post('/api/focus', { task_id: done, minutes: 60 });
    await pass('PT3M');
    await killDuring(() => ann.post(`/api/focus/${last.id}/stop`, { complete: true }), afterMs);
    const { status } = await get(`/api/tasks/${done}`);
    await expect.poll(async () => (await newest())?.end ?? null).toBe(status === 'completed' ? 'completed' : null);
    await pass(LONG);
    tasks.push(begun, paused, done);
  }

  const { current } = await get('/api/focus');
  expect(current).toBeNull();
  let seconds = 0;
  for (const id of tasks) {
    const sessions = await sessionsOf(id);
    expect(sessions.map(({ state }) => state)).toEqual(['ended']);
    const focused = sessions.reduce((sum, one) => sum + one.focused_seconds, 0);
    seconds += focused;
    expect((await get(`/api/tasks/${id}`)).focused_minutes).toBe(Math.floor(focused / 60));
  }
  expect((await get('/api/reports/overall?start_date=2026-11-20&end_date=2026-11-23')).focus.minutes).toBe(Math.floor(seconds / 60));

  await server.end('SIGTERM');
  const env = { VOUCH_DATA: folder };
  expect(await runHere(['verify'], env)).toMatchObject({ code: 0 });
  const before = dumpViews(folder);
  expect(await runHere(['projections', 'rebuild'], env)).toMatchObject({ code: 0 });
  expect(dumpViews(folder)).toEqual(before);
});
