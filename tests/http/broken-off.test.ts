import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { declareCall, formBody } from '../../src/contracts/call.ts';
import { json, route } from '../../src/http/kernel/route.ts';
import { member } from '../support/client.ts';
import { mountMore } from '../support/more-routes.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const LARGE = 32 * 1_048_576;
const common = { tag: 'Test', summary: 'Of a test', access: 'anyone', replies: { 200: { description: 'Done' } } } as const;
const takeForm = declareCall({
  ...common,
  method: 'POST',
  path: '/more/form',
  body: formBody({ fields: z.strictObject({}), files: { picture: { maxBytes: LARGE } }, maxParts: 4, maxBytes: LARGE }),
});

/** More than any buffer on the way holds, so that it is still being sent when the client leaves. */
const long = (): Readable =>
  Readable.from(
    (async function* () {
      for (let sent = 0; sent < LARGE; sent += 65_536) yield Buffer.alloc(65_536, 'vouch ');
    })(),
  );

const ended: string[] = [];
let webRoot: string;
let server: TestServer;
let cookie: string;
beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'vouch-web-'));
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html>');
  writeFileSync(join(webRoot, 'assets/large.bin'), Buffer.alloc(LARGE));
  const routes = [
    route(declareCall({ ...common, method: 'GET', path: '/more/text' }), {
      handle: async () => ({ status: 200, headers: { 'Content-Type': 'text/plain' }, stream: long() }),
    }),
    route(declareCall({ ...common, method: 'GET', path: '/more/zip' }), {
      handle: async () => ({
        status: 200,
        headers: { 'Content-Type': 'application/zip' },
        stream: long().once('close', () => ended.push('zip')),
      }),
    }),
    route(takeForm, {
      receiving: {
        async keep({ content }) {
          for await (const _ of content);
        },
        discard: async () => undefined,
      },
      handle: async () => json(200, {}),
    }),
  ];
  server = await startTestServer({ webRoot, more: (router, app) => mountMore(router, app, routes) });
  cookie = (await member(server)).cookie as string;
});
afterAll(async () => {
  await server.dispose();
  rmSync(webRoot, { recursive: true });
});

/** Sends these bytes, waits for the first ones of an answer where some are to come, and breaks the connection off. */
const breakOff = (bytes: string, isAnswered: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const { port, hostname } = new URL(server.url);
    const socket = connect(Number(port), hostname, () => {
      if (!isAnswered) socket.write(bytes, () => socket.resetAndDestroy());
      else socket.write(bytes);
    });
    socket.once('data', () => socket.resetAndDestroy());
    socket.once('close', () => resolve());
    socket.once('error', reject);
  });

const connections = (): Promise<number> => new Promise((resolve) => server.listener.getConnections((_error, count) => resolve(count)));
const ask = (line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, `Host: ${new URL(server.url).host}`, ...headers, '', ''].join('\r\n');
const FORM = 'Content-Type: multipart/form-data; boundary=x';

test.each([
  ['an answer that is compressed on the way', () => ask('GET /more/text', 'Accept-Encoding: gzip'), true],
  ['a download', () => ask('GET /more/zip'), true],
  ['a file of the web client', () => ask('GET /assets/large.bin'), true],
  [
    'a body of JSON',
    () => `${ask('POST /api/tasks', `Cookie: ${cookie}`, 'Content-Type: application/json', 'Content-Length: 900')}{"ti`,
    false,
  ],
  [
    'a file in a form',
    () =>
      `${ask('POST /more/form', FORM, 'Content-Length: 9000')}--x\r\nContent-Disposition: form-data; name="picture"; filename="a"\r\n\r\nab`,
    false,
  ],
  ['the head of a request', () => 'GET /api/tasks HTTP/1.1\r\nHost: 127.', false],
])('a client that breaks off during %s causes no error in the log', async (_what, bytes, isAnswered) => {
  const before = await connections();
  for (let time = 0; time < 3; time += 1) await breakOff(bytes(), isAnswered);
  // By then the server has seen them end.
  await expect.poll(connections).toBeLessThanOrEqual(before);
  expect(server.faults).toEqual([]);
});

test('the source of a download that was broken off is closed', async () => {
  const before = ended.length;
  await breakOff(ask('GET /more/zip'), true);
  await expect.poll(() => ended.length).toBeGreaterThan(before);
});
