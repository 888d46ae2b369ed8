import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CodeTask } from '../../src/contracts/code-task.ts';
import type { EmailTask } from '../../src/contracts/email.ts';
import type { FocusSession } from '../../src/contracts/focus.ts';
import type { Verification } from '../../src/contracts/proof.ts';
import type { TimeBox } from '../../src/contracts/time-box.ts';
import { DEMO, startDemoServer } from '../support/browser.ts';
import { runHere } from '../support/command-line.ts';
import { DEMO_NOW } from '../support/demo-year.ts';
import { call, type Ended, runCommand, startServer } from '../support/server-process.ts';

const EMAIL = 'robin@example.com';
const PASSWORD = 'a-year-of-kept-promises';

// The first file of a run that asks for the year waits until it is made.
test('the demo year contains something of every kind', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-demo-year-'));
  const server = await startDemoServer(folder);
  const signedIn = await call(server.url, 'POST', '/api/auth/signin', { body: DEMO });
  const token = signedIn.body.session.access_token;
  const { body } = await call(server.url, 'GET', '/api/reports/overall', { token });
  const streaks = (await call(server.url, 'GET', '/api/streaks', { token })).body;
  const alerts = (await call(server.url, 'GET', '/api/alerts?limit=200', { token })).body;
  const tasks = (await call(server.url, 'GET', '/api/tasks', { token })).body;
  const proof = (await call(server.url, 'GET', '/api/verifications/stats', { token })).body;
  const waiting = (await call(server.url, 'GET', '/api/verifications/pending', { token })).body;
  const decided = (await call(server.url, 'GET', '/api/verifications/history?limit=200', { token })).body;
  const emails = (await call(server.url, 'GET', '/api/verifications/email-tasks?limit=200', { token })).body;
  const questions = (await call(server.url, 'GET', '/api/verifications/code-by-url?limit=200', { token })).body;
  const today = DEMO_NOW.slice(0, 10);
  const boxes: TimeBox[] = (await call(server.url, 'GET', `/api/time-boxes?from=2026-10-20&to=${today}`, { token })).body;
  const focus = (await call(server.url, 'GET', '/api/focus', { token })).body;
  const sessions: FocusSession[] = (await call(server.url, 'GET', '/api/focus/sessions?limit=200', { token })).body;
  const mailbox = (await call(server.url, 'GET', '/dev/mailbox.json', { token })).body;
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
  for (const judge of ['partner', 'self', 'check']) expect(proof.by_judge[judge], judge).toBeGreaterThan(0);
  expect(proof.expired).toBeGreaterThan(0);
  expect(new Set(waiting.map(({ state }: Verification) => state))).toEqual(new Set(['awaiting_proof', 'rejected', 'in_review']));
  const given = decided.flatMap(({ submissions }: Verification) => submissions);
  for (const part of ['links', 'commits', 'files'] as const)
    expect(
      given.some((one: Verification['submissions'][number]) => one[part].length > 0),
      part,
    ).toBe(true);
  expect(given.some(({ design }: Verification['submissions'][number]) => design !== null)).toBe(true);
  const pictures = given.flatMap(({ files }: Verification['submissions'][number]) => files.filter(({ preview }) => preview));
  expect(pictures.length).toBeGreaterThan(10);
  expect(pictures.filter(({ seen_before: seen }: Verification['submissions'][number]['files'][number]) => seen !== null)).toEqual([]);
  expect(new Set(emails.map(({ status }: EmailTask) => status))).toEqual(new Set(['sent', 'draft']));
  expect(emails.some(({ review }: EmailTask) => review !== null)).toBe(true);
  expect(JSON.stringify(mailbox)).toContain('we have decided about');
  expect(new Set(questions.map(({ status }: CodeTask) => status))).toEqual(new Set(['completed', 'attempted']));
  expect(questions.every(({ status, attempts }: CodeTask) => attempts > (status === 'completed' ? 1 : 0))).toBe(true);
  expect(body.weeks.length).toBeGreaterThan(50);
  for (const count of ['kept', 'missed', 'skipped', 'postponed', 'taken_back', 'late'])
    expect(body.counts[count], count).toBeGreaterThan(0);
  expect(body.counts.completion_rate).toBeGreaterThan(0.8);
  expect(streaks.user.longest).toBeGreaterThan(10);
  expect(new Set(alerts.map(({ type }: { type: string }) => type))).toContain('task_missed');
  expect(tasks.some(({ status, due_at }: { status: string; due_at: string }) => status === 'pending' && due_at > DEMO_NOW)).toBe(true);
  expect(tasks.some(({ parent_id }: { parent_id: string | null }) => parent_id !== null)).toBe(true);
  expect(tasks.some(({ recurring_task_id }: { recurring_task_id: string | null }) => recurring_task_id !== null)).toBe(true);
  const now = new Date(DEMO_NOW).toISOString();
  const todays = boxes.filter(({ date }) => date === today);
  expect(todays.map(({ starts_at, ends_at }) => (ends_at <= now ? 'over' : starts_at <= now ? 'now' : 'ahead'))).toEqual([
    'over',
    'now',
    'ahead',
  ]);
  expect(boxes.filter(({ overlaps }) => overlaps.length > 0)).toEqual([]);
  expect(new Set(boxes.map(({ date }) => date)).size).toBeGreaterThan(15);
  expect(focus.current).toBeNull();
  expect(focus.today.minutes).toBeGreaterThan(0);
  expect(new Set(sessions.map(({ end }) => end))).toEqual(new Set(['finished', 'stopped', 'completed']));
  const inBoxes = sessions.flatMap((session) =>
    boxes.filter(({ id }) => id === session.box_id).map(({ minutes }) => session.focused_seconds - 60 * minutes),
  );
  for (const side of [-1, 1]) expect(inBoxes.filter((beyond) => Math.sign(beyond) === side).length, `${side}`).toBeGreaterThan(2);
  expect(body.focus.planned_minutes).toBeGreaterThan(body.focus.minutes);
});

