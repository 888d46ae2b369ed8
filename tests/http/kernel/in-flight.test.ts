import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { declareCall } from '../../../src/contracts/call.ts';
import { createAddresses, limited } from '../../../src/http/kernel/limits.ts';
import { json, route } from '../../../src/http/kernel/route.ts';
import { Client } from '../../support/client.ts';
import { mountMore } from '../../support/more-routes.ts';
import { BEHIND_PROXIES, startTestServer, type TestServer } from '../../support/server.ts';

const MOST = 100;
const common = { tag: 'Test', access: 'anyone', replies: { 200: { description: 'Done' } } } as const;
let server: TestServer;
afterEach(() => server.dispose());

const from = (address: string) => ({ 'x-forwarded-for': address });

it('requests of one network address are refused beyond the bound, and those of others are answered', async () => {
  const release = Promise.withResolvers<void>();
  let waiting = 0;
  const slow = route(declareCall({ ...common, method: 'GET', path: '/more/slow', summary: 'Slow' }), {
    handle: async () => {
      waiting += 1;
      await release.promise;
      return json(200, {});
    },
  });
  const addresses = createAddresses(BEHIND_PROXIES);
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

it('a large body from an address that is bounded is not read to its end', async () => {
  const tooMany: Pick<ReturnType<typeof createAddresses>, 'of' | 'bound' | 'answering' | 'writing'> = {
    of: () => '203.0.113.7',
    bound: async () => Promise.reject(limited(7)),
    answering: () => undefined,
    writing: (_address, _owner, write) => write(),
  };
  const plain = route(declareCall({ ...common, method: 'POST', path: '/more/plain', summary: 'Plain' }), {
    handle: async () => json(200, {}),
  });
  server = await startTestServer({ more: (router, app) => mountMore(router, app, [plain], { addresses: tooMany }) });
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
  const closed = new Promise((resolve) => void socket.once('close', resolve));
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  socket.write(
    `POST /more/plain HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\ncontent-type: application/json\r\ncontent-length: 50000000\r\n\r\n`,
  );
  const sending = setInterval(() => socket.write('a'.repeat(65_536)), 1);
  await closed;
  clearInterval(sending);
  expect(text).toMatch(/^HTTP\/1\.1 429 [\s\S]*connection: close/i);
  expect(socket.bytesWritten).toBeLessThan(10_000_000);
});
