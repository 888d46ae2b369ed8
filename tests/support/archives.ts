import { inflateRawSync } from 'node:zlib';

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
