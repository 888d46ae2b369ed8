/** A file that is read piece by piece. `end` is the first byte that is not read. */
export interface ByteSource {
  readonly size: number;
  read(start: number, end: number): Promise<Uint8Array>;
}

/** One file of an archive. `start` and `end` are those of its stored bytes in the archive. */
export interface ZipEntry {
  readonly path: string;
  readonly size: number;
  readonly isCompressed: boolean;
  readonly start: number;
  readonly end: number;
}

/** The archive is not as the program writes one. The message says where. */
export class BadZip extends Error {
  override readonly name = 'BadZip';
  readonly isTorn: boolean;
  constructor(message: string, isTorn = false) {
    super(message);
    this.isTorn = isTorn;
  }
}

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const BIG_16 = 0xffff;
const BIG_32 = 0xffffffff;
/** Sizes come behind the content, and names are UTF-8. */
const FLAGS = 0x0808;
const STORED = 0;
const DEFLATED = 8;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const number64 = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

/**
 * The entries of an archive in their order. Archives are read strictly, so that no byte of one can be changed unnoticed: entries follow each
 * other without a gap, what the archive says twice must agree, and nothing stands before or behind.
 * @throws BadZip
 */
export async function entriesOf(source: ByteSource): Promise<readonly ZipEntry[]> {
  const { count, start, end } = await directoryOf(source);
  const directory = await source.read(start, end);
  const view = viewOf(directory);
  const entries: ZipEntry[] = [];
  let [at, next] = [0, 0];
  let first: string | null = null;
  while (at < directory.length) {
    const record = recordAt(directory, view, at);
    first ??= record.common;
    if (record.common !== first || record.offset !== next) throw new BadZip(`the entry ${record.path} does not fit the others`);
    const placed = await placedIn(source, record);
    entries.push(placed.entry);
    next = placed.next;
    at = record.end;
  }
  if (entries.length !== count || next !== start) throw new BadZip('its directory does not list what it contains');
  return entries;
}

