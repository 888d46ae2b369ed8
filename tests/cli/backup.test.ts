import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { call, runCommand, signUp, startServer } from '../support/server-process.ts';

const root = mkdtempSync(join(tmpdir(), 'vouch-backup-'));
const SCRIPT = join(import.meta.dirname, '../../scripts/backup.mjs');
const back = (...args: string[]) => spawnSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8' });
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a copy made while it serves verifies, and with the master key everything can be read from it', { timeout: 60_000 }, async () => {
  const [data, copy] = [join(root, 'data'), join(root, 'copy')];
  const server = await startServer(data);
  mkdirSync(join(data, 'files', 'ann'), { recursive: true });
  writeFileSync(join(data, 'files', 'ann', 'bundle.zip'), 'x', { mode: 0o644 });
  writeFileSync(join(data, 'files', 'ann', '.proof.png.half.part'), 'x');
  const token = await signUp(server.url, 'ann@example.com');
  await call(server.url, 'POST', '/api/tasks', { token, body: { title: 'Kept in the copy' } });
  const { status, stdout, stderr } = back(data, copy);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('master.key was left out');
  await call(server.url, 'POST', '/api/tasks', { token, body: { title: 'Later than the copy' } });
  await server.end('SIGKILL');
  rmSync(join(data, 'events.db'));

  expect(existsSync(join(copy, 'master.key'))).toBe(false);
  expect(readdirSync(join(copy, 'files', 'ann'))).toEqual(['bundle.zip']);
  const all = [copy, ...readdirSync(copy, { recursive: true }).map((name) => join(copy, String(name)))];
  expect(all.filter((path) => statSync(path).mode & 0o077)).toEqual([]);
  cpSync(join(data, 'master.key'), join(copy, 'master.key'));
  expect((await runCommand(['verify'], { VOUCH_DATA: copy })).stdout).toMatch(/every hash chain holds/);
  const again = await startServer(copy);
  const body = { email: 'ann@example.com', password: 'a rather long password' };
  const signedIn = await call(again.url, 'POST', '/api/auth/signin', { body });
  const { access_token } = signedIn.body.session;
  const tasks = await call(again.url, 'GET', '/api/tasks', { token: access_token });
  expect(tasks.body.map((task: { title: string }) => task.title)).toEqual(['Kept in the copy']);
  await again.end('SIGTERM');
});

test('it refuses a folder that is not a data folder, and does not overwrite a copy', () => {
  expect(back(join(root, 'nothing'), join(root, 'new'))).toMatchObject({ status: 1, stderr: expect.stringContaining('no event log') });
  expect(back(join(root, 'copy'), join(root, 'copy'))).toMatchObject({ status: 1, stderr: expect.stringContaining('is there already') });
  expect(back().status).toBe(1);
});
