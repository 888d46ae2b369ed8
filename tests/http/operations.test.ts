import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { tasks } from '../../src/projections/task/tasks.ts';
import { startEventStoreDouble } from '../servers/eventstore.ts';
import { sharedMongo, sharedProgram } from '../servers/shared.ts';
import { Client, PASSWORD } from '../support/client.ts';
import { type Operated, startOperated } from '../support/operated.ts';
import { freePort } from '../support/ports.ts';
import { COMPILE_CACHE, signUp } from '../support/server-process.ts';

const ADA = { email: 'ada.lovelace@example.org', full_name: 'Ada Lovelace' };
const SOREN = { name: 'Søren Ødegård', email: 'nobody.soren@example.net' };
const TITLE = 'Burn the love letters';
const PATIENCE = { timeout: 15_000 };
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/;

const at = async (url: string, path: string) => {
  const response = await fetch(url + path);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};
const tokenIn = (raw: string, path: RegExp): string => path.exec(raw)?.[1] ?? 'no token';

describe('the port for operators', () => {
  let program: Operated;
  let client: Client;
  let early: { ready: number; alive: number };
  const secrets: string[] = [ADA.email, ADA.full_name, SOREN.name, SOREN.email, TITLE, PASSWORD, 'Lovelace', 'wrong horse'];
  const scraped = async (): Promise<string> => (await at(program.operationsUrl, '/metrics')).text;
  const value = async (line: string): Promise<number> => {
    const found = (await scraped()).split('\n').find((one) => one.startsWith(`${line} `));
    return found === undefined ? 0 : Number(found.slice(line.length + 1));
  };
  const mailTo = async (address: string) => {
    const found = () => program.mails.find(({ to }) => to === address)?.raw;
    return vi.waitUntil(found, PATIENCE);
  };

  beforeAll(async () => {
    program = await startOperated(async (url) => {
      early = { ready: (await at(url, '/readyz')).status, alive: (await at(url, '/healthz')).status };
    });
    client = new Client(program.url);
    await tellAStory();
  });
  afterAll(() => program.stop());

  /** A user signs up, makes a task, names a partner whose mailbox refuses mail, and makes every kind of mistake. */
  async function tellAStory(): Promise<void> {
    await client.post('/api/auth/signup', { ...ADA, password: PASSWORD, timezone: 'Europe/Berlin' });
    const token = tokenIn(await mailTo(ADA.email), /confirm\?token=(\w+)/);
    secrets.push(token);
    await client.get(`/auth/confirm?token=${token}`);
    await client.post('/api/auth/confirm', { token });
    const { body: task } = await client.post('/api/tasks', { title: TITLE });
    secrets.push(task.id);
    await client.get(`/api/tasks/${task.id}`);
    await client.post('/api/tasks', `{"title": "${TITLE}`, { 'content-type': 'application/json' });
    await client.post('/api/auth/signin', { email: ADA.email, password: 'wrong horse' });
    await client.post('/api/partners', SOREN);
    await client.get('/partner/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef');
    await client.get(`/api/nothing/${encodeURIComponent(ADA.email)}`);
    await client.send('PATCH', `/${encodeURIComponent(TITLE)}`);
    secrets.push('0123456789abcdef');
    const dead = 'vouch_deliveries_total{kind="partner_invitation",channel="mail",outcome="dead"}';
    await vi.waitUntil(async () => (await value(dead)) === 1, PATIENCE);
    // An error of a driver may contain such texts.
    const cause = new Error(`mongodb://root:hunter22@localhost/?q and ${ADA.email}`);
    const fault = Object.assign(new Error(`E11000 dup key: { title: "${TITLE}", by: "${ADA.email}" }`, { cause }), {
      document: { title: TITLE },
    });
    program.assembled.log.error({ err: fault }, 'store.failed');
    secrets.push('hunter22');
  }

  test('/healthz says that the process lives, on both ports and before it is ready; /readyz only when it is', async () => {
    expect(early).toEqual({ ready: 503, alive: 200 });
    expect(await at(program.url, '/healthz')).toMatchObject({ status: 200, text: 'ok\n' });
    expect(await at(program.operationsUrl, '/healthz')).toMatchObject({ status: 200, text: 'ok\n' });
    expect(JSON.parse((await at(program.operationsUrl, '/readyz')).text)).toEqual({ ready: true, faults: [] });
  });

  test('the calls for operators are not on the public port, and no others are on theirs', async () => {
    for (const path of ['/metrics', '/readyz']) {
      const { text } = await at(program.url, path);
      expect(text).not.toContain('vouch_');
      expect(text).not.toContain('"ready"');
    }
    expect((await at(program.operationsUrl, '/api/tasks')).status).toBe(404);
    expect((await fetch(`${program.operationsUrl}/metrics`, { method: 'POST' })).status).toBe(405);
  });

  test('/metrics counts requests by pattern, commands by outcome, events, jobs and deliveries', async () => {
    const { status, type } = await at(program.operationsUrl, '/metrics');
    expect([status, type]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')]);
    for (const [line, count] of [
      ['vouch_http_requests_total{route="/api/tasks/{id}",method="GET",status="2xx"}', 1],
      ['vouch_http_requests_total{route="/api/tasks",method="POST",status="2xx"}', 1],
      ['vouch_http_requests_total{route="/api/tasks",method="POST",status="4xx"}', 1],
      ['vouch_http_requests_total{route="/partner/{token}",method="GET",status="4xx"}', 1],
      // The unknown call, and /metrics and /readyz, which the public port does not have.
      ['vouch_http_requests_total{route="(unknown)",method="GET",status="4xx"}', 3],
      ['vouch_commands_total{aggregate="task",command="Promise",outcome="done"}', 1],
      ['vouch_events_appended_total{type="TaskPromised"}', 1],
      ['vouch_deliveries_total{kind="confirmation",channel="mail",outcome="sent"}', 1],
      ['vouch_deliveries_total{kind="partner_invitation",channel="mail",outcome="dead"}', 1],
      ['vouch_logged_total{level="error"}', 1],
      ['vouch_due_work_total{kind="deliver",outcome="done"}', 2],
      [`vouch_projection_lag_seconds{projection="tasks",version="${tasks.version}",serves="yes"}`, 0],
      ['vouch_projection_folded_here{projection="tasks"}', 1],
      ['vouch_store_up{store="data folder"}', 1],
    ] as const)
      expect([line, await value(line)]).toEqual([line, count]);
    await expect.poll(() => value('vouch_jobs_total{job="due",outcome="done"}')).toBeGreaterThan(0);
    expect(await value('vouch_store_seconds_count{store="events",operation="append"}')).toBeGreaterThan(0);
    expect(await value('vouch_data_free_bytes{folder="data"}')).toBeGreaterThan(0);
    expect(await value('process_resident_memory_bytes')).toBeGreaterThan(0);
  });

  test('the metrics contain nothing personal, no ids, and no unlimited labels', async () => {
    const text = await scraped();
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(UUID);
    expect(text).not.toMatch(/@|\d+\.\d+\.\d+\.\d+/);
  });

  test('the log has a line for each request, by its pattern, and nothing personal, no path and no token', () => {
    const lines = program.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const requests = lines.filter(({ event }) => event === 'request.answered');
    for (const route of ['/api/auth/signup', '/api/tasks/{id}', '/partner/{token}', '/api/partners', '(page)', '(unknown)'])
      expect(requests.map((line) => line.route)).toContain(route);
    for (const request of requests)
      expect(Object.keys(request).toSorted()).toEqual(['event', 'level', 'method', 'ms', 'msg', 'request', 'route', 'status', 'time']);
    const text = program.lines.join('');
    expect(text).toContain('E11000 dup key: [hidden]');
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/[\w.]@[\w.]/);
  });

  test('an unexpected error can be found in the log by the id in its answer', async () => {
    const { documents } = program.assembled.app.views;
    const find = vi.spyOn(documents, 'find').mockRejectedValue(new TypeError(`No end of '${TITLE}' by ${ADA.email}`));
    const answer = await client.get('/api/alerts');
    find.mockRestore();
    expect(answer.status).toBe(500);
    const id = answer.headers.get('x-request-id') ?? 'none';
    expect(id).toMatch(UUID);
    const logged = program.lines.filter((line) => line.includes(id)).map((line) => JSON.parse(line));
    expect(logged).toMatchObject([
      {
        ...{ level: 'error', event: 'request.failed', method: 'GET', route: '/api/alerts', request: id },
        err: { type: 'TypeError', stack: expect.stringContaining('at ') },
      },
      { level: 'info', event: 'request.answered', route: '/api/alerts', status: 500 },
    ]);
    expect(logged[0].err.message).toBe('No end of [quoted] by [address]');
  });

  test('a program that is ending is alive and not ready', async () => {
    program.operations.ending();
    const { status, text } = await at(program.operationsUrl, '/readyz');
    expect([status, JSON.parse(text)]).toEqual([503, { ready: false, faults: [{ name: 'program', error: 'It is ending.' }] }]);
    expect((await at(program.operationsUrl, '/healthz')).status).toBe(200);
    program.operations.serving(program.assembled);
  });
});

