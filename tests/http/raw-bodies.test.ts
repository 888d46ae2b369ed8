import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { declareCall, formBody, rawBody } from '../../src/contracts/call.ts';
import { limited } from '../../src/http/kernel/limits.ts';
import { Refusal } from '../../src/http/kernel/problems.ts';
import { json, route } from '../../src/http/kernel/route.ts';
import { describeRoutes } from '../../src/http/openapi.ts';
import { Client, member } from '../support/client.ts';
import { sending } from '../support/forms.ts';
import { mountMore, startTestServer, type TestServer } from '../support/server.ts';

describe('a body that a route reads itself', () => {
  const common = { method: 'POST', tag: 'Test', access: 'anyone', replies: { 200: { description: 'Taken' } } } as const;
  const sign = (bytes: string | Uint8Array) => createHmac('sha256', 'secret').update(bytes).digest('hex');
  const takeSigned = declareCall({
    ...common,
    path: '/more/signed',
    summary: 'Takes what is signed',
    body: rawBody({ maxBytes: 1_024, media: ['application/json'] }),
    refusals: ['malformed'],
  });
  const takeAny = declareCall({
    ...common,
    path: '/more/any',
    summary: 'Takes any bytes',
    body: rawBody({ maxBytes: 16, media: [] }),
  });
  const SIGNED = route(takeSigned, {
    async handle({ body, context }) {
      if (context.get('x-signature') !== sign(body)) throw new Refusal(400, 'malformed', 'The signature is not of these bytes.');
      return json(200, { bytes: body.toString('base64') });
    },
  });
  const ANY = route(takeAny, {
    handle: async ({ body }) => json(200, { bytes: body.length }),
  });

  let server: TestServer;
  let sender: Client;
  beforeAll(async () => {
    server = await startTestServer({ more: (router, app) => mountMore(router, app, [SIGNED, ANY]) });
    sender = new Client(server.url);
  });
  afterAll(() => server.dispose());

  const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
  const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

  describe('a raw body', () => {
    it('is passed on byte for byte, so that its signature can be checked', async () => {
      const sent = ' {"b": 1,\t"a":"\\u00e9"}\n';
      const { status, body } = await sender.post('/more/signed', sent, { ...JSON_TYPE, 'x-signature': sign(sent) });
      expect([status, Buffer.from(body.bytes, 'base64').toString()]).toEqual([200, sent]);
      expect(statusAndCode(await sender.post('/more/signed', '{"b": 1}', { ...JSON_TYPE, 'x-signature': sign(sent) }))).toEqual([
        400,
        'malformed',
      ]);
    });

    it('may be empty, need not be text, and need not match its type', async () => {
      const bytes = Uint8Array.of(0xff, 0x00, 0x7b);
      expect((await sender.post('/more/signed', bytes, { ...JSON_TYPE, 'x-signature': sign(bytes) })).status).toBe(200);
      expect((await sender.post('/more/any')).body).toEqual({ bytes: 0 });
    });

    it('is refused if it is too large, with or without Content-Length, and then by its type', async () => {
      const large = 'x'.repeat(1_025);
      expect(statusAndCode(await sender.post('/more/signed', large, { 'content-type': 'text/plain' }))).toEqual([413, 'too_large']);
      const { request, answer } = sending(server.url, '/more/signed', { 'content-type': 'text/plain' });
      request.end(large);
      const chunked = await answer;
      expect([...statusAndCode(chunked), chunked.body.message]).toEqual([413, 'too_large', 'A body may hold at most 1 KiB.']);
      expect(statusAndCode(await sender.post('/more/signed', '{}', { 'content-type': 'text/plain' }))).toEqual([
        415,
        'unsupported_media_type',
      ]);
      expect(statusAndCode(await sender.post('/more/signed', '{}', { ...JSON_TYPE, 'content-encoding': 'gzip' }))).toEqual([
        415,
        'unsupported_media_type',
      ]);
      expect(server.faults).toEqual([]);
    });

    it('counts as the same request under an Idempotency-Key only if every byte is the same', async () => {
      const send = (bytes: string) => sender.post('/more/any', bytes, { ...JSON_TYPE, 'idempotency-key': 'raw' });
      expect((await send('{"a":1}')).headers.get('idempotency-replayed')).toBeNull();
      expect((await send('{"a":1}')).headers.get('idempotency-replayed')).toBe('true');
      expect(statusAndCode(await send('{"a": 1}'))).toEqual([422, 'idempotency_key_reused']);
    });
  });

  it('is refused first by the limit of calls for a network address', async () => {
    const addresses = {
      of: () => '192.0.2.1',
      bound: async () => Promise.reject(limited(7)),
      answering: () => undefined,
      count: () => Promise.reject(limited(7)),
      writing: <T>(_address: string, _owner: string | null, write: () => Promise<T>) => write(),
    };
    const bounded = await startTestServer({ more: (router, app) => mountMore(router, app, [SIGNED], { addresses }) });
    const { request, answer } = sending(bounded.url, '/more/signed', { origin: 'https://evil.example' });
    request.write('no end');
    const { status, headers } = await answer;
    expect([status, headers['retry-after']]).toEqual([429, '7']);
    request.destroy();
    await bounded.dispose();
  });

  it('has its size and type in the OpenAPI document', () => {
    const document = describeRoutes([SIGNED, ANY], false);
    expect(document).toMatchObject({
      paths: {
        '/more/signed': {
          post: {
            requestBody: {
              description: 'Taken as it comes, since its bytes are signed. At most 1 KiB.',
              content: { 'application/json': { 'x-max-bytes': 1_024 } },
            },
          },
        },
        '/more/any': { post: { requestBody: { content: { '*/*': { 'x-max-bytes': 16 } } } } },
      },
    });
  });
});

describe('a broken connection', () => {
  const LARGE = 32 * 1_048_576;
  const common = { tag: 'Test', summary: 'Of a test', access: 'anyone', replies: { 200: { description: 'Done' } } } as const;
  const takeForm = declareCall({
    ...common,
    method: 'POST',
    path: '/more/form',
    body: formBody({ fields: z.strictObject({}), files: { picture: { maxBytes: LARGE } }, maxParts: 4, maxBytes: LARGE }),
  });

  /** Larger than all buffers on the way, so that it is still being sent when the client disconnects. */
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
  ])('during %s causes no error in the log', async (_what, bytes, isAnswered) => {
    const before = await connections();
    for (let time = 0; time < 3; time += 1) await breakOff(bytes(), isAnswered);
    // By then the server has seen them end.
    await expect.poll(connections).toBeLessThanOrEqual(before);
    expect(server.faults).toEqual([]);
  });

  test('closes the source of a download', async () => {
    const before = ended.length;
    await breakOff(ask('GET /more/zip'), true);
    await expect.poll(() => ended.length).toBeGreaterThan(before);
  });
});
