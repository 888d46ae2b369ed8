import { createServer, type RequestListener, type Server } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { boundConnections } from '../../src/wiring/connections.ts';
import { oneAtATime } from '../../src/wiring/one-at-a-time.ts';
import { close, listen } from '../servers/listening.ts';
import { type OpenConnections, openIdle, openSlowBodies, openSlowReaders, waitUntil } from '../support/faults/connections.ts';

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

it('an answer that nobody reads is not kept for ever', async () => {
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

it('an answer that takes long to make is waited for', async () => {
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

it('connections beyond the bound are closed, and others are answered', async () => {
  const url = await start((_, response) => response.end('here'));
  server?.setTimeout(0);
  Object.assign(server as Server, { headersTimeout: 0, requestTimeout: 0 });
  held = await openIdle(url, BOUNDS.most + 5);
  await waitUntil('those beyond are closed', () => held?.open() === BOUNDS.most);
  held.cut();
  await waitUntil('they are gone', () => held?.open() === 0);
  expect(await (await fetch(url)).text()).toBe('here');
});
