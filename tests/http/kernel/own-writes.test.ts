import { createServer } from 'node:http';
import Koa from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import type { EventStore } from '../../../src/domain/kernel/event-store.ts';
import { createOwnWrites, type OwnWrites } from '../../../src/http/kernel/own-writes.ts';
import { close, listen } from '../../servers/listening.ts';

const [EARLIER, WRITTEN] = ['1'.padStart(20, '0'), '2'.padStart(20, '0')];

/** A server that notes for which positions requests wait, and what each request demands after it has written. */
async function serving() {
  const waited: string[] = [];
  const demands: ReturnType<OwnWrites['demanded']>[] = [];
  const ownWrites = createOwnWrites(async (position) => void waited.push(position));
  const append = async () => ({ revision: 0, position: WRITTEN, events: [] });
  const store = ownWrites.noting({ append } as unknown as EventStore);
  const koa = new Koa();
  koa.use(ownWrites.middleware(false));
  koa.use(async (context) => {
    if (context.method !== 'GET') await store.append('any', 'no_stream', []);
    const demanded = ownWrites.demanded();
    demands.push(demanded && { ...demanded });
    context.status = 204;
  });
  const server = createServer(koa.callback());
  const port = await listen(server);
  onTestFinished(() => close(server));
  const ask = (method: string) => fetch(`http://127.0.0.1:${port}/api/tasks`, { method, headers: { 'vouch-position': EARLIER } });
  return { ask, waited, demands, ownWrites };
}

test('a request that reads waits for the position that it shows; one that writes demands it, and what it wrote, of its reads', async () => {
  const { ask, waited, demands, ownWrites } = await serving();
  await ask('GET');
  expect([waited, demands]).toEqual([[EARLIER], [{ written: null, claimed: null }]]);
  const { headers } = await ask('POST');
  expect(headers.get('vouch-position')).toBe(WRITTEN);
  expect([waited.length, demands[1]]).toEqual([1, { written: WRITTEN, claimed: EARLIER }]);
  expect(ownWrites.demanded()).toBeNull();
});
