import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Context } from 'koa';
import { afterEach, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { createKeyedSemaphore } from '../../../src/concurrency/keyed-mutex.ts';
import { declareCall } from '../../../src/contracts/call.ts';
import { answerAndClose, REST_OF_BOUNDED, throwAwayRest } from '../../../src/http/kernel/body.ts';
import { createAddresses, createTokenCalls, limited } from '../../../src/http/kernel/limits.ts';
import { networkOf } from '../../../src/http/kernel/origin.ts';
import { json, route } from '../../../src/http/kernel/route.ts';
import { Client } from '../../support/client.ts';
import { FREE, PRO } from '../../support/plans.ts';
import { AT_HOME, BEHIND_PROXIES, mountMore, startTestServer, type TestServer } from '../../support/server.ts';

/** Sends a request of which the body never ends, until the server closes the connection. Gives what the server answered. */
async function sendWithoutEnd(url: string, path: string): Promise<{ text: string; bytesWritten: number }> {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
  const closed = new Promise((resolve) => void socket.once('close', resolve));
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  socket.write(`POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: 50000000\r\n\r\n`);
  const sending = setInterval(() => socket.write('a'.repeat(65_536)), 1);
  await closed;
  clearInterval(sending);
  return { text, bytesWritten: socket.bytesWritten };
}

it('a connection whose body is too long is closed only after the answer was written and could be read', async () => {
  const http = createServer((request, response) => {
    throwAwayRest(request, response, 10);
    request.once('pause', () => response.end('Too much'));
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void http.close());
  const { text } = await sendWithoutEnd(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, '/');
  expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*Too much/);
});

it('nothing keeps a refused request, and what was read of it, when its connection is closed', async () => {
  const [set, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  onTestFinished(() => void vi.restoreAllMocks());
  const closed = Promise.withResolvers<NodeJS.Timeout | undefined>();
  const http = createServer((request, response) => {
    answerAndClose(request, response);
    throwAwayRest(request, response, REST_OF_BOUNDED);
    const timer = set.mock.results.at(-1)?.value;
    request.socket.once('close', () => closed.resolve(timer));
    response.end('Too many');
  });
  await once(http.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void http.close());
  await sendWithoutEnd(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, '/');
  expect(cleared).toHaveBeenCalledWith(await closed.promise);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['64:ff9b::192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:a::1', '2001:db8:1:a::/64'],
  ['2001:0DB8:0001:000a:ffff:1:2:3', '2001:db8:1:a::/64'],
  ['2001:db8:1:b::1', '2001:db8:1:b::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('attempts from %s count as those of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
  expect(networkOf(address), 'from memory').toBe(network);
});

const from = (peer: string, forwarded: string): Context =>
  ({ req: { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } } }) as unknown as Context;

describe('the address that a request comes from', () => {
  const { of } = createAddresses({
    ...BEHIND_PROXIES,
    trustedProxies: ['172.30.19.1', '10.1.0.0/16', '2001:db8::/32'],
  });

  test.each(['127.0.0.1', '::1', '172.30.19.1', '::ffff:172.30.19.1', '10.1.200.3', '2001:db8::7'])(
    'is the forwarded one if the peer is %s',
    (peer) => {
      expect(of(from(peer, '198.51.100.1, 203.0.113.5'))).toBe('203.0.113.5');
    },
  );

  test.each(['172.30.19.2', '10.2.0.1', '2001:db9::7', '192.0.2.9'])('is that of the peer if the peer is %s', (peer) => {
    expect(of(from(peer, '203.0.113.5'))).toBe(peer);
  });

  test('is never a forwarded text that is not an address', () => {
    expect(of(from('10.1.0.1', 'somebody'))).toBe('10.1.0.1');
  });

  test('is never the forwarded one in development', () => {
    expect(createAddresses({ ...AT_HOME, trustedProxies: ['10.1.0.0/16'] }).of(from('10.1.0.1', '203.0.113.5'))).toBe('10.1.0.1');
  });
});

test.each([
  ['Pro', PRO, 600],
  ['Free', FREE, 120],
])('the plan %s limits how often programs may call in a minute', async (_name, plan, most) => {
  const count = createTokenCalls({ of: async () => plan });
  for (let calls = 1; calls < most; calls += 1) await count('ada');
  expect(await count('ada')).toMatchObject({
    'RateLimit-Limit': String(most),
    'RateLimit-Remaining': '0',
    'RateLimit-Policy': `${most};w=60`,
  });
  await expect(count('ada')).rejects.toMatchObject({
    status: 429,
    code: 'rate_limited',
    message: expect.stringContaining(`${most} times`),
  });
  expect(await count('eve')).toMatchObject({ 'RateLimit-Remaining': String(most - 1) });
});

/** Works that end when they are told to, by their names. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}
const aMoment = () => new Promise(setImmediate);

it('works with the same key run in their order, and works with other keys do not wait', async () => {
  const semaphore = createKeyedSemaphore(2);
  const { begun, work, end } = works();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => semaphore(name.charAt(0), work(name)));
  await aMoment();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  end('a2');
  await aMoment();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const name of ['a1', 'a3', 'b1']) end(name);
  await aMoment();
  end('a4');
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

it('the next work runs after one that failed', async () => {
  const semaphore = createKeyedSemaphore(1);
  const failed = semaphore('a', async () => {
    throw new Error('no');
  });
  const next = semaphore('a', async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
  expect(await semaphore('a', async () => 'again')).toBe('again');
});

it('the writes of one owner wait for each other in production; writes from loopback in development do not', async () => {
  const { begun, work, end } = works();
  const { writing } = createAddresses(BEHIND_PROXIES);
  const writes = [1, 2, 3, 4].map((turn) => writing(`203.0.113.${turn}`, 'ada', work(`ada ${turn}`)));
  const others = [writing('203.0.113.1', 'bob', work('bob')), writing('203.0.113.1', null, work('nobody'))];
  const free = createAddresses(AT_HOME).writing;
  const local = [1, 2, 3, 4].map((turn) => free('127.0.0.1', 'ada', work(`local ${turn}`)));
  await aMoment();
  expect(begun).toEqual(['ada 1', 'ada 2', 'ada 3', 'bob', 'nobody', 'local 1', 'local 2', 'local 3', 'local 4']);
  for (const name of begun) end(name);
  await aMoment();
  end('ada 4');
  await Promise.all([...writes, ...others, ...local]);
});

describe('the limit of simultaneous requests', () => {
  const MOST = 100;
  const common = { tag: 'Test', access: 'anyone', replies: { 200: { description: 'Done' } } } as const;
  let server: TestServer;
  afterEach(() => server.dispose());

  const from = (address: string) => ({ 'x-forwarded-for': address });

  it('refuses further requests of one network address, and answers those of others', async () => {
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

  it('does not read the large body of a refused request to its end', async () => {
    const tooMany: Pick<ReturnType<typeof createAddresses>, 'of' | 'bound' | 'answering' | 'count' | 'writing'> = {
      of: () => '203.0.113.7',
      bound: async () => Promise.reject(limited(7)),
      answering: () => undefined,
      count: () => Promise.reject(limited(7)),
      writing: (_address, _owner, write) => write(),
    };
    const plain = route(declareCall({ ...common, method: 'POST', path: '/more/plain', summary: 'Plain' }), {
      handle: async () => json(200, {}),
    });
    server = await startTestServer({ more: (router, app) => mountMore(router, app, [plain], { addresses: tooMany }) });
    const { text, bytesWritten } = await sendWithoutEnd(server.url, '/more/plain');
    expect(text).toMatch(/^HTTP\/1\.1 429 [\s\S]*connection: close/i);
    expect(bytesWritten).toBeLessThan(10_000_000);
  });
});
