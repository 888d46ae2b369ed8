import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { difference } from '../../../src/app/file/seen-before.ts';
import type { ForWhom, Inspectable } from '../../../src/ports/files.ts';
import { createFileInspector } from '../../../src/providers/inspection/inspector.ts';
import { TEST_THREAD } from '../../support/archive-thread.ts';
import { drawn, fileOf, forAnn, hugePng, inspect, inspector, manyEntries, zipOf } from '../../support/file-samples.ts';

const [ENTRY, DIRECTORY, END] = ['PK\u0003\u0004', 'PK\u0001\u0002', 'PK\u0005\u0006'];
const ENDLESS = fileOf(Buffer.from(`${ENTRY}endless`));

/** A zip file whose directory contains its first entry this many times. */
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
  // It begins like an archive.
  expect(asked).toEqual([expect.any(Number), zip.size]);
});

test('entries that share their bytes, and more entries than an archive may have, are refused', async () => {
  const zip = await zipOf({ 'a.txt': randomBytes(20_000) });
  await expect(inspect(repeated(zip, 1))).resolves.toMatchObject({ type: 'application/zip' });
  await expect(inspect(repeated(zip, 200))).rejects.toThrow(/share the same bytes/);
  await expect(inspect(repeated(zip, 50_001))).rejects.toThrow(/more than 50,000 entries/);
});

test('any names in an archive are accepted, because nothing is unpacked to them', async () => {
  const zip = await zipOf({ 'xxx/etc/passwd': 'a', 'yy\u00e9': 'b' });
  for (const name of ['../', '/a/', 'C:\\'])
    expect((await inspect(Buffer.from(zip.toString('latin1').replaceAll('xxx', name.padEnd(3, '/')), 'latin1'))).type).toBe(
      'application/zip',
    );
});

