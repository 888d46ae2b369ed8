import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeRoutes } from '../../src/http/openapi.ts';
import { type Described, renderDocs } from '../../src/http/routes/docs.ts';
import { Client } from '../support/client.ts';
import {
  FILE,
  FORM_PATH,
  type FormServer,
  formBytes,
  formType,
  KIB,
  NOTE,
  type PartOf,
  partHead,
  sending,
  startFormServer,
  statusAndCode,
} from '../support/forms.ts';
import type { TestServer } from '../support/server.ts';

let forms: FormServer;
let server: TestServer;
beforeAll(async () => {
  forms = await startFormServer();
  server = forms.server;
});
afterAll(() => server.dispose());
afterEach(() => forms.clear());
const cookie = () => ({ cookie: forms.ada.cookie as string });

const sha = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

describe('a form', () => {
  it('is accepted with its texts and files, in the order in which they were sent', async () => {
    const big = Buffer.alloc(64 * KIB, 'x');
    const { status, body } = await forms.post([
      { ...FILE, content: big },
      NOTE,
      { name: 'picture', filename: '/home/ada/a.png', media: 'image/png', content: '\r\n--betwee' },
      { name: 'picture', filename: 'b.jpg', media: 'image/jpeg', content: '' },
    ]);
    expect(status).toBe(200);
    expect(body.fields).toEqual({ note: 'Für dich' });
    expect(body.files.map(({ kept: _, ...rest }: { kept: number }) => rest)).toEqual([
      { name: 'file', filename: 'naïve.bin', media: 'application/octet-stream', size: 64 * KIB, sha256: sha(big) },
      { name: 'picture', filename: '/home/ada/a.png', media: 'image/png', size: 10, sha256: sha('\r\n--betwee') },
      { name: 'picture', filename: 'b.jpg', media: 'image/jpeg', size: 0, sha256: sha('') },
    ]);
    expect([...forms.kept.values()].map(({ length }) => length)).toEqual([64 * KIB, 10, 0]);
  });

  it('is accepted in the format of a browser', async () => {
    const form = new FormData();
    form.set('note', 'from a page');
    form.set('file', new File(['abc'], 'a b.txt', { type: 'text/plain' }));
    const answer = await fetch(server.url + FORM_PATH, { method: 'POST', body: form, headers: cookie() });
    expect(await answer.json()).toMatchObject({
      fields: { note: 'from a page' },
      files: [{ filename: 'a b.txt', media: 'text/plain', size: 3 }],
    });
  });

  it('is streamed: a file is stored while it is received', async () => {
    const started = forms.begun();
    const { request, answer } = sending(server.url, FORM_PATH, { ...formType(), ...cookie() });
    request.write(`${partHead(FILE, 'between')}the beginning`);
    expect((await started).filename).toBe('naïve.bin');
    expect(forms.handled()).toBe(0);
    request.end(`, the end\r\n${formBytes([NOTE])}`);
    expect(await answer).toMatchObject({ status: 200, body: { files: [{ size: 22, sha256: sha('the beginning, the end') }] } });
  });

  it('is measured as a whole also if `keep` stops reading', async () => {
    const content = Buffer.alloc(60 * KIB, 'y');
    const { body } = await forms.post([NOTE, { ...FILE, filename: 'half', content }]);
    expect(body.files).toMatchObject([{ size: 60 * KIB, sha256: sha(content) }]);
  });
});

