import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runHere } from '../support/command-line.ts';
import { dumpViews } from '../support/rebuilt.ts';
import { call, IN_THREADS, KILLS, runCommand, type ServerProcess, signUp, startServer } from '../support/server-process.ts';

/** On any machine the test ends in time; kills that were left out are reported. */
const BOUND_MS = 360_000;
const WRITERS = 6;
const PASSWORD = 'a rather long password';
const EMAIL = 'ann@example.com';

const folder = mkdtempSync(join(tmpdir(), 'vouch-kill-'));
let server: ServerProcess | null = null;
afterEach(async () => {
  await server?.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Acknowledged {
  readonly created: Set<string>;
  readonly completed: Set<string>;
}

/** Writes until the server has ended, and notes what was acknowledged. */
async function write(url: string, token: string, noted: Acknowledged): Promise<void> {
  for (let count = 0; ; count += 1) {
    try {
      const made = await call(url, 'POST', '/api/tasks', { token, body: { title: `Task ${count}`, due_date: '2099-01-01' } });
      if (made.status !== 201) throw new Error(`A task was refused: ${made.status} ${JSON.stringify(made.body)}`);
      noted.created.add(made.body.id);
      const done = await call(url, 'PATCH', `/api/tasks/${made.body.id}/status`, { token, body: { status: 'completed' } });
      if (done.status !== 200) throw new Error(`A completion was refused: ${done.status} ${JSON.stringify(done.body)}`);
      noted.completed.add(made.body.id);
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

const signIn = async (url: string): Promise<string> =>
  (await call(url, 'POST', '/api/auth/signin', { body: { email: EMAIL, password: PASSWORD } })).body.session.access_token;

test(`${KILLS} kills under load lose no acknowledged write`, { timeout: BOUND_MS + 120_000 }, async () => {
  const noted: Acknowledged = { created: new Set(), completed: new Set() };
  // Killed processes leave nothing compiled behind; this one does.
  await runCommand(['--help'], {});
  server = await startServer(folder, IN_THREADS);
  let token = await signUp(server.url, EMAIL);
  const until = performance.now() + BOUND_MS;
  let kills = 0;
  for (; kills < KILLS && performance.now() < until; kills += 1) {
    const before = noted.completed.size;
    const running = server;
    const writers = Array.from({ length: WRITERS }, () => write(running.url, token, noted));
    // At a different instant each time: some after a few writes, some in the middle of many.
    while (noted.completed.size < before + 1 + (kills % 7)) await new Promise((resolve) => setTimeout(resolve, kills % 5));
    await running.end('SIGKILL');
    await Promise.all(writers);
    server = await startServer(folder, IN_THREADS);
    // The session survives the process; a new token is requested when it has expired.
    const newest = [...noted.completed].at(-1) as string;
    const seen = await call(server.url, 'GET', `/api/tasks/${newest}`, { token });
    if (seen.status === 401) token = await signIn(server.url);
    else expect(seen.body.status).toBe('completed');
  }
  expect(kills, `kills in ${BOUND_MS} ms`).toBe(KILLS);
  expect(noted.created.size).toBeGreaterThan(KILLS);

  token = await signIn(server.url);
  const there = new Map<string, string>();
  for (let path: string | null = '/api/tasks?limit=1000'; path !== null; ) {
    const page: Awaited<ReturnType<typeof call>> = await call(server.url, 'GET', path, { token });
    for (const { id, status } of page.body) there.set(id, status);
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
  }
  expect([...noted.created].filter((id) => !there.has(id))).toEqual([]);
  expect([...noted.completed].filter((id) => there.get(id) !== 'completed')).toEqual([]);
  await server.end('SIGTERM');
  server = null;

  const env = { VOUCH_DATA: folder };
  expect(await runHere(['verify'], env)).toMatchObject({ code: 0 });
  const before = dumpViews(folder);
  expect(await runHere(['projections', 'rebuild'], env)).toMatchObject({ code: 0 });
  expect(dumpViews(folder)).toEqual(before);
});
