import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oneByChance } from '../support/by-chance.mjs';
import { runHere } from '../support/command-line.ts';
import { call, MAIN, runCommand, SERVICES_OFF, type ServerProcess, signIn, signUp, startServer } from '../support/server-process.ts';

const PRODUCTION = {
  VOUCH_MODE: 'production',
  VOUCH_MASTER_KEY: 'ab'.repeat(32),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'vouch@example.com',
  ...SERVICES_OFF,
};
const EMAIL = 'ann@example.com';
/** Each has a server of its own, and they differ in nothing else. */
const SIGNALS = oneByChance(['SIGTERM', 'SIGINT'] as const);

/** A data folder of a `describe`, and the server that runs on it. Each start costs half a second, so tests share them. */
function ownFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-serve-'));
  let running: ServerProcess | null = null;
  afterAll(async () => {
    await running?.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    /** `main`: as in `startServer`. The bundle starts in half of the processor time, but the source is what users run. */
    async start(env: Record<string, string> = {}, main?: string): Promise<ServerProcess> {
      running = await startServer(folder, env, main);
      return running;
    },
    serveAgain: (env: Record<string, string> = {}) => runCommand(['serve'], { VOUCH_DATA: folder, PORT: '0', ...env }),
  };
}

describe('starting and ending', { timeout: 90_000 }, () => {
  const { folder, start } = ownFolder();
  let server: ServerProcess;

  test('prints one line with the address on standard output, and makes a master key that only its owner may read', async () => {
    server = await start({}, MAIN);
    expect((await call(server.url, 'GET', '/api/auth/session')).status).toBe(200);
    const lines = server.stdout().trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
    expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600);
    await signUp(server.url, EMAIL);
  });

  test.each(SIGNALS)('by %s finishes the requests under way, and exits with 0 in time', async (signal) => {
    const token = await signIn(server.url, EMAIL);
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
    server = await start();
    const tasks = await call(server.url, 'GET', '/api/tasks', { token: await signIn(server.url, EMAIL) });
    const there = new Set(tasks.body.map(({ id }: { id: string }) => id));
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([]);
  });
});

describe('in production', () => {
  const { folder, start } = ownFolder();

  test('on an address without TLS is refused, and nothing is written', async () => {
    const refused = await runCommand(['serve'], { VOUCH_DATA: join(folder, 'new'), PUBLIC_URL: 'http://vouch.example.com', ...PRODUCTION });
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toMatch(/PUBLIC_URL begins with http/);
    expect(existsSync(join(folder, 'new'))).toBe(false);
  });

  test('is refused by the name of each missing setting', async () => {
    const refused = await runCommand(['serve'], { VOUCH_DATA: folder, PORT: '0', VOUCH_MODE: 'production' });
    expect(refused.code).not.toBe(0);
    for (const name of ['PUBLIC_URL', 'VOUCH_MASTER_KEY', 'SMTP_URL', 'MAIL_FROM']) expect(refused.stderr).toContain(name);
    for (const name of ['WHATSAPP_TOKEN', 'GOOGLE_CLIENT_ID', 'GITHUB_CLIENT_ID', 'STRIPE_KEY']) expect(refused.stderr).toContain(name);
    expect(existsSync(join(folder, 'master.key'))).toBe(false);
  });

  test('has no development routes', async () => {
    const server = await start({ ...PRODUCTION, PUBLIC_URL: 'https://vouch.example.com' });
    const headers = { host: 'vouch.example.com' };
    const answer = await call(server.url, 'POST', '/dev/clock', { body: { advance: 'P1D' }, headers });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(Array.isArray((await call(server.url, 'GET', '/dev/mailbox.json', { headers })).body)).toBe(false);
  });
});

