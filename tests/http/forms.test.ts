import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeRoutes } from '../../src/http/openapi.ts';
import { type Described, renderDocs } from '../../src/http/routes/docs/page.ts';
import { FILE, FORM_PATH, type FormServer, formType, KIB, NOTE, startFormServer, statusAndCode } from '../support/form-server.ts';
import { formBytes, type PartOf, partHead, sending } from '../support/forms.ts';
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

  it('is accepted as a browser sends it', async () => {
    const form = new FormData();
    form.set('note', 'from a page');
    form.set('file', new File(['abc'], 'a b.txt', { type: 'text/plain' }));
    const answer = await fetch(server.url + FORM_PATH, { method: 'POST', body: form, headers: cookie() });
    expect(await answer.json()).toMatchObject({
      fields: { note: 'from a page' },
      files: [{ filename: 'a b.txt', media: 'text/plain', size: 3 }],
    });
  });

  it('is streamed: a file is kept while it is received', async () => {
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
  it('is the same form if its parts are the same; files that are sent again are not kept', async () => {
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
  ])('is another one by another %s', async (what, parts) => {
    const key = { 'idempotency-key': `other ${what}`.replaceAll(' ', '-') };
    await forms.post([NOTE, FILE], key);
    expect(statusAndCode(await forms.post(parts, key))).toEqual([422, 'idempotency_key_reused']);
    expect([forms.kept.size, forms.handled()]).toEqual([1, 1]);
  });

  it('of two requests at once one is carried out, and the files of one are kept', async () => {
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

  it('and the page shows it', () => {
    const page = renderDocs(routes(), described());
    expect(page).toContain('multipart/form-data. A form, read as it comes');
    expect(page).toContain('picture');
  });
});
