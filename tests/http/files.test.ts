import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { QueueFull } from '../../src/concurrency/turns.ts';
import type { ForWhom } from '../../src/ports/files.ts';
import type { Client } from '../support/client.ts';
import { drawn, hugePng } from '../support/file-samples.ts';
import type { PartOf } from '../support/forms.ts';
import { FORM, sendParts, serveTwo, upload } from '../support/uploads.ts';

const MB = 1_048_576;
const { server, ann, bob } = await serveTwo();

const newTask = async (client: Client): Promise<string> => (await client.post('/api/tasks', { title: 'Water the ferns' })).body.id;
/** Uploads that have not become files. */
async function unfinished(client: Client) {
  const { body } = await client.get('/api/auth/session');
  return server.app.files.uploads(body.user.id);
}

/** Sends a file as a page in a browser does. */
async function fromPage(client: Client, name: string): Promise<Response> {
  const form = new FormData();
  form.set('file', new File(['text'], name));
  return fetch(`${server.url}/api/files`, { method: 'POST', body: form, headers: { cookie: client.cookie ?? '' } });
}

describe('the name of a file', () => {
  test.each([
    ['a"b.txt', 'a"b.txt'],
    ['100%.txt', '100%.txt'],
    ['a%20b%2Fc.txt', 'a%20b%2Fc.txt'],
    ['\u200eScan\u200f 1.txt', 'Scan 1.txt'],
    ["it's.txt", "it's.txt"],
    ['Ämter “1” 図 👩\u200d💻.md', 'Ämter “1” 図 👩\u200d💻.md'],
  ])('%j from a form is stored as %j', async (name, kept) => {
    const sent = await fromPage(ann, name);
    expect([sent.status, ((await sent.json()) as { name: string }).name]).toEqual([201, kept]);
  });

  test('is returned in the download header as it was sent', async () => {
    const { id } = (await (await fromPage(ann, 'a"b.txt')).json()) as { id: string };
    expect((await ann.get(`/api/files/${id}`)).headers.get('content-disposition')).toBe(
      `attachment; filename="a_b.txt"; filename*=UTF-8''a%22b.txt`,
    );
  });

  test.each(['a\nb.txt', 'a\r\nb.txt', '\u202aa.txt', 'a\u202c.txt', 'a\u2067b.txt', '\u200b', '\u200e\u200f'])(
    '%j is refused with 422',
    async (name) => {
      const refused = await fromPage(ann, name);
      const { errors } = (await refused.json()) as { errors: object };
      expect([refused.status, Object.keys(errors)]).toEqual([422, ['file']]);
    },
  );
});

/** Sends a request and closes the connection while the program inspects the file. Returns why the inspection stopped. */
async function leaving(path: string, init: RequestInit): Promise<unknown> {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<unknown>()];
  const look = async (_: unknown, ...rest: readonly unknown[]): Promise<never> => {
    const { signal } = rest.at(-1) as ForWhom;
    signal.addEventListener('abort', () => ended.resolve(signal.reason));
    begun.resolve();
    await ended.promise;
    throw signal.reason;
  };
  const { inspector } = server.app;
  const spies = [vi.spyOn(inspector, 'inspect').mockImplementation(look), vi.spyOn(inspector, 'preview').mockImplementation(look)];
  const gone = new AbortController();
  const asked = fetch(server.url + path, { ...init, signal: gone.signal });
  await begun.promise;
  gone.abort();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  for (const spy of spies) spy.mockRestore();
  return ended.promise;
}

test('the inspection of a file stops when its sender disconnects, and nothing of it stays', async () => {
  const form = new FormData();
  form.set('file', new File(['left'], 'left.txt'));
  const before = (await ann.get('/api/files?limit=500')).body.length;
  const headers = { cookie: ann.cookie ?? '' };
  expect(await leaving('/api/files', { method: 'POST', body: form, headers })).toMatchObject({ name: 'AbortError' });
  await vi.waitFor(async () => expect(await unfinished(ann)).toEqual([]), { timeout: 10_000 });
  expect((await ann.get('/api/files?limit=500')).body).toHaveLength(before);
  const picture = await upload(ann, await drawn(4), 'a.png');
  expect(await leaving(`/api/files/${picture.body.id}/preview`, { headers })).toMatchObject({ name: 'AbortError' });
  expect((await ann.get(`/api/files/${picture.body.id}/preview`)).status).toBe(200);
  expect(server.errors).toEqual([]);
});

