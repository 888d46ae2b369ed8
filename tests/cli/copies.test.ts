import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EventStoreDoubleProcess, startEventStoreDoubleProcess } from '../servers/eventstore.ts';
import { sharedMongo, sharedProgram } from '../servers/shared.ts';
import { runHere } from '../support/command-line.ts';
import { call, signUp, startServer } from '../support/server-process.ts';

describe('a backup', () => {
  const root = mkdtempSync(join(tmpdir(), 'vouch-backup-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  /** Starts a command and kills it as soon as it has written something into the folder. */
  async function killed(command: string, written: string, env: Readonly<Record<string, string>>): Promise<void> {
    mkdirSync(written, { recursive: true });
    const seen = watch(written);
    const child = spawn(process.execPath, [await sharedProgram(), command, join(root, 'copy')], {
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await Promise.race([once(seen, 'change'), ended]);
    child.kill('SIGKILL');
    await ended;
    seen.close();
    // On a busy machine a command may have ended before it could be killed, and refuses a folder that is whole.
    if (child.exitCode === 0) rmSync(written, { recursive: true });
  }

  test('made while the program serves is restored whole, also if both were killed before', { timeout: 200_000 }, async () => {
    const [data, copy, restored] = [join(root, 'data'), join(root, 'copy'), join(root, 'restored')];
    const server = await startServer(data);
    const token = await signUp(server.url, 'ann@example.com');
    await call(server.url, 'POST', '/api/tasks', { token, body: { title: 'Kept in the copy' } });
    await killed('backup', copy, { VOUCH_DATA: data });
    const made = await runHere(['backup', copy], { VOUCH_DATA: data });
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toMatch(/^\d+ events and 0 files are in .*\. Every hash chain holds\.\n/);
    expect(made.stdout).toMatch(/A backup is kept for 30 days: delete this one by \d{4}-\d{2}-\d{2}, /);
    await call(server.url, 'POST', '/api/tasks', { token, body: { title: 'Later than the copy' } });
    await server.end('SIGKILL');
    await killed('restore', restored, { VOUCH_DATA: restored });
    const put = await runHere(['restore', copy, '--json'], { VOUCH_DATA: restored });
    expect([put.code, put.stderr]).toEqual([0, '']);
    expect(JSON.parse(put.stdout)).toMatchObject({ folder: restored, erased_again: 0 });
    const again = await startServer(restored);
    const body = { email: 'ann@example.com', password: 'a rather long password' };
    const signedIn = await call(again.url, 'POST', '/api/auth/signin', { body });
    const { access_token } = signedIn.body.session;
    const tasks = await call(again.url, 'GET', '/api/tasks', { token: access_token });
    expect(tasks.body.map((task: { title: string }) => task.title)).toEqual(['Kept in the copy']);
    await again.end('SIGTERM');
  });

  test('is refused with a sentence, and 1', async () => {
    const nothing = join(root, 'nothing');
    expect(await runHere(['backup', join(root, 'new')], { VOUCH_DATA: nothing })).toMatchObject({
      code: 1,
      stderr: `There is no event log in ${nothing}. Set VOUCH_DATA to the folder that holds it.\n`,
    });
  });
});

const mongo = await sharedMongo();
const KEY = { VOUCH_MASTER_KEY: 'ab'.repeat(32) };
const EMAIL = 'ann@example.com';
const TITLE = 'Träume aufschreiben';

describe.skipIf(mongo === null)(`moving a running installation, with ${mongo?.name} and a double of EventStoreDB`, () => {
  const [first, second] = [mkdtempSync(join(tmpdir(), 'vouch-move-')), mkdtempSync(join(tmpdir(), 'vouch-moved-'))];
  let eventstore: EventStoreDoubleProcess;
  let servers: Record<string, string>;
  beforeAll(async () => {
    eventstore = await startEventStoreDoubleProcess();
    servers = { ...KEY, EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongo?.database() ?? '' };
  });
  afterAll(async () => {
    await eventstore?.stop();
    for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true });
  });
  const migrate = (to: string, folder: string, env = servers) => runHere(['migrate', '--to', to], { ...env, VOUCH_DATA: folder });

  test('refuses a migration that is not possible, with an error message', async () => {
    expect(await migrate('eventstore', first, KEY as typeof servers)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Set EVENTSTORE_URL/),
    });
    expect(await migrate('eventstore', first)).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no event log in') });
    expect((await migrate('mars', first)).stderr).toContain('Allowed choices are eventstore, sqlite');
    const away = { ...servers, EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' };
    expect(await migrate('sqlite', second, away)).toMatchObject({ code: 1, stderr: expect.not.stringContaining('    at ') });
  });

  test('copies the log to the servers while the program serves, and the rest after it has ended', { timeout: 60_000 }, async () => {
    const server = await startServer(first, KEY);
    const token = await signUp(server.url, EMAIL);
    const make = (title: string) => call(server.url, 'POST', '/api/tasks', { token, body: { title, due_date: '2099-01-01' } });
    await make(TITLE);
    const beside = await migrate('eventstore', first);
    expect(beside).toMatchObject({ code: 3, stdout: expect.stringContaining(`In use by process ${server.pid}`) });
    expect(beside.stdout).toMatch(/^\d+ read models built from the copy\.$/m);
    await make('Written since');
    await server.end('SIGTERM');

    const rest = await migrate('eventstore', first);
    expect(rest).toMatchObject({ code: 0, stderr: expect.stringMatching(/100 % .*compared[\s\S]*100 % .*read models built/) });
    expect(rest.stdout).toMatch(
      /^[1-9]\d* events copied\.\n\d+ read models built from the copy\.\n\d+ events compared, each hash worked out anew: the same on both sides/,
    );
    expect(Number(/^(\d+) events copied/.exec(rest.stdout)?.[1])).toBeLessThan(Number(/(\d+) events compared/.exec(rest.stdout)?.[1]));
  });

  test('answers the same questions about the log on servers as on files, without a lease', async () => {
    const ask = (...args: string[]) => runHere(['events', ...args], { ...servers, VOUCH_DATA: join(second, 'not-used') });
    const onFiles = (...args: string[]) => runHere(['events', ...args], { ...KEY, VOUCH_DATA: first });
    const stats = await ask('stats', '--json');
    expect(stats).toEqual(await onFiles('stats', '--json'));
    expect(JSON.parse(stats.stdout)).toMatchObject({ people: 1, types: { 'task.created': 2 } });
    const tail = await ask('tail', '--json', '--lines', '5');
    expect(tail).toEqual(await onFiles('tail', '--json', '--lines', '5'));
    expect(tail.stdout.trim().split('\n')).toHaveLength(5);
    const leases = await runHere(['projections', 'leases'], { ...servers, VOUCH_DATA: join(second, 'not-used') });
    expect(leases.stdout).toBe('No worker holds anything.\n');
  });

  test('refuses another master key and a copy of another log', async () => {
    const other = await migrate('sqlite', second, { ...servers, VOUCH_MASTER_KEY: 'cd'.repeat(32) });
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('The master key is not the one') });
    const stranger = mkdtempSync(join(tmpdir(), 'vouch-stranger-'));
    const server = await startServer(stranger, KEY);
    await signUp(server.url, 'bob@example.com');
    await server.end('SIGTERM');
    expect(await migrate('eventstore', stranger)).toMatchObject({ code: 1, stderr: expect.stringContaining('does not hold') });
    rmSync(stranger, { recursive: true });
  });

  test('moves back into files, where everybody can still sign in and read their texts', { timeout: 60_000 }, async () => {
    expect(await migrate('sqlite', second)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Start the program without EVENTSTORE_URL'),
    });
    expect(await runHere(['verify'], { ...KEY, VOUCH_DATA: second })).toMatchObject({ code: 0 });
    const server = await startServer(second, KEY);
    const signedIn = await call(server.url, 'POST', '/api/auth/signin', { body: { email: EMAIL, password: 'a rather long password' } });
    const { body } = await call(server.url, 'GET', '/api/tasks', { token: signedIn.body.session.access_token });
    await server.end('SIGTERM');
    expect(body.map(({ title }: { title: string }) => title).sort()).toEqual([TITLE, 'Written since']);
  });
});