/** Each test continues where the one before it ended. */
describe('a folder over restarts', () => {
  const { folder, start, serveAgain } = ownFolder();
  let server: ServerProcess;
  let moved = '';

  test('treats VOUCH_CLOCK like downtime: what fell due meanwhile is done, each at its own instant', async () => {
    const first = await start({ VOUCH_CLOCK: '2031-05-01T08:00:00Z' });
    const token = await signUp(first.url, EMAIL);
    const task = await call(first.url, 'POST', '/api/tasks', { token, body: { title: 'Soon', due_date: '2031-05-01', due_time: '18:00' } });
    await first.end('SIGTERM');
    server = await start({ VOUCH_CLOCK: '2031-05-04T08:00:00Z' });
    const now = await call(server.url, 'GET', `/api/tasks/${task.body.id}`, { token: await signIn(server.url, EMAIL) });
    expect(now.body).toMatchObject({ status: 'missed', missed_at: task.body.due_at });
  });

  test('keeps the mails of the mailbox', async () => {
    const mails = (await call(server.url, 'GET', '/dev/mailbox.json')).body;
    expect(mails.filter(({ text }: { text: string }) => text.includes('/auth/confirm?token='))).toHaveLength(1);
  });

  test('keeps the offset of the clock', async () => {
    const answer = await call(server.url, 'POST', '/dev/clock', { body: { to: '2031-06-01T00:00:00Z' } });
    moved = answer.body.now;
    expect(moved >= '2031-06-01T00:00:00.000Z').toBe(true);
    await server.end('SIGKILL');
    for (const path of [folder, ...inFolder()]) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
    server = await start();
    const { now } = (await call(server.url, 'GET', '/dev/clock')).body;
    expect(now >= moved).toBe(true);
    expect(now < '2031-06-01T00:05:00.000Z').toBe(true);
  });

  const inFolder = () => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  test('becomes private with its files, even if they were not before', async () => {
    await signUp(server.url, 'bob@example.com');
    expect(inFolder().length).toBeGreaterThan(8);
    const open = [folder, ...inFolder()].filter((path) => statSync(path).mode & 0o077);
    expect(open).toEqual([]);
    expect(server.stderr()).toContain('data_folder.made_private');
    await server.end('SIGTERM');
  });

  test('refuses an earlier VOUCH_CLOCK', async () => {
    const refused = await serveAgain({ VOUCH_CLOCK: '2030-01-01T00:00:00Z' });
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('VOUCH_CLOCK');
  });

  test('after the vault was lost ends with one sentence, and verify says the same', async () => {
    rmSync(join(folder, 'vault.db'));
    const refused = await serveAgain();
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^The vault .*vault\.db is missing or empty, .* Put vault\.db back from a backup\.\n$/);
    expect(await runHere(['verify'], { VOUCH_DATA: folder })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`LOST ${refused.stderr}`),
    });
  });
});

describe('a server in development', () => {
  const { folder, start, serveAgain } = ownFolder();
  let server: ServerProcess;
  let token = '';
  beforeAll(async () => {
    server = await start();
  }, 60_000);

  test('shows the mails of the mailbox newest first, as a page too, and one of them in a frame that runs nothing', async () => {
    const { url } = server;
    token = await signUp(url, EMAIL);
    await signUp(url, 'bob@example.com');
    const all = (await call(url, 'GET', '/dev/mailbox.json')).body;
    expect(all.map(({ to }: { to: string[] }) => to)).toEqual([['bob@example.com'], [EMAIL]]);
    expect((await call(url, 'GET', '/dev/mailbox.json?to=ANN@example.com')).body).toHaveLength(1);
    expect((await call(url, 'GET', '/dev/mailbox.json?limit=0')).status).toBe(422);
    const page = await call(url, 'GET', `/dev/mailbox?mail=${all[0].id}`);
    expect(page.body).toContain('bob@example.com');
    const mail = await call(url, 'GET', `/dev/mailbox/${all[0].id}/html`);
    expect(mail.headers.get('content-security-policy')).toContain('sandbox');
    expect(mail.body).toContain('/auth/confirm?token=');
    expect((await call(url, 'GET', '/dev/mailbox/none/html')).status).toBe(404);
  });

  test('keeps its folder: a second start ends with an error that names the folder and the process, and does not disturb it', async () => {
    const second = await serveAgain();
    expect(second.code).not.toBe(0);
    expect(second.stdout).toBe('');
    expect(second.stderr).toContain(folder);
    expect(second.stderr).toContain(String(server.pid));
    expect((await call(server.url, 'POST', '/api/tasks', { token, body: { title: 'Still here' } })).status).toBe(201);
  });

  test('keeps its port: another start on it ends with an error that names the port', async () => {
    const port = new URL(server.url).port;
    const other = await runCommand(['serve'], { VOUCH_DATA: join(folder, 'other'), PORT: port });
    expect(other.code).not.toBe(0);
    expect(other.stderr).toContain(`Port ${port}`);
  });

  test('refuses to set the clock to an earlier or invalid instant, and does not change it', async () => {
    const { url } = server;
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

  test('has no development routes for requests that come through a proxy', async () => {
    expect((await call(server.url, 'GET', '/dev/clock', { headers: { 'x-forwarded-for': '203.0.113.5' } })).status).toBe(404);
  });

  test('writes no address and no title into its log', async () => {
    const own = await signUp(server.url, 'secretive@example.com');
    await call(server.url, 'POST', '/api/tasks', { token: own, body: { title: 'A surprise party', due_date: '2099-01-01' } });
    const { stderr } = await server.end('SIGTERM');
    expect(stderr).not.toContain('secretive');
    expect(stderr).not.toContain('surprise');
    expect(readFileSync(join(folder, 'events.db')).includes('secretive')).toBe(false);
  });
});
