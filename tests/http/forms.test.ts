import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RuleViolation } from '../../src/domain/kernel/decider.ts';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { type IncomingFile, multipartBody } from '../../src/http/kernel/bodies.ts';
import { json, type Route, route } from '../../src/http/kernel/route.ts';
import { describeRoutes } from '../../src/http/openapi.ts';
import { type Described, renderDocs } from '../../src/http/routes/docs/page.ts';
import { Client, member } from '../support/client.ts';
import { formBytes, type PartOf, partHead, sending } from '../support/forms.ts';
import { mountMore } from '../support/more-routes.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const KIB = 1_024;
const PATH = '/more/forms';
/** What is kept, by a number; and who waits for a file to begin. */
const kept = new Map<number, Buffer>();
let numbers = 0;
let begun: (file: IncomingFile) => void = () => undefined;
let handled = 0;

const FORM = route({
  method: 'POST',
  path: PATH,
  tag: 'Test',
  summary: 'Takes files',
  access: 'user',
  body: multipartBody({
    fields: z.strictObject({ note: z.string().min(1), task_id: z.string().optional() }),
    files: {
      file: { maxBytes: 64 * KIB, required: true },
      picture: { maxBytes: 2 * KIB, most: 2, media: ['image/png', 'image/jpeg'] },
    },
    maxParts: 6,
    maxBytes: 256 * KIB,
    idleMs: 300,
    async keep(file) {
      numbers += 1;
      const number = numbers;
      kept.set(number, Buffer.alloc(0));
      try {
        for await (const chunk of file.content) {
          kept.set(number, Buffer.concat([kept.get(number) as Buffer, chunk]));
          begun(file);
          // Whoever keeps no more than a beginning still gets the right size and hash.
          if (file.filename === 'half') break;
        }
      } catch (error) {
        kept.delete(number);
        throw error;
      }
      return number;
    },
    discard: async (number) => void kept.delete(number),
  }),
  replies: { 200: { description: 'Taken' } },
  refusals: ['conflict'],
  async handle({ body, principal }) {
    handled += 1;
    if (body.fields.note === 'refuse') throw new RuleViolation('conflict', 'Not now.');
    if (body.fields.note === 'fault') throw new StoreUnavailable('away');
    return json(200, { owner: principal.owner, fields: body.fields, files: body.files });
  },
});

let server: TestServer;
let ada: Client;
beforeAll(async () => {
  server = await startTestServer({ more: (router, app) => mountMore(router, app, [FORM]) });
  ada = await member(server);
});
afterAll(() => server.dispose());
afterEach(() => {
  kept.clear();
  begun = () => undefined;
  handled = 0;
});

const NOTE: PartOf = { name: 'note', content: 'Für dich' };
const FILE: PartOf = { name: 'file', filename: 'naïve.bin', media: 'application/octet-stream', content: 'some bytes' };
const of = (boundary = 'between') => ({ 'content-type': `multipart/form-data; boundary=${boundary}` });
const post = (parts: readonly PartOf[], headers: Record<string, string> = {}, boundary = 'between') =>
  ada.post(PATH, formBytes(parts, boundary), { ...of(boundary), ...headers });
const told = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code];
const cookie = () => ({ cookie: ada.cookie as string });
const sha = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

