import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { doorTo } from '../../src/wiring/http-server.ts';

/** What waits at a door, and what came through. */
async function front() {
  const done: string[] = [];
  const door = doorTo(
    (request, response) => {
      done.push(request.url ?? '');
      response.end();
    },
    ({ url }) => url === '/healthz',
  );
  const server = createServer(door.listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string) => {
    const arrived = once(server, 'request');
    const request = get({ host: '127.0.0.1', port, path, agent: false });
    const answered = once(request, 'response').then(([response]) => response.resume().statusCode as number);
    answered.catch(() => undefined);
    const [, response] = await arrived;
    return { answered, leave: () => Promise.all([once(response, 'close'), request.destroy()]) };
  };
  return { door, done, ask };
}

test('requests wait until it is opened, but for those that are let through', async () => {
  const { door, done, ask } = await front();
  const early = await ask('/early');
  expect(await (await ask('/healthz')).answered).toBe(200);
  expect(done).toEqual(['/healthz']);
  door.open();
  expect(await early.answered).toBe(200);
  expect(await (await ask('/later')).answered).toBe(200);
  expect(done).toEqual(['/healthz', '/early', '/later']);
});

test('what somebody asked who has left since is not done: they may have asked elsewhere again', async () => {
  const { door, done, ask } = await front();
  await (await ask('/left')).leave();
  const stays = await ask('/stays');
  door.open();
  await stays.answered;
  expect(done).toEqual(['/stays']);
});