interface Directory {
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const END_64_BYTES = 56;

/** Where the directory is. The archive ends with its own end record, without a comment. */
async function directoryOf(source: ByteSource): Promise<Directory> {
  if (source.size < END_BYTES) throw new BadZip('its end is missing', true);
  const end = source.size - END_BYTES;
  const view = viewOf(await source.read(end, source.size));
  if (view.getUint32(0, true) !== END) throw new BadZip('its end is missing', true);
  const [count, size, start] = [view.getUint16(10, true), view.getUint32(12, true), view.getUint32(16, true)];
  if (view.getUint32(4, true) !== 0 || view.getUint16(8, true) !== count || view.getUint16(20, true) !== 0)
    throw new BadZip('its end record is another one');
  if (count === BIG_16 || size === BIG_32 || start === BIG_32) return largeDirectory(source, end, { count, size, start });
  if (start + size !== end) throw new BadZip('something is between its directory and its end');
  return { count, start, end };
}

/** Of an archive of more than 65,534 entries or 4 GiB. */
async function largeDirectory(
  source: ByteSource,
  end: number,
  short: { readonly count: number; readonly size: number; readonly start: number },
): Promise<Directory> {
  const from = end - LOCATOR_BYTES - END_64_BYTES;
  if (from < 0) throw new BadZip('its end is missing', true);
  const view = viewOf(await source.read(from, end));
  const [count, size, start] = [number64(view, 24), number64(view, 40), number64(view, 48)];
  const locator = END_64_BYTES;
  const isAsWritten =
    view.getUint32(0, true) === END_64 &&
    number64(view, 4) === END_64_BYTES - 12 &&
    view.getUint16(14, true) === 45 &&
    number64(view, 16) === 0 &&
    number64(view, 32) === count &&
    view.getUint32(locator, true) === LOCATOR_64 &&
    view.getUint32(locator + 4, true) === 0 &&
    number64(view, locator + 8) === from &&
    view.getUint32(locator + 16, true) === 1 &&
    start + size === from &&
    [
      [short.count, count, BIG_16],
      [short.size, size, BIG_32],
      [short.start, start, BIG_32],
    ].every(([small, large, big]) => small === big || small === large);
  if (!isAsWritten) throw new BadZip('its end record is another one');
  return { count, start, end: from };
}

interface CentralRecord {
  readonly path: string;
  readonly method: number;
  readonly crc: number;
  readonly stored: number;
  readonly size: number;
  readonly offset: number;
  readonly isLarge: boolean;
  /** The bytes that all entries of one archive have in common: who made it, times, attributes. */
  readonly common: string;
  /** What the header before the content must repeat: flags, method, time, and the name. */
  readonly repeated: Uint8Array;
  readonly name: Uint8Array;
  /** Where the next record begins. */
  readonly end: number;
}

const CENTRAL_BYTES = 46;
const EXTRA_64_BYTES = 28;

function recordAt(directory: Uint8Array, view: DataView, at: number): CentralRecord {
  if (at + CENTRAL_BYTES > directory.length || view.getUint32(at, true) !== CENTRAL) throw new BadZip('its directory is damaged');
  const nameLength = view.getUint16(at + 28, true);
  const extraLength = view.getUint16(at + 30, true);
  const end = at + CENTRAL_BYTES + nameLength + extraLength;
  if (end > directory.length) throw new BadZip('its directory is damaged');
  const name = directory.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength);
  const path = pathOf(name);
  const offset = view.getUint32(at + 42, true);
  const isLarge = offset === BIG_32;
  const large = end - EXTRA_64_BYTES;
  const method = view.getUint16(at + 10, true);
  const isAsWritten =
    view.getUint16(at + 6, true) === (isLarge ? 45 : 20) &&
    view.getUint16(at + 8, true) === FLAGS &&
    (method === STORED || method === DEFLATED) &&
    // The length of a comment, the disk, and the internal attributes.
    view.getUint16(at + 32, true) === 0 &&
    view.getUint32(at + 34, true) === 0 &&
    (!isLarge ||
      (extraLength >= EXTRA_64_BYTES &&
        view.getUint32(large, true) === 0x0018_0001 &&
        view.getUint32(at + 20, true) === BIG_32 &&
        view.getUint32(at + 24, true) === BIG_32));
  if (!isAsWritten) throw new BadZip(`the entry ${path} has another head than it was given`);
  const extra = directory.subarray(at + CENTRAL_BYTES + nameLength, isLarge ? large : end);
  return {
    path,
    method,
    crc: view.getUint32(at + 16, true),
    stored: isLarge ? number64(view, large + 12) : view.getUint32(at + 20, true),
    size: isLarge ? number64(view, large + 4) : view.getUint32(at + 24, true),
    offset: isLarge ? number64(view, large + 20) : offset,
    isLarge,
    common: [view.getUint16(at + 4, true), view.getUint32(at + 12, true), view.getUint32(at + 38, true), ...extra].join(),
    repeated: directory.subarray(at + 8, at + 16),
    name,
    end,
  };
}

function pathOf(name: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name);
  } catch {
    throw new BadZip('a name in it is not UTF-8');
  }
}

const LOCAL_BYTES = 30;

/** Where the content of an entry is, between the header before it and the sums behind it, which must agree with the directory. */
async function placedIn(source: ByteSource, record: CentralRecord): Promise<{ readonly entry: ZipEntry; readonly next: number }> {
  const { path, offset, name, stored, size, isLarge, crc } = record;
  const start = offset + LOCAL_BYTES + name.length;
  const end = start + stored;
  const next = end + (isLarge ? 24 : 16);
  if (next > source.size) throw new BadZip(`the entry ${path} is not whole`, true);
  const head = await source.read(offset, start);
  const local = viewOf(head);
  const sums = viewOf(await source.read(end, next));
  const sumAt = (at: number): number => (isLarge ? number64(sums, 8 * at) : sums.getUint32(4 + 4 * at, true));
  const isAsWritten =
    local.getUint32(0, true) === LOCAL &&
    local.getUint16(4, true) === 20 &&
    isSame(head.subarray(6, 14), record.repeated) &&
    head.subarray(14, 26).every((byte) => byte === 0) &&
    local.getUint32(26, true) === name.length &&
    isSame(head.subarray(LOCAL_BYTES), name) &&
    sums.getUint32(0, true) === DESCRIPTOR &&
    sums.getUint32(4, true) === crc &&
    sumAt(1) === stored &&
    sumAt(2) === size;
  if (!isAsWritten) throw new BadZip(`the entry ${path} says something else than the directory`);
  return { entry: { path, size, isCompressed: record.method === DEFLATED, start, end }, next };
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => one.length === other.length && one.every((byte, at) => byte === other[at]);