describe('a form', () => {
  it('is taken with its texts and its files, in the order in which they came', async () => {
    const big = Buffer.alloc(64 * KIB, 'x');
    const { status, body } = await post([
      { ...FILE, content: big },
      NOTE,
      { name: 'picture', filename: '/home/ada/a.png', media: 'image/png', content: '\r\n--betwee' },
      { name: 'picture', filename: 'b.jpg', media: 'image/jpeg', content: '' },
    ]);
    expect(status).toBe(200);
    expect(body.fields).toEqual({ note: 'Für dich' });
    expect(body.files.map(({ kept: _, ...rest }: { kept: number }) => rest)).toEqual([
      { name: 'file', filename: 'naïve.bin', media: 'application/octet-stream', size: 64 * KIB, sha256: sha(big) },
      { name: 'picture', filename: 'a.png', media: 'image/png', size: 10, sha256: sha('\r\n--betwee') },
      { name: 'picture', filename: 'b.jpg', media: 'image/jpeg', size: 0, sha256: sha('') },
    ]);
    expect([...kept.values()].map(({ length }) => length)).toEqual([64 * KIB, 10, 0]);
  });

  it('of a browser is taken as it sends it', async () => {
    const form = new FormData();
    form.set('note', 'from a page');
    form.set('file', new File(['abc'], 'a b.txt', { type: 'text/plain' }));
    const answer = await fetch(server.url + PATH, { method: 'POST', body: form, headers: cookie() });
    expect(await answer.json()).toMatchObject({
      fields: { note: 'from a page' },
      files: [{ filename: 'a b.txt', media: 'text/plain', size: 3 }],
    });
  });

  it('is streamed: a file is kept while it comes', async () => {
    const started = new Promise<IncomingFile>((resolve) => {
      begun = resolve;
    });
    const { request, answer } = sending(server.url, PATH, { ...of(), ...cookie() });
    request.write(`${partHead(FILE, 'between')}the beginning`);
    expect((await started).filename).toBe('naïve.bin');
    expect(handled).toBe(0);
    request.end(`, the end\r\n${formBytes([NOTE])}`);
    expect(await answer).toMatchObject({ status: 200, body: { files: [{ size: 22, sha256: sha('the beginning, the end') }] } });
  });

  it('is measured whole when its keeper stops reading', async () => {
    const content = Buffer.alloc(60 * KIB, 'y');
    const { body } = await post([NOTE, { ...FILE, filename: 'half', content }]);
    expect(body.files).toMatchObject([{ size: 60 * KIB, sha256: sha(content) }]);
  });
});

