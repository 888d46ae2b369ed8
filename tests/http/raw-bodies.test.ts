import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declareCall, rawBody } from '../../src/contracts/call.ts';
import { limited } from '../../src/http/kernel/limits.ts';
import { Refusal } from '../../src/http/kernel/problems.ts';
import { json, route } from '../../src/http/kernel/route.ts';
import { describeRoutes } from '../../src/http/openapi.ts';
import { Client } from '../support/client.ts';
import { sending } from '../support/forms.ts';
import { mountMore } from '../support/more-routes.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

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

  it('is the same request under an Idempotency-Key only if every byte is the same', async () => {
    const send = (bytes: string) => sender.post('/more/any', bytes, { ...JSON_TYPE, 'idempotency-key': 'raw' });
    expect((await send('{"a":1}')).headers.get('idempotency-replayed')).toBeNull();
    expect((await send('{"a":1}')).headers.get('idempotency-replayed')).toBe('true');
    expect(statusAndCode(await send('{"a": 1}'))).toEqual([422, 'idempotency_key_reused']);
  });
});

it('the limit of calls by network address is checked before everything else', async () => {
  const addresses = {
    of: () => '192.0.2.1',
    bound: async () => Promise.reject(limited(7)),
    answering: () => undefined,
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

it('the OpenAPI document says how much is accepted, and of what type', () => {
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
