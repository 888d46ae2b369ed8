import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { createRateCounters } from '../../src/app/shared.ts';
import { createKeyedMutex } from '../../src/concurrency/keyed-mutex.ts';
import { type Client, member, Client as Visitor } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

describe('If-Match on the accountability settings', () => {
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

  it('lets one win of two webs whose read models lag behind', async () => {
    // Several processes share the store and the locks. Each web process has its own read models.
    const shared = { mutex: createKeyedMutex(), rateCounters: createRateCounters() };
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
