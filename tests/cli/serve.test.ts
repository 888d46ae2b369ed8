import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, MAIN, runCommand, SERVICES_OFF, type ServerProcess, signUp, startServer } from '../support/server-process.ts';

let folder = '';
const running: ServerProcess[] = [];
/** `main`: as in `startServer`. The bundle starts in half of the processor time, but the source is what users run. */
const start = async (env: Record<string, string> = {}, main?: string): Promise<ServerProcess> => {
  const server = await startServer(folder, env, main);
  running.push(server);
  return server;
};
const PRODUCTION = {
  VOUCH_MODE: 'production',
  VOUCH_MASTER_KEY: 'ab'.repeat(32),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'vouch@example.com',
  ...SERVICES_OFF,
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-serve-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('starting', () => {
  test('prints one line with the address on standard output, and makes a master key that only its owner may read', async () => {
    const server = await start({}, MAIN);
    expect((await call(server.url, 'GET', '/api/auth/session')).status).toBe(200);
    const lines = server.stdout().trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
    expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600);
  });

  test('makes the data folder and its files private, even if they were not before', async () => {
    const first = await start();
    await first.end('SIGKILL');
    const inFolder = () => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
    for (const path of [folder, ...inFolder()]) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    const server = await start();
    await signUp(server.url, 'ann@example.com');
    expect(inFolder().length).toBeGreaterThan(8);
    const open = [folder, ...inFolder()].filter((path) => statSync(path).mode & 0o077);
    expect(open).toEqual([]);
    expect(server.stderr()).toContain('data_folder.made_private');
  });

  test('in production on an address without TLS is refused, and nothing is written', async () => {
    const refused = await runCommand(['serve'], { VOUCH_DATA: join(folder, 'new'), PUBLIC_URL: 'http://vouch.example.com', ...PRODUCTION });
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toMatch(/PUBLIC_URL begins with http/);
    expect(existsSync(join(folder, 'new'))).toBe(false);
  });

  test('on a folder in use ends with an error that names the folder and the process, and does not disturb it', async () => {
    const server = await start();
    const token = await signUp(server.url, 'ann@example.com');
    const second = await runCommand(['serve'], { VOUCH_DATA: folder, PORT: '0' });
    expect(second.code).not.toBe(0);
    expect(second.stdout).toBe('');
    expect(second.stderr).toContain(folder);
    expect(second.stderr).toContain(String(server.pid));
    expect((await call(server.url, 'POST', '/api/tasks', { token, body: { title: 'Still here' } })).status).toBe(201);
  });

  test('after the vault was lost ends with one sentence, and verify says the same', async () => {
    const server = await start();
    await signUp(server.url, 'ann@example.com');
    await server.end('SIGTERM');
    rmSync(join(folder, 'vault.db'));
    const refused = await runCommand(['serve'], { VOUCH_DATA: folder, PORT: '0' });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^The vault .*vault\.db is missing or empty, .* Put vault\.db back from a backup\.\n$/);
    expect(await runCommand(['verify'], { VOUCH_DATA: folder })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`LOST ${refused.stderr}`),
    });
  });

  test('on a port in use ends with an error that names the port', async () => {
    const server = await start();
    const port = new URL(server.url).port;
    const other = await runCommand(['serve'], { VOUCH_DATA: join(folder, 'other'), PORT: port });
    expect(other.code).not.toBe(0);
    expect(other.stderr).toContain(`Port ${port}`);
  });

  test('in production is refused by the name of each missing setting', async () => {
    const refused = await runCommand(['serve'], { VOUCH_DATA: folder, PORT: '0', VOUCH_MODE: 'production' });
    expect(refused.code).not.toBe(0);
    for (const name of ['PUBLIC_URL', 'VOUCH_MASTER_KEY', 'SMTP_URL', 'MAIL_FROM']) expect(refused.stderr).toContain(name);
    for (const name of ['WHATSAPP_TOKEN', 'GOOGLE_CLIENT_ID', 'GITHUB_CLIENT_ID', 'STRIPE_KEY']) expect(refused.stderr).toContain(name);
    expect(existsSync(join(folder, 'master.key'))).toBe(false);
  });

  test('in production has no development routes', async () => {
    const server = await start({ ...PRODUCTION, PUBLIC_URL: 'https://vouch.example.com' });
    const headers = { host: 'vouch.example.com' };
    const answer = await call(server.url, 'POST', '/dev/clock', { body: { advance: 'P1D' }, headers });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(Array.isArray((await call(server.url, 'GET', '/dev/mailbox.json', { headers })).body)).toBe(false);
  });
});

describe('ending', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('by %s finishes the requests under way, and exits with 0 in time', async (signal) => {
    const server = await start({}, MAIN);
    const token = await signUp(server.url, 'ann@example.com');
    const writes = Array.from({ length: 40 }, (_, index) =>
      call(server.url, 'POST', '/api/tasks', { token, body: { title: `Task ${index}` } }).then(
        ({ status, body }) => (status === 201 ? (body.id as string) : null),
        () => null,
      ),
    );
    const ended = await server.end(signal);
    // After 9.5 s the end is forced, and the exit code is 1.
    expect(ended).toMatchObject({ code: 0, signal: null });
    const acknowledged = (await Promise.all(writes)).filter((id) => id !== null);
    const again = await start();
    const signedIn = await call(again.url, 'POST', '/api/auth/signin', {
      body: { email: 'ann@example.com', password: 'a rather long password' },
    });
    const tasks = await call(again.url, 'GET', '/api/tasks', { token: signedIn.body.session.access_token });
    const there = new Set(tasks.body.map(({ id }: { id: string }) => id));
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
  });
});

