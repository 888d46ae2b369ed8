import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { boundConnections, createStop, oneAtATime } from '../../src/wiring/http-server.ts';
import { close, listen } from '../servers/listening.ts';
import { type OpenConnections, openIdle, openSlowBodies, openSlowReaders, waitUntil } from '../support/faults/connections.ts';

describe('the limits of a connection', () => {
  const BOUNDS = { headersMs: 150, requestMs: 300, unreadMs: 200, keptMs: 150, most: 20 };
  const LARGE = Buffer.alloc(20_000_000, 'a');

  let server: Server | undefined;
  let held: OpenConnections | undefined;
  afterEach(async () => {
    held?.cut();
    if (server) await close(server);
  });

  async function start(answer: RequestListener = () => undefined): Promise<string> {
    server = createServer({ connectionsCheckingInterval: 20 }, answer);
    boundConnections(server, BOUNDS);
    return `http://127.0.0.1:${await listen(server)}`;
  }

  it('a connection on which nothing is sent is closed', async () => {
    held = await openIdle(await start(), 3);
    await waitUntil('they are closed', () => held?.open() === 0);
  });

  it('a request whose body comes too slowly is ended', async () => {
    held = await openSlowBodies(await start(), 'token', 3);
    await waitUntil('they are closed', () => held?.open() === 0);
  });

  it('an answer that the client does not read is not kept for ever', async () => {
    const answers: Promise<unknown>[] = [];
    const url = await start((_, response) => {
      answers.push(new Promise((resolve) => response.once('close', resolve)));
      response.end(LARGE);
    });
    held = await openSlowReaders(url, 'token', '/', 3, 1);
    await waitUntil('they are asked', () => answers.length === 3);
    await Promise.all(answers);
  });

  it('a connection stays open after an answer, for longer than a proxy keeps it, and not for ever', async () => {
    const url = await start((_, response) => response.end('here'));
    held = await openSlowReaders(url, 'token', '/', 2, 1);
    const left = () => new Promise<number>((resolve) => server?.getConnections((_error, count) => resolve(count)));
    while ((await left()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const plain = createServer();
    boundConnections(plain);
    expect(plain.keepAliveTimeout).toBeGreaterThan(60_000);
  });

  it('a slow answer is not cut off', async () => {
    const url = await start((_, response) => void setTimeout(() => response.end('made'), 3 * BOUNDS.unreadMs));
    expect(await (await fetch(url)).text()).toBe('made');
  });

  it('requests that a client sends ahead are begun one after the other, and answered in their order', async () => {
    let [beginning, atOnce] = [0, 0];
    const url = await start(
      oneAtATime((request, response) => {
        beginning += 1;
        atOnce = Math.max(atOnce, beginning);
        response.once('finish', () => {
          beginning -= 1;
        });
        setImmediate(() => response.end(request.url));
      }),
    );
    const text = await new Promise<string>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
      let read = '';
      socket.setEncoding('utf8').on('data', (part: string) => {
        read += part;
        if (/\/4/.test(read)) resolve(read);
      });
      socket.on('close', () => resolve(read));
      for (const path of [1, 2, 3, 4]) socket.write(`GET /${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
    });
    expect([...text.matchAll(/^\/(\d)/gm)].map(([, path]) => path)).toEqual(['1', '2', '3', '4']);
    expect(atOnce).toBe(1);
  });

  it('a client that sends very many requests ahead is cut off', async () => {
    const url = await start(oneAtATime(() => undefined));
    held = await openSlowReaders(url, 'token', '/', 1, 50);
    await waitUntil('it is closed', () => held?.open() === 0);
  });

  it('connections beyond the limit are closed, and others are answered', async () => {
    const url = await start((_, response) => response.end('here'));
    server?.setTimeout(0);
    Object.assign(server as Server, { headersTimeout: 0, requestTimeout: 0 });
    held = await openIdle(url, BOUNDS.most + 5);
    await waitUntil('those beyond are closed', () => held?.open() === BOUNDS.most);
    held.cut();
    await waitUntil('they are gone', () => held?.open() === 0);
    expect(await (await fetch(url)).text()).toBe('here');
  });
});

/** Longer than any test, so that the server closes no connection at its limit during these tests. */
const NEVER_MS = 60_000;

async function start(answer: RequestListener) {
  const server = createServer(answer);
  const stop = createStop(server);
  const port = await listen(server);
  onTestFinished(() => server.closeAllConnections());
  return { stop, port };
}

/** One connection that is kept alive. `read`: all that came; `ended`: everything, when the server has closed it. */
async function client(port: number) {
  const socket = connect({ host: '127.0.0.1', port });
  let read = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    read += part;
  });
  const ended = once(socket, 'close').then(() => read);
  // A test that fails before it reads this still reports its own failure.
  ended.catch(() => undefined);
  await once(socket, 'connect');
  return {
    send: (...paths: string[]) => void socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join('')),
    read: () => read,
    ended,
  };
}

const bodiesIn = (text: string): string[] => [...text.matchAll(/^\/[a-z]+/gm)].map(([path]) => path);

test('a request that was on its way when the end began is answered, and the answer closes the connection', async () => {
  const { stop, port } = await start((request, response) => response.end(request.url));
  const { send, read, ended } = await client(port);
  send('/first');
  await expect.poll(() => bodiesIn(read())).toEqual(['/first']);
  expect(read()).toContain('Connection: keep-alive');
  // The connection is idle for the server, which has not read this request yet.
  send('/second');
  await stop(NEVER_MS);
  const whole = await ended;
  expect(bodiesIn(whole)).toEqual(['/first', '/second']);
  expect(whole.slice(whole.indexOf('/first'))).toContain('Connection: close');
});

test('the answer of a request under way is finished and closes the connection', async () => {
  const waiting: ServerResponse[] = [];
  const { stop, port } = await start((_, response) => void waiting.push(response));
  const { send, ended } = await client(port);
  send('/slow');
  await expect.poll(() => waiting).toHaveLength(1);
  const stopped = stop(NEVER_MS);
  waiting[0]?.end('/slow');
  await stopped;
  const whole = await ended;
  expect(bodiesIn(whole)).toEqual(['/slow']);
  expect(whole).toContain('Connection: close');
});

test('an answer that had begun is finished, and an idle connection is closed', async () => {
  const waiting: ServerResponse[] = [];
  const { stop, port } = await start((_, response) => {
    response.flushHeaders();
    waiting.push(response);
  });
  const [busy, idle] = [await client(port), await client(port)];
  busy.send('/long');
  idle.send('/short');
  await expect.poll(() => waiting).toHaveLength(2);
  const of = (path: string): ServerResponse | undefined => waiting.find(({ req }) => req.url === path);
  of('/short')?.end('\n/short\n');
  await expect.poll(() => bodiesIn(idle.read())).toEqual(['/short']);
  const stopped = stop(NEVER_MS);
  expect(bodiesIn(await idle.ended)).toEqual(['/short']);
  of('/long')?.end('\n/long\n');
  await stopped;
  expect(bodiesIn(await busy.ended)).toEqual(['/long']);
});

test('requests that a client had sent ahead are all answered; only the last answer closes the connection', async () => {
  const waiting: ServerResponse[] = [];
  const { stop, port } = await start(oneAtATime((_, response) => void waiting.push(response)));
  const { send, ended } = await client(port);
  send('/one', '/two', '/three');
  await expect.poll(() => waiting).toHaveLength(1);
  const stopped = stop(NEVER_MS);
  for (const index of [0, 1, 2]) {
    await expect.poll(() => waiting).toHaveLength(index + 1);
    waiting[index]?.end(waiting[index]?.req.url);
  }
  await stopped;
  const whole = await ended;
  expect(bodiesIn(whole)).toEqual(['/one', '/two', '/three']);
  expect(whole.match(/Connection: \S+/g)).toEqual(['Connection: keep-alive', 'Connection: keep-alive', 'Connection: close']);
});

test('after an answer that closes the connection, no further request on it is begun', async () => {
  const begun: (string | undefined)[] = [];
  const { port } = await start(
    oneAtATime((request, response) => {
      begun.push(request.url);
      response.shouldKeepAlive = false;
      response.end(request.url);
    }),
  );
  const { send, ended } = await client(port);
  send('/one', '/two');
  await ended;
  expect(begun).toEqual(['/one']);
});

test('a request that is not answered in time is cut off', async () => {
  let begun = 0;
  const { stop, port } = await start(() => {
    begun += 1;
  });
  const { send, ended } = await client(port);
  send('/never');
  await expect.poll(() => begun).toBe(1);
  await stop(10);
  expect(await ended).toBe('');
});
