import { afterEach, expect, it } from 'vitest';
import { createAddresses } from '../../../src/http/kernel/limits.ts';
import { json, route } from '../../../src/http/kernel/route.ts';
import { Client } from '../../support/client.ts';
import { mountMore } from '../../support/more-routes.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const MOST = 100;
let server: TestServer;
afterEach(() => server.dispose());

const from = (address: string) => ({ 'x-forwarded-for': address });

it('one network address has at most so many requests answered at once, and others are answered', async () => {
  const release = Promise.withResolvers<void>();
  let waiting = 0;
  const slow = route({
    method: 'GET',
    path: '/more/slow',
    summary: 'Slow',
    tag: 'Test',
    access: 'anyone',
    replies: { 200: { description: 'Done' } },
    handle: async () => {
      waiting += 1;
      await release.promise;
      return json(200, {});
    },
  });
  const addresses = createAddresses('production');
  server = await startTestServer({ more: (router, app) => mountMore(router, app, [slow], { addresses }) });
  const visitor = new Client(server.url);
  const ask = (address: string) => visitor.get('/more/slow', from(address));
  const first = Array.from({ length: MOST }, () => ask('203.0.113.7'));
  while (waiting < MOST) await new Promise(setImmediate);
  const refused = await ask('203.0.113.7');
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '1']);
  const other = ask('203.0.113.8');
  while (waiting < MOST + 1) await new Promise(setImmediate);
  release.resolve();
  expect(new Set((await Promise.all([...first, other])).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await ask('203.0.113.7')).status).toBe(200);
});
