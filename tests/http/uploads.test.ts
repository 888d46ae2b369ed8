import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Answered, Client, Headered } from '../support/client.ts';
import { drawn } from '../support/file-samples.ts';
import { serveTwo } from '../support/uploads.ts';

const MB = 1_048_576;
const PATH = '/api/files/uploads';
const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const { server, ann, bob } = await serveTwo();

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const begin = (client: Client, size: number | string, name = 'a.txt', taskId?: string, headers: Headered = {}): Promise<Answered> =>
  client.send('POST', PATH, undefined, {
    ...TUS,
    'upload-length': String(size),
    'upload-metadata': `filename ${base64(name)}${taskId === undefined ? '' : `,task_id ${base64(taskId)}`}`,
    ...headers,
  });
async function begun(client: Client, size: number, name?: string, taskId?: string): Promise<string> {
  const { status, headers } = await begin(client, size, name, taskId);
  expect(status).toBe(201);
  return headers.get('location') ?? '';
}
const patch = (client: Client, place: string, offset: number, bytes: string | Uint8Array, headers: Headered = {}): Promise<Answered> =>
  client.send('PATCH', place, bytes, { ...BYTES, 'upload-offset': String(offset), ...headers });
const head = (client: Client, place: string): Promise<Answered> => client.send('HEAD', place, undefined, TUS);
const offsetOf = async (client: Client, place: string): Promise<string | null> => (await head(client, place)).headers.get('upload-offset');

/** The bytes of unfinished writes. */
const beingWritten = (folder: string): number =>
  readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.part'))
    .reduce((sum, name) => sum + (statSync(join(folder, 'files', name), { throwIfNoEntry: false })?.size ?? 0), 0);