describe('the clock over restarts', () => {
  test('keeps its offset, and an earlier VOUCH_CLOCK is refused', async () => {
    const server = await start();
    const moved = await call(server.url, 'POST', '/dev/clock', { body: { to: '2031-05-01T00:00:00Z' } });
    expect(moved.body.now >= '2031-05-01T00:00:00.000Z').toBe(true);
    await server.end('SIGKILL');
    const again = await start();
    const { now } = (await call(again.url, 'GET', '/dev/clock')).body;
    expect(now >= moved.body.now).toBe(true);
    expect(now < '2031-05-01T00:05:00.000Z').toBe(true);
    await again.end('SIGTERM');
    const refused = await runCommand(['serve'], { VOUCH_DATA: folder, PORT: '0', VOUCH_CLOCK: '2030-01-01T00:00:00Z' });
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('VOUCH_CLOCK');
  });

  test('treats VOUCH_CLOCK like downtime: what fell due meanwhile is done, each at its own instant', async () => {
    const server = await start({ VOUCH_CLOCK: '2031-05-01T08:00:00Z' });
    const token = await signUp(server.url, 'ann@example.com');
    const task = await call(server.url, 'POST', '/api/tasks', {
      token,
      body: { title: 'Soon', due_date: '2031-05-01', due_time: '18:00' },
    });
    await server.end('SIGTERM');
    const again = await start({ VOUCH_CLOCK: '2031-05-04T08:00:00Z' });
    const signedIn = await call(again.url, 'POST', '/api/auth/signin', {
      body: { email: 'ann@example.com', password: 'a rather long password' },
    });
    const now = await call(again.url, 'GET', `/api/tasks/${task.body.id}`, { token: signedIn.body.session.access_token });
    expect(now.body).toMatchObject({ status: 'missed', missed_at: task.body.due_at });
  });
});

describe('development routes', () => {
  test('the clock refuses an earlier or invalid instant, and does not change', async () => {
    const { url } = await start();
    const { now } = (await call(url, 'GET', '/dev/clock')).body;
    const bodies: [unknown, number][] = [
      [{}, 422],
      [{ to: '2030-01-01T00:00:00Z', advance: 'P1D' }, 422],
      [{ to: 'tomorrow' }, 422],
      [{ to: '2030-01-01T00:00:00+01:00' }, 422],
      [{ advance: '-P1D' }, 422],
      [{ advance: 'one day' }, 422],
      [{ advance: 'P1000Y' }, 422],
      [{ to: '2101-01-01T00:00:00Z' }, 422],
      [{ to: 5 }, 422],
      [{ ahead: 'P1D' }, 422],
      [{ to: '2020-01-01T00:00:00Z' }, 409],
    ];
    for (const [body, status] of bodies)
      expect((await call(url, 'POST', '/dev/clock', { body })).status, JSON.stringify(body)).toBe(status);
    const put = await call(url, 'PUT', '/dev/clock', { body: { advance: 'P1D' } });
    expect([put.status, put.headers.get('allow')?.split(', ').sort()]).toEqual([405, ['GET', 'HEAD', 'POST']]);
    const after = (await call(url, 'GET', '/dev/clock')).body.now;
    expect(Date.parse(after) - Date.parse(now)).toBeLessThan(60_000);
  });

  test('the mailbox lists mails newest first, as a page too, and shows one in a frame that runs nothing', async () => {
    const { url } = await start();
    await signUp(url, 'ann@example.com');
    await signUp(url, 'bob@example.com');
    const all = (await call(url, 'GET', '/dev/mailbox.json')).body;
    expect(all.map(({ to }: { to: string[] }) => to)).toEqual([['bob@example.com'], ['ann@example.com']]);
    expect((await call(url, 'GET', '/dev/mailbox.json?to=ANN@example.com')).body).toHaveLength(1);
    expect((await call(url, 'GET', '/dev/mailbox.json?limit=0')).status).toBe(422);
    const page = await call(url, 'GET', `/dev/mailbox?mail=${all[0].id}`);
    expect(page.body).toContain('bob@example.com');
    const mail = await call(url, 'GET', `/dev/mailbox/${all[0].id}/html`);
    expect(mail.headers.get('content-security-policy')).toContain('sandbox');
    expect(mail.body).toContain('/auth/confirm?token=');
    expect((await call(url, 'GET', '/dev/mailbox/none/html')).status).toBe(404);
  });

  test('the mailbox keeps its mails over a restart', async () => {
    const server = await start();
    await signUp(server.url, 'ann@example.com');
    await server.end('SIGTERM');
    const again = await start();
    expect((await call(again.url, 'GET', '/dev/mailbox.json')).body).toHaveLength(1);
  });

  test('do not exist for requests that come through a proxy', async () => {
    const { url } = await start();
    expect((await call(url, 'GET', '/dev/clock', { headers: { 'x-forwarded-for': '203.0.113.5' } })).status).toBe(404);
  });
});

describe('the log of the program', () => {
  test('contains no address and no title', async () => {
    const server = await start();
    const token = await signUp(server.url, 'secretive@example.com');
    await call(server.url, 'POST', '/api/tasks', { token, body: { title: 'A surprise party', due_date: '2099-01-01' } });
    const { stderr } = await server.end('SIGTERM');
    expect(stderr).not.toContain('secretive');
    expect(stderr).not.toContain('surprise');
    expect(readFileSync(join(folder, 'events.db')).includes('secretive')).toBe(false);
  });
});