describe('under an Idempotency-Key', () => {
  it('is the same form by its parts, whatever stands between them; what came again is not kept', async () => {
    const key = { 'idempotency-key': 'same' };
    const first = await post([NOTE, FILE], key);
    expect([first.status, kept.size]).toEqual([200, 1]);
    const again = await post([NOTE, FILE], key, 'quite-another-boundary');
    expect([again.status, again.headers.get('idempotency-replayed'), kept.size]).toEqual([200, 'true', 1]);
    expect(again.body).toEqual(first.body);
    expect(handled).toBe(1);
  });

  it.each<[string, readonly PartOf[]]>([
    ['bytes of a file', [NOTE, { ...FILE, content: 'some bytez' }]],
    ['name of a file', [NOTE, { ...FILE, filename: 'b.bin' }]],
    ['type of a file', [NOTE, { ...FILE, media: 'image/png' }]],
    ['text', [{ ...NOTE, content: 'Für mich' }, FILE]],
    ['order', [FILE, NOTE]],
    ['number of parts', [NOTE, FILE, { name: 'task_id', content: '' }]],
  ])('is another one by another %s', async (what, parts) => {
    const key = { 'idempotency-key': `other ${what}`.replaceAll(' ', '-') };
    await post([NOTE, FILE], key);
    expect(told(await post(parts, key))).toEqual([422, 'idempotency_key_reused']);
    expect([kept.size, handled]).toEqual([1, 1]);
  });

  it('two at once are done once, and one of them is kept', async () => {
    const key = { 'idempotency-key': 'at-once' };
    const answers = await Promise.all([1, 2, 3].map(() => post([NOTE, FILE], key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([kept.size, handled]).toEqual([1, 1]);
  });
});

describe('what is refused', () => {
  const many = Array.from({ length: 7 }, () => ({ name: 'picture', filename: 'a.png', media: 'image/png', content: 'x' }));
  const body = formBytes([NOTE, FILE]);
  it.each<[string, Uint8Array, Record<string, string>, number, string]>([
    ['JSON', Buffer.from('{}'), { 'content-type': 'application/json' }, 415, 'unsupported_media_type'],
    ['another kind of form', Buffer.from('note=a'), { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
    ['other parts', body, { 'content-type': 'multipart/mixed; boundary=between' }, 415, 'unsupported_media_type'],
    ['a compressed form', body, { ...of(), 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ['no boundary', body, { 'content-type': 'multipart/form-data' }, 400, 'malformed'],
    ['a wrong boundary', body, of('other'), 400, 'malformed'],
    ['a boundary beyond measure', body, of('b'.repeat(300)), 400, 'malformed'],
    ['nothing', Buffer.alloc(0), of(), 400, 'malformed'],
    ['no end', formBytes([NOTE, FILE], 'between', false), of(), 400, 'malformed'],
    ['an end within a file', body.subarray(0, -20), of(), 400, 'malformed'],
    ['a text that is no UTF-8', formBytes([{ ...NOTE, content: Uint8Array.of(0xff, 0xfe) }, FILE]), of(), 400, 'malformed'],
    ['too many parts', formBytes([NOTE, FILE, ...many]), of(), 413, 'too_large'],
    ['too large a file', formBytes([NOTE, { ...FILE, content: Buffer.alloc(64 * KIB + 1) }]), of(), 413, 'too_large'],
    ['too large a picture', formBytes([NOTE, FILE, { ...many[0], content: Buffer.alloc(2 * KIB + 1) } as PartOf]), of(), 413, 'too_large'],
    ['too large a whole', formBytes([NOTE, { name: 'unasked', content: Buffer.alloc(256 * KIB) }]), of(), 413, 'too_large'],
    ['no part', formBytes([]), of(), 422, 'validation_failed'],
    ['a part without a name', formBytes([NOTE, FILE, { name: '', content: 'x' }]), of(), 422, 'validation_failed'],
    ['a part called __proto__', formBytes([NOTE, FILE, { name: '__proto__', content: 'x' }]), of(), 422, 'validation_failed'],
    ['a part called constructor', formBytes([NOTE, FILE, { name: 'constructor', content: 'x' }]), of(), 422, 'validation_failed'],
  ])('%s: the refusal says so, and nothing is kept', async (_what, bytes, headers, status, code) => {
    for (const chunked of [false, true]) {
      const { request, answer } = sending(server.url, PATH, {
        ...headers,
        ...cookie(),
        ...(!chunked && { 'content-length': String(bytes.length) }),
      });
      request.end(bytes);
      expect([chunked, ...told(await answer)]).toEqual([chunked, status, code]);
    }
    await expect.poll(() => kept.size).toBe(0);
    expect([handled, server.faults]).toEqual([0, []]);
  });

  it('all faults of parts at once, by the names of the parts', async () => {
    const { status, body: problem } = await post([
      { ...NOTE, content: '' },
      { ...NOTE, name: 'task_id', content: 'a' },
      { ...NOTE, name: 'task_id', content: 'b' },
      { name: 'picture', filename: 'a.gif', media: 'image/gif', content: 'x' },
      { name: 'more', filename: 'x', content: 'x' },
    ]);
    expect([status, Object.keys(problem.errors).sort()]).toEqual([422, ['file', 'more', 'note', 'picture', 'task_id']]);
    expect(problem.errors).toMatchObject({
      file: ['Send a file.'],
      task_id: ['Send this once.'],
      picture: ['This must be image/png or image/jpeg.'],
    });
    expect(kept.size).toBe(0);
  });

  it('in the order of the wire', async () => {
    const huge = Buffer.alloc(300 * KIB);
    const stranger = new Client(server.url);
    expect(told(await stranger.post(PATH, huge, { 'content-type': 'text/plain', origin: 'https://evil.example' }))).toEqual([
      403,
      'cross_site',
    ]);
    expect(told(await stranger.post(PATH, huge, { 'content-type': 'text/plain' }))).toEqual([401, 'unauthenticated']);
    expect(told(await ada.post(PATH, huge, { 'content-type': 'text/plain' }))).toEqual([413, 'too_large']);
    expect(told(await ada.post(PATH, 'x', { 'content-type': 'text/plain' }))).toEqual([415, 'unsupported_media_type']);
    expect(told(await post([{ ...NOTE, content: 'refuse' }]))).toEqual([422, 'validation_failed']);
    expect(told(await post([{ ...NOTE, content: 'refuse' }, FILE]))).toEqual([409, 'conflict']);
    expect(kept.size).toBe(0);
  });

  it('what a fault cut short stays kept: nobody knows what was written', async () => {
    expect(told(await post([{ ...NOTE, content: 'fault' }, FILE]))).toEqual([503, 'unavailable']);
    expect(kept.size).toBe(1);
    server.faults.splice(0);
  });
});

describe('a connection', () => {
  it('serves on after a file that was too large', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = sending(server.url, PATH, { ...of(), ...cookie() }, { agent });
    first.request.end(formBytes([NOTE, { ...FILE, content: Buffer.alloc(200 * KIB) }]));
    expect((await first.answer).status).toBe(413);
    const second = sending(server.url, PATH, { ...of(), ...cookie() }, { agent });
    second.request.end(formBytes([NOTE, FILE]));
    expect((await second.answer).status).toBe(200);
    expect(second.request.reusedSocket).toBe(true);
    agent.destroy();
  });

  it('ends for whoever sends on without an end', async () => {
    const { request, answer, closed } = sending(server.url, PATH, { ...of(), ...cookie() });
    request.on('error', () => undefined);
    request.write(partHead(FILE, 'between'));
    const chunk = Buffer.alloc(1_024 * KIB);
    const more = (): void => {
      while (!request.destroyed && request.write(chunk));
      if (!request.destroyed) request.once('drain', more);
    };
    more();
    expect(told(await answer)).toEqual([413, 'too_large']);
    await closed;
    expect(kept.size).toBe(0);
  });

  it('that is given up leaves nothing kept', async () => {
    const started = new Promise((resolve) => {
      begun = resolve;
    });
    const { request } = sending(server.url, PATH, { ...of(), ...cookie() });
    request.on('error', () => undefined);
    request.write(`${partHead(FILE, 'between')}the beginning`);
    await started;
    expect(kept.size).toBe(1);
    request.destroy();
    await expect.poll(() => kept.size).toBe(0);
    expect([handled, server.faults]).toEqual([0, []]);
  });

  it('on which nothing more comes is answered and ended', async () => {
    const { request, answer, closed } = sending(server.url, PATH, { ...of(), ...cookie() });
    request.on('error', () => undefined);
    request.write(`${partHead(FILE, 'between')}the beginning`);
    expect(told(await answer)).toEqual([400, 'malformed']);
    await closed;
    expect([kept.size, handled, server.faults]).toEqual([0, 0, []]);
  });

  it('that is slow and steady is served', async () => {
    const { request, answer } = sending(server.url, PATH, { ...of(), ...cookie() });
    const bytes = formBytes([NOTE, FILE]);
    for (const byte of bytes) {
      request.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
    request.end();
    expect((await answer).status).toBe(200);
  });
});

describe('the documents', () => {
  const routes = [FORM] as unknown as readonly Route[];
  const described = describeRoutes(routes, false) as Described;

  it('say what parts there are and how large they may be', () => {
    const { requestBody, responses } = described.paths[PATH]?.post ?? { responses: {} };
    expect(requestBody).toMatchObject({
      description: 'A form, read as it comes: at most 6 parts and 256 KiB in all.',
      content: {
        'multipart/form-data': {
          'x-max-parts': 6,
          'x-max-bytes': 262_144,
          encoding: { picture: { contentType: 'image/png, image/jpeg' } },
          schema: {
            required: ['note', 'file'],
            properties: {
              file: { type: 'string', contentMediaType: 'application/octet-stream', 'x-max-bytes': 65_536 },
              picture: { type: 'array', maxItems: 2 },
            },
          },
        },
      },
    });
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '413', '415', '422']));
  });

  it('and the page shows it', () => {
    const page = renderDocs(routes, described);
    expect(page).toContain('multipart/form-data. A form, read as it comes');
    expect(page).toContain('picture');
  });
});
