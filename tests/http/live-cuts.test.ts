import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, member } from '../support/client.ts';
import { followLive, type LiveReader, openLive } from '../support/live.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
let proxy: Proxy;

interface Proxy {
  readonly url: string;
  /** The address of the program behind it. */
  leadTo(url: string): void;
  /** Cuts all connections without a word, as a proxy does that allows none to last longer than a minute. */
  cut(): void;
  close(): Promise<void>;
}

async function startProxy(): Promise<Proxy> {
  let port = 0;
  const sockets = new Set<Socket>();
  const listener: Server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    leadTo: (url) => {
      port = Number(new URL(url).port);
    },
    cut,
    close: async () => {
      cut();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

beforeAll(async () => {
  proxy = await startProxy();
  server = await startTestServer({ config: { publicUrl: proxy.url } });
  proxy.leadTo(server.url);
  ada = await member({ ...server, url: proxy.url });
});
afterAll(async () => {
  await proxy.close();
  await server.dispose();
});

/** The server hears of a cut a moment later. */
const PATIENCE = { timeout: 20_000 };
const open: LiveReader[] = [];
/** Opens connections until there are twenty, or one is refused. Gives how many there are. */
async function twenty(): Promise<number> {
  while (open.length < 20) {
    const one = await openLive(ada);
    if (one.status !== 200) break;
    open.push(one);
  }
  return open.length;
}

it('a connection through a proxy that cuts it each minute misses no change, and takes no place of another one', async () => {
  let { live, first } = await followLive(ada);
  expect([live.status, first?.kinds]).toEqual([200, []]);
  // More often than an owner has places.
  for (let minute = 0; minute < 25; minute += 1) {
    proxy.cut();
    await expect(live.next()).rejects.toThrow();
    server.stores.clock.advance('PT1M');
    await ada.post('/api/filters', { name: `Filter ${minute}`, query: 'is:open' });
    const told = first?.id ?? '';
    ({ live, first } = await followLive(ada, { 'last-event-id': told }));
    expect([live.status, first?.event]).toEqual([200, 'change']);
    expect(first?.kinds).toContain('filter');
    expect(first?.kinds).not.toContain('settings');
  }
  await ada.put('/api/settings/notifications', { weekly_reports: false });
  await live.until('settings');
  await live.leave();

  await expect.poll(twenty, PATIENCE).toBe(20);
  const refused = await openLive(ada);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15']);
  // After a cut all of them come back and get their places.
  proxy.cut();
  open.length = 0;
  await expect.poll(twenty, PATIENCE).toBe(20);
  for (const one of open) await one.leave();
  expect(server.faults).toEqual([]);
});