test('an upload is refused for a moment if too many files wait for inspection', async () => {
  const full = vi.spyOn(server.app.inspector, 'inspect').mockRejectedValue(new QueueFull('Too many wait already.'));
  const refused = await upload(ann, 'text');
  full.mockRestore();
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '10']);
  expect(await unfinished(ann)).toEqual([]);
});

describe('uploading', () => {
  test('gives the file, and adds it to the list of its task and of all files', async () => {
    const task = await newTask(ann);
    const bytes = await sharp(await drawn(1))
      .withExif({ IFD2: { DateTimeOriginal: '2026:11:20 16:30:00' } })
      .jpeg()
      .toBuffer();
    const sent = await upload(ann, bytes, 'Ämter “1”.jpg', task);
    expect([sent.status, sent.headers.get('location')]).toEqual([201, `/api/files/${sent.body.id}`]);
    expect(sent.body).toEqual({
      id: expect.any(String),
      name: 'Ämter “1”.jpg',
      type: 'image/jpeg',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      width: 400,
      height: 300,
      preview: true,
      captured_at: '2026-11-20T15:30:00.000Z',
      created_at: expect.stringMatching(/^2026-11-20T16:/),
      task_id: task,
      seen_before: null,
    });
    const loose = await upload(ann, 'a note');
    expect((await ann.get(`/api/files?task_id=${task}`)).body).toEqual([sent.body]);
    const all = (await ann.get('/api/files')).body.map(({ id }: { id: string }) => id);
    expect(all).toEqual(expect.arrayContaining([sent.body.id, loose.body.id]));
    expect((await bob.get('/api/files')).body).toEqual([]);
    const first = await ann.get('/api/files?limit=1');
    expect([first.body.length, first.headers.get('link')]).toEqual([1, expect.stringContaining('rel="next"')]);
  });

  test('is done once for one Idempotency-Key', async () => {
    const parts = [{ name: 'file', filename: 'a.txt', content: 'sent twice' }];
    const answers = [await sendParts(ann, parts, { 'idempotency-key': 'k-1' }), await sendParts(ann, parts, { 'idempotency-key': 'k-1' })];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.body.id).toBe(answers[0]?.body.id);
  });

  test.each([
    ['no file', [{ name: 'task_id', content: 'x' }], 'file'],
    ['an empty file', [{ name: 'file', filename: 'a.txt', content: '' }], 'file'],
    ['a file without a name', [{ name: 'file', content: 'text' }], 'file'],
    ['a path', [{ name: 'file', filename: '../../etc/passwd', content: 'text' }], 'file'],
    ['a path of Windows', [{ name: 'file', filename: 'C:\\a.txt', content: 'text' }], 'file'],
    ['a name that turns its direction', [{ name: 'file', filename: 'gnp.\u202eexe.txt', content: 'text' }], 'file'],
    ['a name of 300 characters', [{ name: 'file', filename: 'x'.repeat(300), content: 'text' }], 'file'],
    ['HTML named .png', [{ name: 'file', filename: 'a.png', content: '<!doctype html><script>alert(1)</script>' }], 'file'],
    ['SVG named .png', [{ name: 'file', filename: 'a.png', content: '<svg onload="alert(1)"/>' }], 'file'],
    ['a picture of 50,000 × 50,000', [{ name: 'file', filename: 'a.png', content: hugePng(50_000, 50_000) }], 'file'],
    ['a gzip bomb', [{ name: 'file', filename: 'a.gz', content: gzipSync(Buffer.alloc(20 * MB)) }], 'file'],
    [
      'a task that is not there',
      [
        { name: 'file', filename: 'a.txt', content: 'text' },
        { name: 'task_id', content: 'none' },
      ],
      'task_id',
    ],
  ] satisfies [string, PartOf[], string][])('%s is refused with 422, and nothing of it stays', async (_, parts, field) => {
    const before = (await ann.get('/api/files?limit=500')).body.length;
    const refused = await sendParts(ann, parts);
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([422, 'validation_failed', [field]]);
    expect((await ann.get('/api/files?limit=500')).body).toHaveLength(before);
    expect(await unfinished(ann)).toEqual([]);
  });

  test('a name in the extended form of the header cannot contain line ends either', async () => {
    const body = Buffer.from(
      '--between\r\nContent-Disposition: form-data; name="file"; filename*=utf-8\'\'a%0d%0aSet-Cookie%3A%20x.txt\r\n\r\ntext\r\n--between--\r\n',
    );
    const refused = await ann.send('POST', '/api/files', body, FORM);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['file']]);
  });

  test('accepts 25 MB and not a byte more, and HTML and SVG under their own names as text', async () => {
    const most = Buffer.alloc(25 * MB, 'a line of text\n');
    expect(await upload(bob, most)).toMatchObject({ status: 201, body: { size: 26_214_400, type: 'text/plain' } });
    const more = await upload(bob, Buffer.alloc(25 * MB + 1, 'a line of text\n'));
    expect([more.status, more.body.code]).toEqual([413, 'too_large']);
    for (const name of ['page.html', 'drawing.svg'])
      expect((await upload(bob, '<svg><script>alert(1)</script></svg>', name)).body.type).toBe('text/plain');
    expect(server.errors).toEqual([]);
  });

  test('is refused without a session, to another site, and for a task of somebody else', async () => {
    const task = await newTask(ann);
    const refused = await upload(bob, 'text', 'a.txt', task);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['task_id']]);
    expect((await sendParts(bob, [{ name: 'file', filename: 'a.txt', content: 'x' }], { 'sec-fetch-site': 'cross-site' })).status).toBe(
      403,
    );
    expect((await fetch(`${server.url}/api/files`)).status).toBe(401);
  });

  test('reports that the same screenshot was uploaded for another task', async () => {
    const [first, second] = [await newTask(ann), await newTask(ann)];
    const picture = await drawn(3);
    await upload(ann, picture, 'a.png', first);
    expect((await upload(ann, picture, 'b.png', second)).body.seen_before).toEqual({
      task_id: first,
      at: expect.stringMatching(/^2026-11-20T16:/),
      how: 'same',
    });
  });
});

