import { Readable } from 'node:stream';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerBytes } from '../../src/http/routes/file/bytes.ts';
import type { OpenFile } from '../../src/ports/files.ts';
import type { Client, Headered } from '../support/client.ts';
import { drawn, unzippedBytes } from '../support/file-samples.ts';
import { serveTwo, upload } from '../support/uploads.ts';

const { server, ann, bob } = await serveTwo();

/** The raw answer, whose bytes are compared. */
const raw = (client: Client, path: string, headers: Headered = {}, method = 'GET') =>
  fetch(server.url + path, { method, headers: { cookie: client.cookie ?? '', ...headers } });

describe('reading a file', () => {
  const content = Buffer.from(Array.from({ length: 200_000 }, (_, at) => 32 + (at % 90)));
  let id: string;
  beforeAll(async () => {
    id = (await upload(ann, content, "a 'b' % ö.txt")).body.id;
  });

  test('gives the uploaded bytes as an attachment that runs no script', async () => {
    const answer = await raw(ann, `/api/files/${id}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect([
      answer.status,
      ...['content-type', 'content-length', 'accept-ranges', 'content-encoding'].map((name) => answer.headers.get(name)),
    ]).toEqual([200, 'text/plain', '200000', 'bytes', null]);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="a 'b' _ _.txt"; filename*=UTF-8''a%20%27b%27%20%25%20%C3%B6.txt`,
    );
    expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const etag = answer.headers.get('etag') ?? '';
    expect((await raw(ann, `/api/files/${id}`, { 'if-none-match': etag })).status).toBe(304);
    const head = await raw(ann, `/api/files/${id}`, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '200000', '']);
  });

  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=65535-65536', 65_535, 65_537],
    ['bytes=199990-', 199_990, 200_000],
    ['bytes=-10', 199_990, 200_000],
    ['bytes=199999-999999999', 199_999, 200_000],
    ['bytes=-999999', 0, 200_000],
  ])('gives the range %s', async (range, from, to) => {
    const answer = await raw(ann, `/api/files/${id}`, { range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/200000`]);
    expect(answer.headers.get('content-length')).toBe(String(to - from));
    expect(Buffer.from(await answer.arrayBuffer()).equals(content.subarray(from, to))).toBe(true);
  });

  test('refuses a range beyond the end, and gives all bytes if the range is unclear or for another version', async () => {
    for (const range of ['bytes=200000-', 'bytes=-0']) {
      const refused = await raw(ann, `/api/files/${id}`, { range });
      expect([refused.status, refused.headers.get('content-range')]).toEqual([416, 'bytes */200000']);
      expect(await refused.json()).toMatchObject({ code: 'range_not_satisfiable' });
    }
    const others: readonly Headered[] = [
      { range: 'bytes=5-4' },
      { range: 'lines=1-2' },
      { range: 'bytes=0-1,5-6' },
      { range: 'bytes=0-1', 'if-range': '"other"' },
    ];
    for (const headers of others) expect((await raw(ann, `/api/files/${id}`, headers)).status).toBe(200);
  });

  test('is possible for the owner only', async () => {
    for (const path of [`/api/files/${id}`, `/api/files/${id}/preview?size=320`, '/api/files/none', `/api/files/${'x'.repeat(200)}`])
      expect([path, (await bob.get(path)).status]).toEqual([path, 404]);
    expect((await bob.send('DELETE', `/api/files/${id}`)).status).toBe(404);
  });

  test('gives previews of pictures, and 404 for files without a preview', async () => {
    const picture = await upload(ann, await drawn(4, 900, 600), 'a.png');
    const path = `/api/files/${picture.body.id}/preview`;
    const answer = await raw(ann, `${path}?size=320`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 320 });
    expect((await raw(ann, `${path}?size=320`, { 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304);
    expect((await ann.get(`${path}?size=1280`)).status).toBe(200);
    expect(await sharp(Buffer.from(await (await raw(ann, path)).arrayBuffer())).metadata()).toMatchObject({ width: 320 });
    for (const query of ['?size=', '?size=5000', '?size=320&size=320'])
      expect([query, (await ann.get(path + query)).status]).toEqual([query, 422]);
    expect((await ann.get(`/api/files/${id}/preview?size=320`)).status).toBe(404);
  });

  test('ends when the file is removed', async () => {
    const other = (await upload(ann, content, 'same.txt')).body.id;
    expect((await ann.send('DELETE', `/api/files/${id}`)).status).toBe(204);
    expect((await ann.send('DELETE', `/api/files/${id}`)).status).toBe(404);
    expect((await ann.get(`/api/files/${id}`)).status).toBe(404);
    expect((await raw(ann, `/api/files/${other}`)).status).toBe(200);
  });
});

test('the export contains the files of the account with their bytes', async () => {
  const email = 'carl@example.org';
  const carl = await server.member(email);
  const picture = await drawn(1);
  const { body: shot } = await upload(carl, picture, 'Bild: 1?.png');
  const { body: note } = await upload(carl, 'ä'.repeat(200_000), 'aux.md');
  const { body: gone } = await upload(carl, 'gone');
  await carl.delete(`/api/files/${gone.id}`);
  await carl.get('/api/settings/account/export');
  await server.advance('PT1S');
  const mail = (await server.mails(email)).find(({ subject }) => subject === 'Your data from Vouch is ready');
  const link = new URL(/https?:\S+\/export\/\w+/.exec(mail?.text ?? '')?.[0] ?? 'http://none/').pathname;
  const files = unzippedBytes(Buffer.from(await (await raw(carl, link)).arrayBuffer()));
  const paths = [`files/${shot.id}/Bild_ 1_.png`, `files/${note.id}/aux_.md`];
  expect([...files.keys()].filter((name) => name.startsWith('files')).toSorted()).toEqual([...paths, 'files.json'].toSorted());
  expect(files.get(paths[0] ?? '')?.equals(picture)).toBe(true);
  expect(files.get(paths[1] ?? '')?.toString()).toBe('ä'.repeat(200_000));
  expect(JSON.parse(files.get('files.json')?.toString() ?? '')).toEqual([
    { ...shot, path: paths[0] },
    { ...note, path: paths[1] },
  ]);
  expect(files.get('README.txt')?.toString()).toContain('files.json');
});

const described = { name: 'a.txt', type: 'text/plain', sha256: 'ab'.repeat(32) };

/** Answers a request with these headers, and says whether the file is closed when nothing of the answer was read. */
async function asked(method: string, headers: Readonly<Record<string, string>> = {}): Promise<[status: number, closed: boolean]> {
  let closed = false;
  const range: OpenFile['range'] = async function* (from, to) {
    yield Buffer.alloc(to - from);
  };
  const close = async (): Promise<void> => {
    closed = true;
  };
  const context = { method, get: (name: string) => headers[name] ?? '' };
  const file: OpenFile = { size: 10, content: range(0, 10), range, close };
  try {
    const { status, stream } = await answerBytes({ context } as never, file, described);
    if (stream instanceof Readable) await new Promise((resolve) => stream.once('close', resolve).destroy());
    return [status, closed];
  } catch (error) {
    return [(error as { status: number }).status, closed];
  }
}

test('a file is closed after every answer, also after one without bytes', async () => {
  expect(await asked('GET')).toEqual([200, true]);
  expect(await asked('GET', { Range: 'bytes=2-3' })).toEqual([206, true]);
  expect(await asked('GET', { Range: 'bytes=10-' })).toEqual([416, true]);
  expect(await asked('GET', { 'If-None-Match': `"${'ab'.repeat(16)}"` })).toEqual([304, true]);
  expect(await asked('HEAD')).toEqual([200, true]);
});
