import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createOpenConnections, createRateCounters } from '../../src/app/app.ts';
import { createProgress } from '../../src/app/export-list.ts';
import { createKeyedMutex } from '../../src/concurrency/keyed-mutex.ts';
import { type Client, member, Client as Visitor } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('requests at once', () => {
  let server: TestServer;
  let ada: Client;
  beforeAll(async () => {
    server = await startTestServer();
    ada = await member(server);
  });
  afterAll(() => server.dispose());

  const count = async (title: string): Promise<number> =>
    (await ada.get('/api/tasks')).body.filter((one: { title: string }) => one.title === title).length;

  describe('Idempotency-Key', () => {
    it('gives the first answer again, and repeats nothing', async () => {
      const once = { 'idempotency-key': 'make-1' };
      const first = await ada.post('/api/tasks', { title: 'Once', priority: 'low' }, once);
      const second = await ada.post('/api/tasks', '{ "priority":"low", "title":"Once" }', { ...once, 'content-type': 'application/json' });
      expect([second.status, second.text, second.headers.get('etag'), second.headers.get('location')]).toEqual([
        201,
        first.text,
        first.headers.get('etag'),
        first.headers.get('location'),
      ]);
      expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([null, 'true']);
      expect(await count('Once')).toBe(1);
    });

    it('makes one task from twenty simultaneous requests', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => ada.post('/api/tasks', { title: 'Raced' }, { 'idempotency-key': 'race' })),
      );
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
      expect(await count('Raced')).toBe(1);
    });

    it('is refused with another body or another path', async () => {
      const once = { 'idempotency-key': 'other' };
      const { body } = await ada.post('/api/tasks', { title: 'First of its key' }, once);
      const other = await ada.post('/api/tasks', { title: 'Another' }, once);
      const path = await ada.post(`/api/tasks/${body.id}/undo`, undefined, once);
      expect([other.status, other.body.code, path.status, path.body.code]).toEqual([
        422,
        'idempotency_key_reused',
        422,
        'idempotency_key_reused',
      ]);
      expect(await count('Another')).toBe(0);
    });

    it('belongs to one user, or to one network address without a session', async () => {
      const eve = await member(server, 'eve@example.org');
      const once = { 'idempotency-key': 'mine' };
      const [mine, theirs] = [await ada.post('/api/tasks', { title: 'Each' }, once), await eve.post('/api/tasks', { title: 'Each' }, once)];
      expect(mine.body.id).not.toBe(theirs.body.id);
      const body = { email: 'idem@example.org', password: 'a plain stone bridge', timezone: 'UTC' };
      const [first, again] = [
        await new Visitor(server.url).post('/api/auth/signup', body, once),
        await new Visitor(server.url).post('/api/auth/signup', body, once),
      ];
      expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    });

    it('stores refusals by the rules, but not refusals of malformed requests', async () => {
      const once = { 'idempotency-key': 'refused' };
      expect((await ada.post('/api/tasks', { title: '' }, once)).status).toBe(422);
      expect((await ada.post('/api/tasks', { title: '' }, once)).headers.get('idempotency-replayed')).toBe(null);
      const made = await ada.post('/api/tasks', { title: 'Valid' }, once);
      expect(made.status).toBe(201);
      expect((await ada.post('/api/tasks', { title: 'Other' }, once)).body.code).toBe('idempotency_key_reused');
      const archive = () => ada.post('/api/tasks/none/archive', undefined, { 'idempotency-key': 'gone' });
      expect([(await archive()).status, (await archive()).headers.get('idempotency-replayed')]).toEqual([404, 'true']);
    });

    it('can be used again after 24 hours', async () => {
      const once = { 'idempotency-key': 'daily' };
      const first = await ada.post('/api/tasks', { title: 'Daily' }, once);
      server.stores.clock.advance('PT23H59M');
      expect((await ada.post('/api/tasks', { title: 'Daily' }, once)).body.id).toBe(first.body.id);
      server.stores.clock.advance('PT1M');
      const next = await ada.post('/api/tasks', { title: 'Daily' }, once);
      expect([next.status, next.body.id === first.body.id]).toEqual([201, false]);
    });

    it.each(['', 'with space', 'ü', 'k'.repeat(256)])('cannot be %j', async (key) => {
      const { status, body } = await ada.post(
        '/api/tasks',
        { title: 'Keyless' },
        { 'idempotency-key': Buffer.from(key).toString('latin1') },
      );
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['Idempotency-Key']]);
    });

    it('finds what was written if a crash prevented the answer', async () => {
      const once = { 'idempotency-key': 'crash' };
      const first = await ada.post('/api/tasks', { title: 'Survivor' }, once);
      const keep = server.app.answers.keptAnswer;
      const answers = server.app.answers as { keptAnswer: typeof keep };
      answers.keptAnswer = async () => null;
      const again = await ada.post('/api/tasks', { title: 'Survivor' }, once);
      answers.keptAnswer = keep;
      expect([again.status, again.body.id]).toEqual([201, first.body.id]);
      expect(await count('Survivor')).toBe(1);
    });
  });

  describe('If-Match', () => {
    const fresh = async () => {
      const { body, headers } = await ada.post('/api/tasks', { title: 'Contended' });
      return { path: `/api/tasks/${body.id}`, tag: headers.get('etag') as string };
    };

    it('lets one of many parallel writes win, and answers 412 to the others', async () => {
      const { path, tag } = await fresh();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => ada.put(path, { title: `Version ${n}` }, { 'if-match': tag })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
      const won = answers.find(({ status }) => status === 200);
      const now = await ada.get(path);
      expect([now.body, now.headers.get('etag')]).toEqual([won?.body, won?.headers.get('etag')]);
    });

    it('decides each parallel write without it on the newest state', async () => {
      const { path } = await fresh();
      const answers = await Promise.all([
        ada.put(path, { priority: 'high' }),
        ada.put(path, { tags: ['a'] }),
        ada.patch(`${path}/status`, { status: 'in_progress' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await ada.get(path)).body).toMatchObject({ priority: 'high', tags: ['a'], status: 'in_progress' });
    });

    it('accepts `*` and a list, but no weak tag', async () => {
      const { path, tag } = await fresh();
      const write = (ifMatch: string) => ada.put(path, { title: 'Contended' }, { 'if-match': ifMatch });
      expect((await write('*')).status).toBe(200);
      expect((await write(`"77", ${tag}`)).status).toBe(200);
      expect((await write(`W/${tag}`)).status).toBe(412);
      expect((await write('"77"')).status).toBe(412);
      expect((await write('nonsense')).status).toBe(412);
      expect((await ada.put('/api/tasks/none', { title: 'A' }, { 'if-match': '*' })).status).toBe(404);
    });

    it('guards every write to a task, deletion and the POSTs too', async () => {
      const { path } = await fresh();
      const stale = { 'if-match': '"99"' };
      const answers = [
        await ada.patch(`${path}/status`, { completed: true }, stale),
        await ada.post(`${path}/archive`, undefined, stale),
        await ada.post(`${path}/unarchive`, undefined, stale),
        await ada.post(`${path}/undo`, undefined, stale),
        await ada.delete(path, undefined, stale),
      ];
      expect(answers.map(({ status }) => status)).toEqual([412, 412, 412, 412, 412]);
      expect((await ada.get(path)).body.status).toBe('pending');
    });

    it('guards the profile', async () => {
      const { headers } = await ada.get('/api/settings/profile');
      const tag = headers.get('etag') as string;
      const answers = await Promise.all(
        ['One', 'Two', 'Three'].map((full_name) => ada.put('/api/settings/profile', { full_name }, { 'if-match': tag })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    });
  });

  describe('If-None-Match', () => {
    it('answers 304 without a body while nothing changed', async () => {
      const { body, headers } = await ada.post('/api/tasks', { title: 'Quiet' });
      const path = `/api/tasks/${body.id}`;
      const tag = headers.get('etag') as string;
      const same = await ada.get(path, { 'if-none-match': `"x", W/${tag}` });
      expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', tag]);
      await ada.put(path, { title: 'Loud' });
      expect((await ada.get(path, { 'if-none-match': tag })).status).toBe(200);
    });
  });
});

describe('If-Match on the accountability settings', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.dispose());

  const path = '/api/settings/accountability';
  const variants = [
    { partner_name: 'Max', partner_email: 'max@example.org' },
    { ai_coding: true },
    { partner_name: 'Kim', partner_whatsapp: '123' },
    { ai_email: true, ai_general: true },
    { partner_name: 'Lou', partner_email: 'lou@example.org', ai_coding: true },
    { ai_system_design: true },
  ];
  const winners = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).sort();

  it('lets one of many parallel writes win, whether they change the partner or the AI', async () => {
    const lin = await member(server, 'lin@example.org');
    for (let round = 0; round < 4; round += 1) {
      const tag = (await lin.get(path)).headers.get('etag') as string;
      const parallel = variants.map((body, n) => ({
        ...body,
        ...('partner_name' in body && { partner_name: `${body.partner_name} ${round} ${n}` }),
      }));
      const answers = await Promise.all(parallel.map((body) => lin.put(path, { ...body, ai_email: round % 2 === 0 }, { 'if-match': tag })));
      expect(winners(answers)).toEqual([200, ...Array(variants.length - 1).fill(412)]);
      const won = answers.find(({ status }) => status === 200);
      const now = await lin.get(path);
      expect([now.body, now.headers.get('etag')]).toEqual([won?.body, won?.headers.get('etag')]);
    }
  });

  it('lets one write win on two webs whose read models lag behind', async () => {
    // Several processes share the store and the locks. Each web process has its own read models.
    const shared = {
      mutex: createKeyedMutex(),
      rateCounters: createRateCounters(),
      connections: createOpenConnections(),
      progress: createProgress(),
    };
    const first = await startTestServer({ wrap: (app) => ({ ...app, shared }) });
    const known = await member(first, 'two@example.org');
    const behind =
      (app: App): App['waitForReadModels'] =>
      async (position, options) =>
        options?.readersWait ? undefined : app.waitForReadModels(position, options);
    const lagging = await startTestServer({ stores: first.stores, wrap: (app) => ({ ...app, shared, waitForReadModels: behind(app) }) });
    try {
      const other = new Visitor(lagging.url);
      other.cookie = known.cookie;
      const tag = (await known.get(path)).headers.get('etag') as string;
      const clients = [known, other, known, other, known, other];
      const answers = await Promise.all(variants.map((body, n) => (clients[n] as Client).put(path, body, { 'if-match': tag })));
      expect(winners(answers)).toEqual([200, 412, 412, 412, 412, 412]);
    } finally {
      await lagging.runner.stop();
      await first.dispose();
    }
  });

  it('decides each parallel write without it on the newest state', async () => {
    const ann = await member(server, 'ann@example.org');
    await ann.put(path, { partner_name: 'Max', partner_email: 'max@example.org' });
    const parallel = [{ partner_name: 'Maximilian' }, { partner_whatsapp: '0123' }, { ai_coding: true }, { ai_email: true }];
    const answers = await Promise.all(parallel.map((body) => ann.put(path, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await ann.get(path)).body).toMatchObject({ ...Object.assign({}, ...parallel), partner_email: 'max@example.org' });
  });
});
