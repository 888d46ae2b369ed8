import { Readable } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import yauzl from 'yauzl';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { FileNotTaken, type Inspectable } from '../../ports/file-inspector.ts';
import { bytesOf } from './bytes.ts';

/** How many times its own size an archive may unpack to. */
const MOST_TIMES = 100;
const MOST_ENTRIES = 50_000;
const DEFLATED = 8;

const bomb = (): FileNotTaken => new FileNotTaken(`This archive would unpack to more than ${MOST_TIMES} times its size.`);
const broken = (): FileNotTaken => new FileNotTaken('This archive is damaged.');

/** Counts what comes out; what the archive says about its sizes proves nothing. */
function createCounter(size: number) {
  let left = size * MOST_TIMES;
  return (bytes: number): void => {
    left -= bytes;
    if (left < 0) throw bomb();
  };
}

/** @throws FileNotTaken, StoreUnavailable */
async function refusingBroken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FileNotTaken || error instanceof StoreUnavailable ? error : broken();
  }
}

/** Adds up what a stream unpacks to. */
async function unpack(
  packed: Readable,
  unpacker: NodeJS.ReadWriteStream & { destroy(): unknown },
  count: (bytes: number) => void,
): Promise<void> {
  packed.on('error', (error) => (unpacker as unknown as Readable).destroy(error));
  try {
    for await (const some of packed.pipe(unpacker) as AsyncIterable<Buffer>) count(some.length);
  } finally {
    packed.destroy();
    unpacker.destroy();
  }
}

export const inspectGzip = (file: Inspectable): Promise<string> =>
  refusingBroken(async () => {
    await unpack(Readable.from(file.range(0, file.size)), createGunzip(), createCounter(file.size));
    return 'application/gzip';
  });

class Reader extends yauzl.RandomAccessReader {
  readonly #file: Inspectable;
  constructor(file: Inspectable) {
    super();
    this.#file = file;
  }
  override _readStreamForRange(from: number, to: number): Readable {
    return Readable.from(this.#file.range(from, to));
  }
}

/** The media type of a zip file, which an office file is too. */
export const inspectArchive = (file: Inspectable): Promise<string> =>
  refusingBroken(async () => {
    const zip = await yauzl.fromRandomAccessReaderPromise(new Reader(file), file.size, { lazyEntries: true, autoClose: false });
    const count = createCounter(file.size);
    const names = new Set<string>();
    let entries = 0;
    for await (const entry of zip.eachEntry() as AsyncIterable<yauzl.Entry>) {
      entries += 1;
      if (entries > MOST_ENTRIES) throw bomb();
      names.add(entry.fileName);
      await countEntry(zip, entry, count);
    }
    return typeOf(names, await firstOf(file));
  });

async function countEntry(zip: yauzl.ZipFile, entry: yauzl.Entry, count: (bytes: number) => void): Promise<void> {
  const isReadable = entry.compressionMethod === DEFLATED && !entry.isEncrypted();
  if (!isReadable) return count(Math.max(entry.uncompressedSize, entry.compressedSize));
  await unpack(await zip.openReadStreamPromise(entry, { decompress: false }), createInflateRaw(), count);
}

/** Where the first entry of an OpenDocument file, which is not packed, says what it is. */
const firstOf = async (file: Inspectable): Promise<string> => (await bytesOf(file, 30, 100)).toString('latin1');

const OFFICE = [
  ['word/document.xml', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/presentation.xml', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
] as const;
const ODT = 'application/vnd.oasis.opendocument.text';

function typeOf(names: ReadonlySet<string>, first: string): string {
  const office = names.has('[Content_Types].xml') ? OFFICE.find(([name]) => names.has(name)) : undefined;
  if (office) return office[1];
  return first.startsWith(`mimetype${ODT}PK`) ? ODT : 'application/zip';
}
