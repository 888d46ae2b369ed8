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
