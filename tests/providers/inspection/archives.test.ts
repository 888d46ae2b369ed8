import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ForWhom, Inspectable } from '../../../src/ports/file-inspector.ts';
import { createFileInspector } from '../../../src/providers/inspection/inspector.ts';
import { TEST_THREAD } from '../../support/archive-thread.ts';
import { fileOf, forAnn, inspect, inspector, zipOf } from '../../support/inspected.ts';
import { manyEntries } from '../../support/many-entries.ts';
import { drawn } from '../../support/pictures.ts';

const [ENTRY, DIRECTORY, END] = ['PK\u0003\u0004', 'PK\u0001\u0002', 'PK\u0005\u0006'];
const ENDLESS = fileOf(Buffer.from(`${ENTRY}endless`));

/** A zip file whose directory has its first entry so many times. */
function repeated(zip: Buffer, times: number): Buffer {
  const [directory, end] = [zip.indexOf(DIRECTORY), zip.indexOf(END)];
  const record = zip.subarray(directory, end);
  const tail = Buffer.from(zip.subarray(end));
  tail.writeUInt16LE(times, 8);
  tail.writeUInt16LE(times, 10);
  tail.writeUInt32LE(record.length * times, 12);
  return Buffer.concat([zip.subarray(0, directory), ...Array.from({ length: times }, () => record), tail]);
}

test('an archive is read once, however many entries it has', async () => {
  const zip = fileOf(manyEntries(8_000));
  const asked: number[] = [];
  const counted: Inspectable = {
    size: zip.size,
    range(from, to) {
      asked.push(to - from);
      return zip.range(from, to);
    },
  };
  expect((await inspector.inspect(counted, { ...forAnn, name: 'a.zip' })).type).toBe('application/zip');
  // Its beginning says that it is one.
  expect(asked).toEqual([expect.any(Number), zip.size]);
});

test('entries that share their bytes, and more entries than an archive may have, are refused', async () => {
  const zip = await zipOf({ 'a.txt': randomBytes(20_000) });
  await expect(inspect(repeated(zip, 1))).resolves.toMatchObject({ type: 'application/zip' });
  await expect(inspect(repeated(zip, 200))).rejects.toThrow(/share the same bytes/);
  await expect(inspect(repeated(zip, 50_001))).rejects.toThrow(/more than 50,000 entries/);
});

test('names in an archive lead nowhere, so any are taken', async () => {
  const zip = await zipOf({ 'xxx/etc/passwd': 'a', 'yy\u00e9': 'b' });
  for (const name of ['../', '/a/', 'C:\\'])
    expect((await inspect(Buffer.from(zip.toString('latin1').replaceAll('xxx', name.padEnd(3, '/')), 'latin1'))).type).toBe(
      'application/zip',
    );
});

test('what would unpack to more than 100 times its size is refused in one step of many as well', async () => {
  const small = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}`, Buffer.alloc(200_000)]));
  await expect(inspect(await zipOf(small))).rejects.toThrow(/100 times/);
  const parts = Array.from({ length: 20 }, () => gzipSync(Buffer.alloc(1_000_000)));
  await expect(inspect(Buffer.concat(parts))).rejects.toThrow(/100 times/);
});

/** An inspector whose thread does not end by itself when it is told so. */
const held = (late = () => new AbortController().signal) => createFileInspector({ late, program: TEST_THREAD });
const inspectEndless = (one: ReturnType<typeof held>, forWhom: Partial<ForWhom> = {}) =>
  one.inspect(ENDLESS, { ...forAnn, ...forWhom, name: 'a.zip' });

test('one that takes too long is refused, and the next one is looked at', async () => {
  const [late, never] = [AbortSignal.timeout(50), new AbortController().signal];
  const signals = [late, never];
  const one = held(() => signals.shift() ?? never);
  await expect(inspectEndless(one)).rejects.toMatchObject({ name: 'FileNotTaken', message: expect.stringMatching(/takes too long/) });
  expect(await one.inspect(fileOf(await zipOf({})), { ...forAnn, name: 'a.zip' })).toMatchObject({ type: 'application/zip' });
});

test('the work ends when nobody waits for it any more, and neither others nor pictures wait for it', async () => {
  const one = held();
  const gone = new AbortController();
  const looked = [1, 2, 3].map(() => inspectEndless(one, { signal: gone.signal }));
  const another = { ...forAnn, owner: 'bob', name: 'a.zip' };
  expect(await one.inspect(fileOf(await zipOf({})), another)).toMatchObject({ type: 'application/zip' });
  const picture = fileOf(await drawn(1));
  expect(await one.inspect(picture, { ...forAnn, name: 'a.png' })).toMatchObject({ type: 'image/png' });
  expect(await one.preview(picture, 320, forAnn)).toBeInstanceOf(Buffer);
  expect(await one.inspect(fileOf(Buffer.from('text')), { ...forAnn, name: 'a.txt' })).toMatchObject({ type: 'text/plain' });
  const reason = new Error('gone');
  gone.abort(reason);
  for (const each of looked) await expect(each).rejects.toBe(reason);
  expect(await one.inspect(fileOf(await zipOf({})), { ...forAnn, name: 'a.zip' })).toMatchObject({ type: 'application/zip' });
});

test('whoever leaves gives up the place in the queue, and no more than 20 of an owner wait', async () => {
  const one = held();
  const gone = new AbortController();
  const all = Array.from({ length: 22 }, () => inspectEndless(one, { signal: gone.signal }));
  await expect(all[21]).rejects.toMatchObject({ name: 'QueueFull' });
  gone.abort();
  for (const { status } of await Promise.allSettled(all)) expect(status).toBe('rejected');
  expect(await one.inspect(fileOf(await zipOf({})), { ...forAnn, name: 'a.zip' })).toMatchObject({ type: 'application/zip' });
});