describe('a resumable upload', () => {
  test('in several parts becomes a file, whose id comes with the answer to the last part', async () => {
    const task = (await ann.post('/api/tasks', { title: 'Water the ferns' })).body.id;
    const bytes = await drawn(1, 800, 600);
    const first = await begin(ann, bytes.length, 'Ämter.png', task);
    expect([first.status, first.headers.get('location'), first.headers.get('tus-resumable')]).toEqual([
      201,
      expect.stringMatching(/^\/api\/files\/uploads\/[\w-]+$/),
      '1.0.0',
    ]);
    expect(Date.parse(first.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.parse('2026-11-21T15:59:00Z'));
    expect(first.headers.get('access-control-allow-origin')).toBeNull();
    const place = first.headers.get('location') ?? '';
    const one = await patch(ann, place, 0, bytes.subarray(0, 1_000));
    expect([one.status, one.headers.get('upload-offset'), one.headers.get('upload-file-id')]).toEqual([204, '1000', null]);
    const so_far = await head(ann, place);
    expect(['upload-offset', 'upload-length', 'cache-control'].map((name) => so_far.headers.get(name))).toEqual([
      '1000',
      String(bytes.length),
      'no-store',
    ]);
    const last = await patch(ann, place, 1_000, bytes.subarray(1_000));
    const id = last.headers.get('upload-file-id');
    expect([last.status, last.headers.get('upload-offset'), last.headers.get('upload-expires')]).toEqual([204, String(bytes.length), null]);
    expect((await ann.get(`/api/files?task_id=${task}`)).body).toMatchObject([
      { id, name: 'Ämter.png', type: 'image/png', sha256: createHash('sha256').update(bytes).digest('hex') },
    ]);
    // A client that lost the last answer gets it by asking again.
    const again = await head(ann, place);
    expect([again.headers.get('upload-offset'), again.headers.get('upload-file-id')]).toEqual([String(bytes.length), id]);
    expect((await patch(ann, place, bytes.length, '')).headers.get('upload-file-id')).toBe(id);
    expect((await ann.send('DELETE', place, undefined, TUS)).status).toBe(404);
    const never = `${PATH}/${encodeURIComponent('»,ö')}`;
    expect((await ann.send('DELETE', never, undefined, TUS)).status).toBe(404);
    expect((await head(ann, never)).status).toBe(404);
    expect((await patch(ann, never, 0, 'a')).status).toBe(404);
  });

  test('continues after its connection broke', async () => {
    const bytes = Buffer.alloc(5 * MB, 'a line of text\n');
    const place = await begun(ann, bytes.length);
    const broken = request(server.url + place, {
      method: 'PATCH',
      headers: { ...BYTES, cookie: ann.cookie ?? '', 'upload-offset': '0', 'content-length': bytes.length },
    }).on('error', () => undefined);
    broken.write(bytes.subarray(0, 3 * MB));
    await vi.waitFor(() => expect(beingWritten(server.folder)).toBeGreaterThan(0), { timeout: 10_000 });
    broken.destroy();
    await vi.waitFor(async () => expect(Number(await offsetOf(ann, place))).toBeGreaterThan(0), { timeout: 10_000 });
    const offset = Number(await offsetOf(ann, place));
    expect(offset).toBeLessThanOrEqual(3 * MB);
    const last = await patch(ann, place, offset, bytes.subarray(offset));
    expect(last.status).toBe(204);
    const id = last.headers.get('upload-file-id');
    expect((await ann.get('/api/files')).body.find((one: { id: string }) => one.id === id)).toMatchObject({ size: bytes.length });
  });

  test('accepts bytes at its end only, and one of two simultaneous parts', async () => {
    const place = await begun(ann, 100);
    const wrong = await patch(ann, place, 5, 'xxxxx');
    expect([wrong.status, wrong.body.code]).toEqual([409, 'conflict']);
    const both = await Promise.all([patch(ann, place, 0, 'x'.repeat(40)), patch(ann, place, 0, 'y'.repeat(50))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect(['40', '50']).toContain(await offsetOf(ann, place));
    const more = await patch(ann, place, Number(await offsetOf(ann, place)), 'z'.repeat(90));
    expect([more.status, more.body.code]).toEqual([413, 'too_large']);
  });

  test('can be cancelled, and only its owner can use it', async () => {
    const place = await begun(ann, 100);
    for (const refused of [await head(bob, place), await patch(bob, place, 0, 'x'), await bob.send('DELETE', place, undefined, TUS)])
      expect(refused.status).toBe(404);
    expect((await ann.send('DELETE', place, undefined, TUS)).status).toBe(204);
    for (const refused of [await head(ann, place), await patch(ann, place, 0, 'x'), await ann.send('DELETE', place, undefined, TUS)])
      expect(refused.status).toBe(404);
  });

  test.each([
    ['a kind that is not taken', 'a.bin', Buffer.of(0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1), undefined, 'file'],
    ['HTML named .png', 'a.png', Buffer.from('<!doctype html><script>1</script>'), undefined, 'file'],
    ['a name with a path', '../a.txt', Buffer.from('text'), undefined, 'file'],
    ['a name with line ends', 'a\r\nb.txt', Buffer.from('text'), undefined, 'file'],
    ['no name', '', Buffer.from('text'), undefined, 'file'],
    ['a task that is not there', 'a.txt', Buffer.from('text'), 'none', 'task_id'],
  ])('with %s is refused with 422 on its last PATCH, and deleted', async (_, name, bytes, taskId, field) => {
    const place = await begun(ann, bytes.length, name, taskId);
    const refused = await patch(ann, place, 0, bytes);
    expect([refused.status, refused.body.code, Object.keys(refused.body.errors)]).toEqual([422, 'validation_failed', [field]]);
    expect((await head(ann, place)).status).toBe(404);
  });

  /** Begins an upload, sends its four bytes, and disconnects during the inspection. */
  async function leftWhileLookedAt(name: string, bytes: string | Buffer): Promise<string> {
    const place = await begun(ann, 4, name);
    const looking = vi.spyOn(server.app.inspector, 'inspect').mockImplementation(async (_, { signal }) => {
      sent.destroy();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw signal.reason;
    });
    const sent = request(server.url + place, {
      method: 'PATCH',
      headers: { ...BYTES, cookie: ann.cookie ?? '', 'upload-offset': '0', 'content-length': 4 },
    }).on('error', () => undefined);
    sent.end(bytes);
    await vi.waitFor(() => expect(looking.mock.settledResults).toMatchObject([{ type: 'rejected' }]), { timeout: 10_000 });
    looking.mockRestore();
    return place;
  }

  test.each([
    ['HEAD', (place: string) => head(ann, place)],
    ['an empty PATCH at its end', (place: string) => patch(ann, place, 4, '')],
  ])('stays if its sender disconnects during the inspection, and becomes a file by %s', async (_, ask) => {
    const place = await leftWhileLookedAt('\u200ea"b%22.txt', 'text');
    const asked = await ask(place);
    const id = asked.headers.get('upload-file-id');
    expect(asked.headers.get('upload-offset')).toBe('4');
    // A name in base64 is not decoded any further.
    expect((await ann.get('/api/files')).body.find((one: { id: string }) => one.id === id)).toMatchObject({ name: 'a"b%22.txt' });
    expect((await ann.send('DELETE', `/api/files/${id}`)).status).toBe(204);
  });

  test('that cannot become a file is refused by HEAD and deleted, if its sender disconnected during the inspection', async () => {
    const place = await leftWhileLookedAt('a.png', Buffer.of(0x7f, 0x45, 0x4c, 0x46));
    expect((await head(ann, place)).status).toBe(422);
    expect((await head(ann, place)).status).toBe(404);
  });

  test('of more than 25 MB or beyond the quota is refused before a byte arrives', async () => {
    const refused = await begin(ann, 25 * MB + 1);
    expect([refused.status, refused.body.code]).toEqual([413, 'too_large']);
    // The announced size counts, so no bytes need to be sent.
    for (let filled = 0; filled < 8; filled += 1) await begun(bob, 25 * MB, 'large.txt');
    const full = await begin(bob, 1);
    expect([full.status, full.body.code]).toEqual([409, 'quota_exceeded']);
  });

  test.each([
    ['without Tus-Resumable', { 'tus-resumable': '' }, 412],
    ['of another version of tus', { 'tus-resumable': '0.2.1' }, 400],
    ['without a length', { 'upload-length': '' }, 400],
    ['with a length that is not a number', { 'upload-length': '-1' }, 400],
    ['with invalid metadata', { 'upload-metadata': 'filename &&&' }, 400],
    ['with a deferred length', { 'upload-length': '', 'upload-defer-length': '1' }, 422],
  ])('%s is refused with a problem of the API', async (_, headers, status) => {
    const sent = Object.fromEntries(
      Object.entries({ ...TUS, 'upload-length': '5', ...headers }).filter(([, value]) => value !== ''),
    ) as Headered;
    const refused = await ann.send('POST', PATH, undefined, sent);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([status, expect.stringContaining('problem+json')]);
    expect(refused.body).toMatchObject({ status, code: expect.any(String), message: expect.any(String) });
  });

  test('needs the media type of tus, and is refused to another site', async () => {
    const place = await begun(ann, 5);
    expect((await ann.send('PATCH', place, 'bytes', { ...TUS, 'upload-offset': '0', 'content-type': 'text/plain' })).status).toBe(415);
    expect((await patch(ann, place, 0, 'bytes', { origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await begin(ann, 5, 'a.txt', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await head(ann, place)).status).toBe(200);
    expect(server.errors).toEqual([]);
  });

  test('expires after 24 hours', async () => {
    const place = await begun(ann, 5);
    await patch(ann, place, 0, 'by');
    await server.advance('PT23H59M');
    expect(await offsetOf(ann, place)).toBe('2');
    await server.advance('PT2M');
    expect((await head(ann, place)).status).toBe(404);
    expect((await patch(ann, place, 2, 'tes')).status).toBe(404);
  });
});