const mongo = await sharedMongo();
const START_PATIENCE = { timeout: 30_000, interval: 100 };

interface RoleProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly operations: string;
}

/** A process on the servers in one role, with its own port for operators. */
async function start(role: string, urls: Readonly<Record<string, string>>): Promise<RoleProcess> {
  const [port, operations] = [await freePort(), await freePort()];
  const env = {
    ...urls,
    ...COMPILE_CACHE,
    PATH: process.env.PATH ?? '',
    PORT: String(port),
    OPERATIONS_PORT: String(operations),
    VOUCH_DATA: '/nonexistent',
  };
  const child = spawn(process.execPath, [await sharedProgram(), 'serve', '--role', role], { env, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, url: `http://127.0.0.1:${port}`, operations: `http://127.0.0.1:${operations}` };
}

const asked = async ({ operations }: RoleProcess, path: string): Promise<{ status: number; text: string }> => {
  const response = await fetch(operations + path).catch(() => null);
  return response === null ? { status: 0, text: '' } : { status: response.status, text: await response.text() };
};
const becomes = (part: RoleProcess, path: string, status: number): Promise<boolean> =>
  vi.waitUntil(async () => (await asked(part, path)).status === status, START_PATIENCE);

test.skipIf(mongo === null)(
  'a web is ready when a worker has built the read models, and each process reports what it does',
  { timeout: 90_000 },
  async () => {
    const eventstore = await startEventStoreDouble();
    onTestFinished(() => eventstore.stop());
    const urls = { EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongo?.database() ?? '', VOUCH_MASTER_KEY: 'ab'.repeat(32) };
    const web = await start('web', urls);
    await becomes(web, '/healthz', 200);
    const waiting = () => asked(web, '/readyz').then(({ text }) => text);
    await expect.poll(waiting, START_PATIENCE).toContain('{"name":"read models","error":"They are being built: 0 % in all."}');
    expect(await waiting()).toContain('{"name":"read model tasks","error":"It is being built: 0 %."}');
    await becomes({ ...web, operations: web.url }, '/healthz', 200);
    const worker = await start('worker', urls);
    await becomes(worker, '/readyz', 200);
    await becomes(web, '/readyz', 200);

    await signUp(web.url, 'ann@example.com');
    const lines = async (part: RoleProcess): Promise<readonly string[]> => (await asked(part, '/metrics')).text.split('\n');
    const has = (part: RoleProcess, line: string): Promise<boolean> =>
      vi.waitUntil(async () => (await lines(part)).includes(line), START_PATIENCE);
    await has(worker, 'vouch_leases_held{lease="timekeeper"} 1');
    await has(worker, 'vouch_projection_folded_here{projection="accounts"} 1');
    await has(worker, 'vouch_deliveries_total{kind="confirmation",channel="mail",outcome="sent"} 1');
    await has(web, 'vouch_http_requests_total{route="/api/auth/signup",method="POST",status="2xx"} 1');
    await has(web, 'vouch_store_up{store="MongoDB"} 1');
    await has(web, 'vouch_projection_lag_seconds{projection="accounts",version="4",serves="yes"} 0');
    expect((await lines(web)).filter((line) => line.startsWith('vouch_projection_folded_here{'))).toEqual([]);
    expect((await lines(worker)).filter((line) => line.startsWith('vouch_http_requests_total{'))).toEqual([]);

    for (const { child } of [web, worker]) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    }
  },
);