test('an archive of many steps that would unpack to more than 100 times its size in one of them is refused', async () => {
  const small = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}`, Buffer.alloc(200_000)]));
  await expect(inspect(await zipOf(small))).rejects.toThrow(/100 times/);
  const parts = Array.from({ length: 20 }, () => gzipSync(Buffer.alloc(1_000_000)));
  await expect(inspect(Buffer.concat(parts))).rejects.toThrow(/100 times/);
});

/** An inspector whose thread does not end when it is asked to. */
const held = (late = () => new AbortController().signal) => createFileInspector({ late, program: TEST_THREAD });
const inspectEndless = (one: ReturnType<typeof held>, forWhom: Partial<ForWhom> = {}) =>
  one.inspect(ENDLESS, { ...forAnn, ...forWhom, name: 'a.zip' });

test('an archive that takes too long is refused, and the next one is inspected', async () => {
  const [late, never] = [AbortSignal.timeout(50), new AbortController().signal];
  const signals = [late, never];
  const one = held(() => signals.shift() ?? never);
  await expect(inspectEndless(one)).rejects.toMatchObject({ name: 'FileNotTaken', message: expect.stringMatching(/takes too long/) });
  expect(await one.inspect(fileOf(await zipOf({})), { ...forAnn, name: 'a.zip' })).toMatchObject({ type: 'application/zip' });
});

test('the inspection ends when nobody waits for it any more, and delays neither other files nor pictures', async () => {
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

test('a caller who leaves gives up the place in the queue, and at most 20 files of an owner wait', async () => {
  const one = held();
  const gone = new AbortController();
  const all = Array.from({ length: 22 }, () => inspectEndless(one, { signal: gone.signal }));
  await expect(all[21]).rejects.toMatchObject({ name: 'QueueFull' });
  gone.abort();
  for (const { status } of await Promise.allSettled(all)) expect(status).toBe('rejected');
  expect(await one.inspect(fileOf(await zipOf({})), { ...forAnn, name: 'a.zip' })).toMatchObject({ type: 'application/zip' });
});

const refused = (content: Buffer | string, name?: string) => expect(inspect(content, name)).rejects.toMatchObject({ name: 'FileNotTaken' });

describe('the kind of a file is recognized by its content', () => {
  test.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
    ['gif', 'image/gif'],
  ] as const)('%s, whatever its name', async (format, type) => {
    const bytes = await sharp(await drawn(1))
      .toFormat(format)
      .toBuffer();
    expect(await inspect(bytes, 'notes.txt')).toMatchObject({ type, width: 400, height: 300, preview: true, captured: null });
  });

  test.each([
    ['word/document.xml', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['ppt/presentation.xml', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ])('an office file with %s', async (name, type) => {
    expect((await inspect(await zipOf({ '[Content_Types].xml': '<Types/>', [name]: '<x/>' }))).type).toBe(type);
  });

  test('an OpenDocument text, a zip, an empty zip, a gz, a pdf and an mp4', async () => {
    const odt = { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>' };
    const mp4 = Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypmp42'), Buffer.alloc(12), Buffer.from('mp42isom')]);
    const kinds = [
      await zipOf(odt, ['content.xml']),
      await zipOf({ 'a.txt': 'a', 'deep/b.txt': 'b' }),
      await zipOf({}),
      gzipSync('a log'),
      Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n'),
      mp4,
    ];
    const types = await Promise.all(kinds.map(async (bytes) => (await inspect(bytes)).type));
    expect(types).toEqual([
      'application/vnd.oasis.opendocument.text',
      'application/zip',
      'application/zip',
      'application/gzip',
      'application/pdf',
      'video/mp4',
    ]);
  });

  test.each([
    ['Ein Text in UTF-8: öäü ✓', 'notes.md'],
    ['{"a":1}', 'a.json'],
    ['a;b\r\n1;2\r\n', 'a.csv'],
    ['\u001b[32mpassed\u001b[0m\n', 'run.log'],
    ['diff --git a/x b/x\n', 'a.patch'],
    ['<?xml version="1.0"?><note/>', 'a.xml'],
    ['<!doctype html><p>Page</p>', 'page.html'],
    ['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'drawing.svg'],
    ['\ufeffin UTF-16', 'from-windows.log'],
  ])('plain text: %j', async (text, name) => {
    const bytes = text.includes('UTF-16') ? Buffer.from(text, 'utf16le') : Buffer.from(text);
    expect(await inspect(bytes, name)).toEqual({
      type: 'text/plain',
      width: null,
      height: null,
      preview: false,
      captured: null,
      look: null,
    });
  });
});

describe('the inspection refuses', () => {
  test.each([
    ['HTML named .png', '<!DOCTYPE html><script>alert(1)</script>', 'a.png'],
    ['SVG named .jpg', '<?xml version="1.0"?>\n<!-- x --><svg onload="alert(1)"/>', 'a.jpg'],
    ['an empty file', '', 'a.txt'],
    ['a GIF that is a script', 'GIF89a/*<html>*/=1;alert(1)', 'a.gif'],
    ['a text with zero bytes', 'a\0b', 'a.txt'],
    ['bytes that are no text', Buffer.of(0xff, 0xfe, 0xff), 'a.txt'],
    ['a program', Buffer.concat([Buffer.from('7f454c460201010000', 'hex'), Buffer.alloc(64)]), 'a.txt'],
  ])('%s', async (_, content, name) => refused(content, name));

  test('a text that ends in the middle of a character, however long it is', async () => {
    await refused(Buffer.concat([Buffer.alloc(200_000, 'a'), Buffer.from('ö').subarray(0, 1)]), 'a.txt');
  });

  test('a picture of 50,000 × 50,000 pixels in 2 KB, at once', async () => {
    expect(hugePng(50_000, 50_000).length).toBeLessThan(2_048);
    await expect(inspect(hugePng(50_000, 50_000))).rejects.toThrow(/100 million pixels/);
  });

  test('a file that begins as a picture and is decoded as something else', async () => {
    await inspect(await drawn(1));
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
    const tiff = Buffer.from('49492a0008000000', 'hex');
    for (const bytes of [Buffer.from(svg), Buffer.concat([tiff, Buffer.alloc(64)])])
      await expect(inspector.preview(fileOf(bytes), 320, forAnn)).rejects.toMatchObject({ name: 'FileNotTaken' });
  });

  test('a picture of 40 million pixels or more, if all of them would be in memory at once', async () => {
    await expect(inspect(hugePng(8_000, 5_001, true))).rejects.toThrow(/40 million pixels/);
    await expect(inspect(hugePng(8_000, 5_001))).rejects.toThrow(/cannot be read/);
  });

  test('a picture that breaks off, and PNG in front of a page', async () => {
    const png = await drawn(1);
    await refused(png.subarray(0, 200), 'a.png');
    await refused(Buffer.concat([png.subarray(0, 60), Buffer.from('<html><script>alert(1)</script>')]), 'a.png');
  });

  test('zip and gz that would unpack to more than 100 times their size, even if the zip says otherwise', async () => {
    const bomb = await zipOf({ 'zeros.txt': Buffer.alloc(30_000_000) });
    await expect(inspect(bomb)).rejects.toThrow(/100 times/);
    const lying = Buffer.from(bomb);
    const [entry, directory] = [lying.indexOf('PK\u0003\u0004'), lying.indexOf('PK\u0001\u0002')];
    lying.writeUInt32LE(1_000, entry + 22);
    lying.writeUInt32LE(1_000, directory + 24);
    await refused(lying);
    await expect(inspect(gzipSync(Buffer.alloc(30_000_000)))).rejects.toThrow(/100 times/);
    expect((await inspect(await zipOf({ 'a.txt': Buffer.alloc(1_000_000, 'not so much ') }, []))).type).toBe('application/zip');
  });

  test('an archive that is damaged', async () => {
    await refused((await zipOf({ 'a.txt': 'text '.repeat(900) })).subarray(0, 60));
    await refused(gzipSync(Buffer.from('text '.repeat(900))).subarray(0, 30));
  });
});

describe('pictures', () => {
  const withExif = (bytes: Buffer, exif: Readonly<Record<string, string>>, orientation = 1) =>
    sharp(bytes)
      .withExif({ IFD0: { Orientation: String(orientation) }, IFD2: exif })
      .jpeg()
      .toBuffer();

  test('have the time at which they were taken, and the width at which they are shown', async () => {
    const taken = { DateTimeOriginal: '2026:11:20 17:30:05', OffsetTimeOriginal: '+01:00' };
    const bytes = await sharp(await withExif(await drawn(1), taken))
      .keepExif()
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await inspect(bytes)).toMatchObject({ captured: { local: '2026-11-20T17:30:05', offset: '+01:00' }, width: 300, height: 400 });
    const without = await withExif(await drawn(1), { DateTimeOriginal: '2026:11:20 17:30:05' });
    expect((await inspect(without)).captured).toEqual({ local: '2026-11-20T17:30:05', offset: null });
    const nonsense = await withExif(await drawn(1), { DateTimeOriginal: 'yesterday' });
    expect((await inspect(nonsense)).captured).toBeNull();
  });

  test('have WebP previews that fit into the square, are never larger than the picture, and contain no metadata', async () => {
    const bytes = await withExif(await drawn(1, 900, 600), { DateTimeOriginal: '2026:11:20 17:30:05', UserComment: 'at home' });
    const small = await inspector.preview(fileOf(bytes), 320, forAnn);
    const large = await inspector.preview(fileOf(bytes), 1_280, forAnn);
    expect([await sharp(small).metadata(), await sharp(large).metadata()]).toMatchObject([
      { format: 'webp', width: 320, height: 213 },
      { format: 'webp', width: 900, height: 600 },
    ]);
    expect((await sharp(large).metadata()).exif).toBeUndefined();
    expect(large.includes('at home')).toBe(false);
  });

  test('look alike if they are made smaller or compressed again, and otherwise do not', async () => {
    const looks = async (bytes: Buffer): Promise<string> => (await inspect(bytes)).look ?? '';
    const original = await looks(await drawn(1, 1_200, 900));
    const again = await sharp(await drawn(1, 1_200, 900))
      .resize(500)
      .jpeg({ quality: 50 })
      .toBuffer();
    expect(difference(original, await looks(again))).toBeLessThanOrEqual(12);
    for (const number of [2, 3, 4, 5]) expect(difference(original, await looks(await drawn(number)))).toBeGreaterThan(24);
    const white = sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } });
    expect((await inspect(await white.png().toBuffer())).look).toBeNull();
  });
});