describe('under an Idempotency-Key', () => {
  it('counts as the same form if its parts are the same; repeated files are not stored', async () => {
    const key = { 'idempotency-key': 'same' };
    const first = await forms.post([NOTE, FILE], key);
    expect([first.status, forms.kept.size]).toEqual([200, 1]);
    const again = await forms.post([NOTE, FILE], key, 'quite-another-boundary');
    expect([again.status, again.headers.get('idempotency-replayed'), forms.kept.size]).toEqual([200, 'true', 1]);
    expect(again.body).toEqual(first.body);
    expect(forms.handled()).toBe(1);
  });

  it.each<[string, readonly PartOf[]]>([
    ['bytes of a file', [NOTE, { ...FILE, content: 'some bytez' }]],
    ['name of a file', [NOTE, { ...FILE, filename: 'b.bin' }]],
    ['type of a file', [NOTE, { ...FILE, media: 'image/png' }]],
    ['text', [{ ...NOTE, content: 'Für mich' }, FILE]],
    ['order', [FILE, NOTE]],
    ['number of parts', [NOTE, FILE, { name: 'task_id', content: '' }]],
  ])('counts as another form if this differs: %s', async (what, parts) => {
    const key = { 'idempotency-key': `other ${what}`.replaceAll(' ', '-') };
    await forms.post([NOTE, FILE], key);
    expect(statusAndCode(await forms.post(parts, key))).toEqual([422, 'idempotency_key_reused']);
    expect([forms.kept.size, forms.handled()]).toEqual([1, 1]);
  });

  it('of two simultaneous requests is carried out once, and the files of one are stored', async () => {
    const key = { 'idempotency-key': 'at-once' };
    const answers = await Promise.all([1, 2, 3].map(() => forms.post([NOTE, FILE], key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([forms.kept.size, forms.handled()]).toEqual([1, 1]);
  });
});

describe('the documents', () => {
  const routes = () => [forms.route];
  const described = () => describeRoutes(routes(), false) as Described;

  it('list the parts and how large they may be', () => {
    const { requestBody, responses } = described().paths[FORM_PATH]?.post ?? { responses: {} };
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

  it('show the form on the documentation page', () => {
    const page = renderDocs(routes(), described());
    expect(page).toContain('multipart/form-data. A form, read as it comes');
    expect(page).toContain('picture');
  });
});

describe('a refusal of a form', () => {
  const many = Array.from({ length: 7 }, () => ({ name: 'picture', filename: 'a.png', media: 'image/png', content: 'x' }));
  const body = formBytes([NOTE, FILE]);
  it.each<[string, Uint8Array, Record<string, string>, number, string]>([
    ['JSON', Buffer.from('{}'), { 'content-type': 'application/json' }, 415, 'unsupported_media_type'],
    ['another kind of form', Buffer.from('note=a'), { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported_media_type'],
    ['other parts', body, { 'content-type': 'multipart/mixed; boundary=between' }, 415, 'unsupported_media_type'],
    ['a compressed form', body, { ...formType(), 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ['no boundary', body, { 'content-type': 'multipart/form-data' }, 400, 'malformed'],
    ['a wrong boundary', body, formType('other'), 400, 'malformed'],
    ['a boundary that is too long', body, formType('b'.repeat(300)), 400, 'malformed'],
    ['nothing', Buffer.alloc(0), formType(), 400, 'malformed'],
    ['no end', formBytes([NOTE, FILE], 'between', false), formType(), 400, 'malformed'],
    ['an end within a file', body.subarray(0, -20), formType(), 400, 'malformed'],
    ['a text that is no UTF-8', formBytes([{ ...NOTE, content: Uint8Array.of(0xff, 0xfe) }, FILE]), formType(), 400, 'malformed'],
    ['too many parts', formBytes([NOTE, FILE, ...many]), formType(), 413, 'too_large'],
    ['a file that is too large', formBytes([NOTE, { ...FILE, content: Buffer.alloc(64 * KIB + 1) }]), formType(), 413, 'too_large'],
    [
      'a picture that is too large',
      formBytes([NOTE, FILE, { ...many[0], content: Buffer.alloc(2 * KIB + 1) } as PartOf]),
      formType(),
      413,
      'too_large',
    ],
    ['a form that is too large', formBytes([NOTE, { name: 'unasked', content: Buffer.alloc(256 * KIB) }]), formType(), 413, 'too_large'],
    ['no part', formBytes([]), formType(), 422, 'validation_failed'],
    ['a part without a name', formBytes([NOTE, FILE, { name: '', content: 'x' }]), formType(), 422, 'validation_failed'],
    ['a part called __proto__', formBytes([NOTE, FILE, { name: '__proto__', content: 'x' }]), formType(), 422, 'validation_failed'],
    ['a part called constructor', formBytes([NOTE, FILE, { name: 'constructor', content: 'x' }]), formType(), 422, 'validation_failed'],
  ])('names the reason, and nothing is stored: %s', async (_what, bytes, headers, status, code) => {
    for (const chunked of [false, true]) {
      const { request, answer } = sending(server.url, FORM_PATH, {
        ...headers,
        ...cookie(),
        ...(!chunked && { 'content-length': String(bytes.length) }),
      });
      request.end(bytes);
      expect([chunked, ...statusAndCode(await answer)]).toEqual([chunked, status, code]);
    }
    await expect.poll(() => forms.kept.size).toBe(0);
    expect([forms.handled(), server.faults]).toEqual([0, []]);
  });

  it('names all faults of parts at once, by the names of the parts', async () => {
    const { status, body: problem } = await forms.post([
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
    expect(forms.kept.size).toBe(0);
  });

  it('follows the order in which a request is checked', async () => {
    const huge = Buffer.alloc(300 * KIB);
    const stranger = new Client(server.url);
    expect(statusAndCode(await stranger.post(FORM_PATH, huge, { 'content-type': 'text/plain', origin: 'https://evil.example' }))).toEqual([
      403,
      'cross_site',
    ]);
    expect(statusAndCode(await stranger.post(FORM_PATH, huge, { 'content-type': 'text/plain' }))).toEqual([401, 'unauthenticated']);
    expect(statusAndCode(await forms.ada.post(FORM_PATH, huge, { 'content-type': 'text/plain' }))).toEqual([413, 'too_large']);
    expect(statusAndCode(await forms.ada.post(FORM_PATH, 'x', { 'content-type': 'text/plain' }))).toEqual([415, 'unsupported_media_type']);
    expect(statusAndCode(await forms.post([{ ...NOTE, content: 'refuse' }]))).toEqual([422, 'validation_failed']);
    expect(statusAndCode(await forms.post([{ ...NOTE, content: 'refuse' }, FILE]))).toEqual([409, 'conflict']);
    expect(forms.kept.size).toBe(0);
  });

  it('keeps the files after an unexpected error, because their events may have been written', async () => {
    expect(statusAndCode(await forms.post([{ ...NOTE, content: 'fault' }, FILE]))).toEqual([503, 'unavailable']);
    expect(forms.kept.size).toBe(1);
    server.faults.splice(0);
  });
});

describe('a connection', () => {
  it('serves further requests after a file that was too large', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = sending(server.url, FORM_PATH, { ...formType(), ...cookie() }, { agent });
    first.request.end(formBytes([NOTE, { ...FILE, content: Buffer.alloc(200 * KIB) }]));
    expect((await first.answer).status).toBe(413);
    const second = sending(server.url, FORM_PATH, { ...formType(), ...cookie() }, { agent });
    second.request.end(formBytes([NOTE, FILE]));
    expect((await second.answer).status).toBe(200);
    expect(second.request.reusedSocket).toBe(true);
    agent.destroy();
  });

  it('is closed if the client never stops sending', async () => {
    const { request, answer, closed } = sending(server.url, FORM_PATH, { ...formType(), ...cookie() });
    request.on('error', () => undefined);
    request.write(partHead(FILE, 'between'));
    const chunk = Buffer.alloc(1_024 * KIB);
    const more = (): void => {
      while (!request.destroyed && request.write(chunk));
      if (!request.destroyed) request.once('drain', more);
    };
    more();
    expect(statusAndCode(await answer)).toEqual([413, 'too_large']);
    await closed;
    expect(forms.kept.size).toBe(0);
  });

  it('that the client breaks off leaves no file behind', async () => {
    const started = forms.begun();
    const { request } = sending(server.url, FORM_PATH, { ...formType(), ...cookie() });
    request.on('error', () => undefined);
    request.write(`${partHead(FILE, 'between')}the beginning`);
    await started;
    expect(forms.kept.size).toBe(1);
    request.destroy();
    await expect.poll(() => forms.kept.size).toBe(0);
    expect([forms.handled(), server.faults]).toEqual([0, []]);
  });

  it('that stays silent is answered and closed', async () => {
    const { request, answer, closed } = sending(server.url, FORM_PATH, { ...formType(), ...cookie() });
    request.on('error', () => undefined);
    request.write(`${partHead(FILE, 'between')}the beginning`);
    expect(statusAndCode(await answer)).toEqual([400, 'malformed']);
    await closed;
    expect([forms.kept.size, forms.handled(), server.faults]).toEqual([0, 0, []]);
  });

  it('that is slow but steady is served', async () => {
    const { request, answer } = sending(server.url, FORM_PATH, { ...formType(), ...cookie() });
    const bytes = formBytes([NOTE, FILE]);
    for (const byte of bytes) {
      request.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
    request.end();
    expect((await answer).status).toBe(200);
  });
});
