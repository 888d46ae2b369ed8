import { inflateRawSync } from 'node:zlib';

const END = 0x0605_4b50;
const ENTRY = 0x0201_4b50;

/** Names and contents of a zip file, as texts. */
export const unzipped = (zip: Buffer): ReadonlyMap<string, string> =>
  new Map([...unzippedBytes(zip)].map(([name, content]) => [name, content.toString('utf8')]));

/** Names and contents of a zip file, by its central directory. */
export function unzippedBytes(zip: Buffer): ReadonlyMap<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new Error('This is no zip file.');
  const found = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('The directory of the zip file is broken.');
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