test('a file that was given as proof is shown with it and cannot be removed', async () => {
  const task = (await ann.post('/api/tasks', { title: 'Water the ferns', verification_type: 'general' })).body.id;
  const other = await newTask(ann);
  const [own, loose, wrong] = [
    await upload(ann, 'proof', 'a.txt', task),
    await upload(ann, 'loose'),
    await upload(ann, 'of another', 'b.txt', other),
  ];
  const give = (files: readonly string[]) => ann.post(`/api/verifications/${task}/proof`, { proofData: { files } });
  for (const id of [wrong.body.id, 'none', (await upload(bob, 'of bob')).body.id]) {
    const refused = await give([own.body.id, id]);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['proofData.files']]);
  }
  const given = await give([own.body.id, loose.body.id]);
  expect([given.status, given.body.submissions[0].files]).toEqual([201, [own.body, { ...loose.body, task_id: task }]]);
  const refused = await ann.send('DELETE', `/api/files/${loose.body.id}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  expect((await ann.get(`/api/verifications/${task}`)).body.submissions[0].files).toHaveLength(2);
});

test('a file without a task is deleted after 24 hours, and all files with the account', async () => {
  const carl = await server.member('carl@example.org');
  const task = await newTask(carl);
  const [loose, kept] = [await upload(carl, 'loose'), await upload(carl, 'kept', 'b.txt', task)];
  await server.advance('PT23H');
  expect((await carl.get('/api/files')).body).toHaveLength(2);
  await server.advance('PT2H');
  expect((await carl.get('/api/files')).body.map(({ id }: { id: string }) => id)).toEqual([kept.body.id]);
  expect((await carl.get(`/api/files/${loose.body.id}`)).status).toBe(404);
  const owner = (await server.app.store.readStream(`file-${kept.body.id}`))[0]?.metadata.owner ?? '';
  expect(await server.app.files.list(owner)).toHaveLength(1);
  expect((await carl.send('DELETE', '/api/settings/account')).status).toBe(200);
  expect(await server.app.files.list(owner)).toEqual([]);
  expect(await server.app.files.total(owner)).toBe(0);
});
