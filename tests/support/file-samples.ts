import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync, inflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import yazl from 'yazl';
import type { ForWhom, Inspectable } from '../../src/ports/files.ts';
import { createFileInspector } from '../../src/providers/inspection/inspector.ts';

const [ENTRY, DIRECTORY, END] = ['PK\u0003\u0004', 'PK\u0001\u0002', 'PK\u0005\u0006'];
const VERSION = Buffer.from([20, 0]);
/** Nothing, deflated. */
const NOTHING = Buffer.from([3, 0]);
const DEFLATED = 8;

/** A zip file of many entries that hold nothing, and are packed all the same. `prefix`: of their names. */
export function manyEntries(count: number, prefix = 'entry-'): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (let index = 0; index < count; index += 1) {
    const name = Buffer.from(prefix + index);
    // What an entry and its line in the directory have in common, from the version that is needed on.
    const header = Buffer.alloc(26);
    VERSION.copy(header);
    header.writeUInt16LE(DEFLATED, 4);
    header.writeUInt32LE(NOTHING.length, 14);
    header.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    entries.push(Buffer.from(ENTRY), header, name, NOTHING);
    directory.push(Buffer.from(DIRECTORY), VERSION, header, place, name);
    offset += ENTRY.length + header.length + name.length + NOTHING.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...entries, ...directory, Buffer.from(END), end]);
}

const END_OF_DIRECTORY = 0x0605_4b50;
const DIRECTORY_ENTRY = 0x0201_4b50;

/** Names and contents of a zip file, as texts. */
export const unzipped = (zip: Buffer): ReadonlyMap<string, string> =>
  new Map([...unzippedBytes(zip)].map(([name, content]) => [name, content.toString('utf8')]));

/** Names and contents of a zip file, by its central directory. */
export function unzippedBytes(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('This is no zip file.');
  const found = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('The directory of the zip file is broken.');
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [named, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + packed);
    found.set(zip.toString('utf8', at + 46, at + 46 + named), method === 8 ? inflateRawSync(content) : content);
    at += 46 + named + extra + comment;
  }
  return found;
}

/** Every file under a folder with its bytes. */
export const allFiles = (folder: string): readonly (readonly [name: string, bytes: Buffer])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [name, readFileSync(join(folder, name))] as const);

/** Where any of the texts occurs, as UTF-8 in any case, UTF-16, base64, hexadecimal or in a URL: `file: text`. */
export function tracesOf(folder: string, texts: readonly string[]): readonly string[] {
  const files = allFiles(folder).map(([name, bytes]) => [name, bytes, bytes.toString('latin1').toLowerCase()] as const);
  return files.flatMap(([name, bytes, lower]) =>
    texts
      .filter(
        (text) => lower.includes(Buffer.from(text.toLowerCase()).toString('latin1')) || spellings(text).some((one) => bytes.includes(one)),
      )
      .map((text) => `${name}: ${text}`),
  );
}

const spellings = (text: string): readonly Buffer[] => [
  Buffer.from(text),
  Buffer.from(text, 'utf16le'),
  Buffer.from(Buffer.from(text).toString('hex')),
  Buffer.from(encodeURIComponent(text)),
  ...inBase64(text),
];

/** The text in base64, wherever it begins. */
function inBase64(text: string): readonly Buffer[] {
  return [0, 1, 2].map((shift) => {
    const coded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString('base64');
    return Buffer.from(coded.slice(shift === 0 ? 0 : 4, -4));
  });
}

export const inspector = createFileInspector();
/** A caller who never gives up. */
export const forAnn: ForWhom = { owner: 'ann', signal: new AbortController().signal };

/** A file that gives its bytes in pieces. */
export const fileOf = (bytes: Buffer): Inspectable => ({
  size: bytes.length,
  async *range(from, to) {
    for (let at = from; at < Math.min(to, bytes.length); at += 65_536) yield bytes.subarray(at, Math.min(to, at + 65_536));
  },
});

export const inspect = (content: Buffer | string, name = 'a.bin') => inspector.inspect(fileOf(Buffer.from(content)), { ...forAnn, name });

export async function zipOf(
  entries: Readonly<Record<string, Buffer | string>>,
  packed: readonly string[] = Object.keys(entries),
): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name, { compress: packed.includes(name) });
  zip.end();
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>));
}

/** A picture with shapes in it: no two numbers give pictures that look alike. */
export function drawn(number: number, width = 400, height = 300): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [across, down] = [(x / width) * 2 * Math.PI, (y / height) * 2 * Math.PI];
      const value = 128 + 100 * Math.sin(across * (1 + (number % 3)) + number) * Math.cos(down * (1 + (number % 4)) + number * number);
      pixels.fill(Math.round(value), (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(type), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of a few bytes that claims to be as large as one likes. */
export function hugePng(width: number, height: number, interlaced = false): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, interlaced ? 1 : 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(1_000))), chunk('IEND', Buffer.alloc(0))]);
}