describe('the command line, on a folder with the first two weeks of a demo year', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-demo-'));
  const run = (...args: string[]): Promise<Ended> => runHere(args, { VOUCH_DATA: folder });
  let demo: Ended;
  beforeAll(async () => {
    const env = { VOUCH_DATA: folder, VOUCH_CLOCK: '2026-01-15T15:00:00Z' };
    demo = await runCommand(['demo', '--email', EMAIL, '--zone', 'America/New_York', '--seed', '7', '--year', '2026'], env);
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('demo says how to sign in, and shows how far it is', () => {
    expect(demo.stderr.match(/^ *\d+ %/gm)?.length).toBeGreaterThan(5);
    expect(demo).toMatchObject({ code: 0 });
    expect(demo.stdout).toContain(EMAIL);
    expect(demo.stdout).toContain(PASSWORD);
  });

  test('demo refuses an address that has an account', async () => {
    const again = await run('demo', '--email', EMAIL);
    expect(again.code).toBe(1);
    expect(again.stdout).toContain('--email');
  });

  test('demo begins on the first of January in the given zone', async () => {
    const server = await startServer(folder);
    const signedIn = await call(server.url, 'POST', '/api/auth/signin', { body: { email: EMAIL, password: PASSWORD } });
    const token = signedIn.body.session.access_token;
    const { days } = (await call(server.url, 'GET', '/api/reports/overall', { token })).body;
    const profile = (await call(server.url, 'GET', '/api/settings/profile', { token })).body;
    await server.end('SIGTERM');
    expect(days[0].date).toBe('2026-01-01');
    expect(profile).toMatchObject({ email: EMAIL, timezone: 'America/New_York' });
  });

  test('projections status names each read model, up to date', async () => {
    const { code, stdout } = await run('projections', 'status');
    expect(code).toBe(0);
    for (const name of ['accounts', 'tasks', 'days', 'alerts', 'history', 'deliveries', 'streams'])
      expect(stdout).toMatch(new RegExp(`^${name} .*up to date$`, 'm'));
  });

  test('projections rebuild builds a read model anew, and refuses an unknown name', async () => {
    expect(await run('projections', 'rebuild', 'tasks')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^tasks v\d+: \d{2,} documents\n$/),
    });
    const refused = await run('projections', 'rebuild', 'nothing');
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('tasks');
  });

  test('verify succeeds, and after an event was altered names the place where the chain breaks', async () => {
    const sound = await run('verify');
    expect(sound).toMatchObject({ code: 0, stdout: expect.stringContaining('every hash chain holds') });
    const altered = alterOne(join(folder, 'events.db'));
    const broken = await run('verify');
    expect(broken.code).toBe(1);
    expect(broken.stdout).toContain(`BROKEN ${altered}`);
  });

  test('an unknown command is refused with the list of commands', async () => {
    const { code, stderr } = await run('frobnicate');
    expect(code).not.toBe(0);
    expect(stderr).toContain('--help');
  });

  test('demo refuses an invalid zone and an invalid year', async () => {
    expect((await run('demo', '--zone', 'Nowhere/Land')).code).not.toBe(0);
    expect((await run('demo', '--year', '2999')).stdout).toContain('lies ahead');
  });
});

/** Changes the data of one event, as somebody with access to the file could. Returns its stream. */
function alterOne(path: string): string {
  const database = new DatabaseSync(path);
  const find = `SELECT position, stream, json FROM events WHERE json LIKE '%"kept"%' LIMIT 1`;
  const { position, stream, json } = database.prepare(find).get() as { position: number; stream: string; json: string };
  database.prepare('UPDATE events SET json = ? WHERE position = ?').run(json.replace('"kept"', '"late"'), position);
  database.close();
  return stream;
}
