import { expect, test, vi } from 'vitest';
import { FILE_BYTES } from '../../../src/contracts/file.ts';
import { MAX_FILE_BYTES, refusalWords, type UploadOf } from '../../../web/api/files.ts';
import { progressWords } from '../../../web/proof/chosen.tsx';
import { type KeptUpload, type UploadStore, Uploads } from '../../../web/proof/uploads.ts';

const file = (name: string, size = 10) => new File(['x'.repeat(size)], name, { type: 'text/plain' });

/** A browser that keeps what it is told, over several pages, and a server that answers when the test says so. */
function browser({ hasRoom = true } = {}) {
  const kept = new Map<string, KeptUpload>();
  const store: UploadStore = {
    keep: async (upload) => hasRoom && Boolean(kept.set(upload.key, upload)),
    forget: async (_task, key) => void kept.delete(key),
    of: async (task) => [...kept.values()].filter((upload) => upload.task === task),
  };
  const started: UploadOf[] = [];
  const stopped: boolean[] = [];
  const remove = vi.fn(async () => undefined);
  let key = 0;
  const lighter: ((file: File) => void)[] = [];
  return {
    lighter,
    kept,
    started,
    stopped,
    remove,
    page: () =>
      new Uploads('t1', {
        start: (upload) => {
          started.push(upload);
          return (forget) => void stopped.push(forget);
        },
        store,
        remove,
        now: () => 0,
        newKey: () => `k${++key}`,
        maxBytes: 100,
        lighten: ({ type }) => (type === 'image/jpeg' ? new Promise((done) => lighter.push(done)) : null),
      }),
  };
}
const statuses = (uploads: Uploads) => uploads.items().map(({ name, status }) => [name, status]);

test('a file is uploaded at once, and has its id when it has arrived', () => {
  const { page, started } = browser();
  const uploads = page();
  uploads.add([file('a.txt')]);
  started[0]?.onSent(4);
  expect(uploads.items()[0]).toMatchObject({ status: 'uploading', sent: 4, size: 10 });
  started[0]?.onDone('f1');
  expect(uploads.items()[0]).toMatchObject({ status: 'done', id: 'f1' });
});

test('a file for which the browser has no room is uploaded, and marked as one that a reload loses', async () => {
  const { page, started } = browser({ hasRoom: false });
  const uploads = page();
  uploads.add([file('a.txt')]);
  expect(started).toHaveLength(1);
  await vi.waitFor(() => expect(uploads.items()[0]).toMatchObject({ status: 'uploading', isStored: false }));
});

test('a large photograph is uploaded with fewer bytes, unless it was removed before it was ready', async () => {
  const { page, started, lighter } = browser();
  const uploads = page();
  const photo = (size: number) => new File(['x'.repeat(size)], 'photo.jpg', { type: 'image/jpeg' });
  uploads.add([photo(300), photo(301)]);
  expect([statuses(uploads), started.length]).toEqual([Array(2).fill(['photo.jpg', 'uploading']), 0]);
  uploads.remove(uploads.items()[1]?.key as string);
  for (const [index, ready] of lighter.entries()) ready(photo(80 + index));
  await vi.waitFor(() => expect(started.map(({ content }) => content.size)).toEqual([80]));
  expect(uploads.items().map(({ size }) => size)).toEqual([80]);
});

test('an upload continues where it was after a lost connection', () => {
  const { page, started } = browser();
  const uploads = page();
  uploads.add([file('a.txt')]);
  started[0]?.onUrl('/api/files/uploads/u1');
  started[0]?.onBroken();
  expect(statuses(uploads)).toEqual([['a.txt', 'waiting']]);
  uploads.resume();
  expect([statuses(uploads), started[1]?.url]).toEqual([[['a.txt', 'uploading']], '/api/files/uploads/u1']);
});

test('the next page continues the uploads of the last one, without sending arrived parts again', async () => {
  const { page, started } = browser();
  const before = page();
  before.add([file('a.txt'), file('b.txt')]);
  started[0]?.onUrl('/api/files/uploads/u1');
  started[1]?.onDone('f2');
  const after = page();
  await after.load();
  await after.load();
  expect(statuses(after)).toEqual([
    ['a.txt', 'uploading'],
    ['b.txt', 'done'],
  ]);
  expect(started.slice(2).map(({ name, url }) => [name, url])).toEqual([['a.txt', '/api/files/uploads/u1']]);
});

test('a cancelled upload is deleted on the server and in the browser, even if it had arrived', () => {
  const { page, started, stopped, kept, remove } = browser();
  const uploads = page();
  uploads.add([file('a.txt'), file('b.txt')]);
  started[1]?.onDone('f2');
  for (const { key } of uploads.items()) uploads.remove(key);
  started[0]?.onUrl('/api/files/uploads/late');
  expect([uploads.items(), [...kept], stopped[0], remove.mock.calls]).toEqual([[], [], true, [['f2']]]);
});

test('a refused upload shows the reason, and the next page does not retry it', async () => {
  const { page, started } = browser();
  const uploads = page();
  uploads.add([file('a.txt'), file('large.txt', 101), file('empty.txt', 0)]);
  started[0]?.onRefused('Its content is not what its name says.');
  expect(uploads.items().map(({ message }) => message)).toEqual([
    'Its content is not what its name says.',
    'It is larger than 25 MB.',
    'It is empty.',
  ]);
  const after = page();
  await after.load();
  expect([started.length, after.items()]).toEqual([1, []]);
});

test('files of a withdrawn proof are listed again, and none is kept once the proof was given', () => {
  const { page, started, kept } = browser();
  const uploads = page();
  uploads.addGiven([{ id: 'f1', name: 'a.png', size: 5, type: 'image/png' }]);
  expect([uploads.items()[0]?.id, started.length, kept.size]).toEqual(['f1', 0, 1]);
  uploads.clear();
  expect([uploads.items(), kept.size]).toEqual([[], 0]);
});

test('a refusal is shown in the words about the file, if there are any', () => {
  expect(refusalWords(JSON.stringify({ message: 'Wrong.', errors: { file: ['Not a picture.'] } }))).toBe('Not a picture.');
  expect([refusalWords('{"message":"No room."}'), refusalWords('<html>'), refusalWords(undefined)]).toEqual([
    'No room.',
    'Failed to upload the file',
    'Failed to upload the file',
  ]);
  expect(MAX_FILE_BYTES).toBe(FILE_BYTES);
});

test('progress is written in words', () => {
  const progress = (status: 'uploading' | 'waiting' | 'done') => progressWords({ status, sent: 217_088, size: 337_920 });
  expect([progress('uploading'), progress('waiting'), progress('done')]).toEqual([
    '64 %, 212 KB of 330 KB',
    '64 %, waits for the connection',
    '330 KB',
  ]);
});
