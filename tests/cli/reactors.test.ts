import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HeldEvent, ReactorProgress } from '../../src/ports/coordination.ts';
import { openVault } from '../../src/store/vault/sqlite-vault.ts';
import { runHere } from '../support/command-line.ts';
import { call, type Ended, type ServerProcess, signUp, startServer } from '../support/server-process.ts';

const KEY = 'ab'.repeat(32);
const folder = mkdtempSync(join(tmpdir(), 'vouch-reactors-'));
const env = { VOUCH_DATA: folder, VOUCH_MASTER_KEY: KEY };
const run = (...args: string[]): Promise<Ended> => runHere(['reactors', ...args], env);
let server: ServerProcess | null = null;
afterAll(async () => {
  await server?.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** The data folder of a program that has ended. */
async function left<T>(work: (progress: ReactorProgress) => Promise<T>): Promise<T> {
  const vault = openVault({ path: join(folder, 'vault.db'), masterKey: Buffer.from(KEY, 'hex') });
  try {
    return await work(vault.reactors);
  } finally {
    await vault.close();
  }
}

const aside = (event_id: string, change: Partial<HeldEvent> = {}): HeldEvent => ({
  reactor: 'children-follow-parent',
  event_id,
  type: 'TaskCompleted',
  stream: 'task-gone',
  revision: 4,
  position: '0'.repeat(20),
  tries: 8,
  next_at: null,
  aside: true,
  error: 'Error: it could not be',
  held_at: '2026-11-20T16:00:00.000Z',
  ...change,
});

beforeAll(async () => {
  server = await startServer(folder, env);
  await signUp(server.url, 'ann@example.com');
});

test('the command is refused on a folder that a running server uses', async () => {
  expect(await run('status')).toMatchObject({ code: 1, stderr: expect.stringContaining('in use') });
});

test('status shows the checkpoint of each reactor, and names the events that were set aside', async () => {
  await server?.end('SIGTERM');
  const sound = await run('status');
  expect(sound.code).toBe(0);
  for (const name of ['children-follow-parent', 'vacation-skips-occurrences', 'partner-hears-of-changes'])
    expect(sound.stdout).toMatch(new RegExp(`^${name} +(up to date|at \\d+ of \\d+)  0 waiting  0 set aside$`, 'm'));
  await left(async (progress) => {
    for (const event of [aside('one'), aside('two'), aside('three', { reactor: 'partner-hears-of-changes' })]) await progress.hold(event);
  });
  const { code, stdout } = await run('status');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^children-follow-parent .* 2 set aside$/m);
  expect(stdout).toContain(
    'SET ASIDE children-follow-parent one: TaskCompleted in task-gone, tried 8 times since 2026-11-20T16:00:00.000Z: Error: it could not be',
  );
});

test('retry marks one event, the events of one reactor, or all events, and the next start retries them', async () => {
  expect(await run('retry', 'nothing')).toMatchObject({ code: 1, stdout: expect.stringContaining('vacation-skips-occurrences') });
  expect(await run('retry', 'children-follow-parent', 'three')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('no event three'),
  });
  expect((await run('retry', 'children-follow-parent', 'one')).stdout).toBe('1 taken up again: tried when the server starts.\n');
  expect((await left((progress) => progress.aside())).map(({ event_id }) => event_id)).toEqual(['two', 'three']);
  expect((await run('retry', 'children-follow-parent')).stdout).toContain('1 taken up');
  expect((await run('retry')).stdout).toContain('1 taken up');
  expect((await run('retry')).stdout).toBe('Nothing is set aside.\n');
  expect(await left((progress) => progress.counts())).toMatchObject([{ waiting: 2 }, { waiting: 1 }]);
  server = await startServer(folder, env);
  // Events that are due for a retry are retried before a move of the clock is answered.
  expect((await call(server.url, 'POST', '/dev/clock', { body: { advance: 'PT1S' } })).status).toBe(200);
  await server.end('SIGTERM');
  expect(await left((progress) => progress.counts())).toEqual([]);
});
