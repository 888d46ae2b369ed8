// Inspects one archive at a time in a thread of its own, because this takes processor time that requests would
// otherwise wait for.

import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { createGunzip, createInflateRaw, inflateRawSync } from 'node:zlib';
import yauzl from 'yauzl';
import { number } from '../../contracts/words/format.ts';
import { errorCode } from '../../domain/kernel/decider.ts';
import { FileNotTaken } from '../../ports/files.ts';

/** How many times its own size an archive may unpack to. */
const MOST_TIMES = 100;
const MOST_ENTRIES = 50_000;
/** The part of a zip file in front of the bytes of each entry, without its name. */
const ENTRY_HEADER = 30;
const DEFLATED = 8;
/**
 * Entries up to this size, in bytes, are unpacked in one step, because creating a stream for each would take most of
 * the time.
 */
const SMALL = 16_384;
/** How many bytes are unpacked in one step of a stream. */
const STEP = 262_144;

const bomb = (): FileNotTaken => new FileNotTaken(`This archive would unpack to more than ${MOST_TIMES} times its size.`);
const DAMAGED = 'This archive is damaged. Open it on your own machine, make it again, and send the new one.';

/** Counts the unpacked bytes, because the sizes that an archive declares may be wrong. */
function createCounter(size: number) {
  let left = size * MOST_TIMES;
  return {
    left: (): number => left,
    count(bytes: number): void {
      left -= bytes;
      if (left < 0) throw bomb();
    },
  };
}

type Counter = ReturnType<typeof createCounter>;

/** Every error while the archive is read counts as damage, because all of its bytes are there. @throws FileNotTaken */
async function refusingDamaged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FileNotTaken ? error : new FileNotTaken(DAMAGED);
  }
}

/** Counts the unpacked bytes. None of them are kept. */
async function unpack(packed: Uint8Array, unpacker: Readable & NodeJS.WritableStream, { count }: Counter): Promise<void> {
  unpacker.end(packed);
  const pieces: AsyncIterable<Buffer> = unpacker;
  for await (const some of pieces) count(some.length);
}

/** The media type of a gzip file. @throws FileNotTaken */
export const typeOfGzip = (bytes: Buffer): Promise<string> =>
  refusingDamaged(async () => {
    await unpack(bytes, createGunzip({ chunkSize: STEP }), createCounter(bytes.length));
    return 'application/gzip';
  });

/** The media type of a zip file, which an office file is too. @throws FileNotTaken */
export const typeOfZip = (bytes: Buffer): Promise<string> =>
  refusingDamaged(async () => {
    // Names are not decoded, because decoding refuses names that lead out of a folder. Nothing is written here, so they
    // do no harm.
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, autoClose: false, decodeStrings: false });
    if (zip.entryCount > MOST_ENTRIES)
      throw new FileNotTaken(`This archive has more than ${number(MOST_ENTRIES)} entries. Send fewer files in it.`);
    const counter = createCounter(bytes.length);
    const kind = createKind(bytes);
    let read = 0;
    for await (const entry of zip.eachEntry()) {
      // If entries shared their bytes, the same bytes would be unpacked again and again.
      read += ENTRY_HEADER + entry.compressedSize;
      if (read > bytes.length) throw new FileNotTaken('Entries of this archive share the same bytes. Make it again with another program.');
      kind.note(String(entry.fileName));
      await countEntry(zip, bytes, entry, counter);
    }
    return kind.type();
  });

async function countEntry(zip: yauzl.ZipFile, bytes: Buffer, entry: yauzl.Entry, counter: Counter): Promise<void> {
  const { compressedSize, compressionMethod, uncompressedSize } = entry;
  if (compressionMethod !== DEFLATED || entry.isEncrypted()) return counter.count(Math.max(uncompressedSize, compressedSize));
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = bytes.subarray(fileDataStart, fileDataStart + compressedSize);
  if (compressedSize > SMALL) return unpack(packed, createInflateRaw({ chunkSize: STEP }), counter);
  try {
    counter.count(inflateRawSync(packed, { maxOutputLength: Math.max(1, counter.left()) }).length);
  } catch (error) {
    throw errorCode(error) === 'ERR_BUFFER_TOO_LARGE' ? bomb() : error;
  }
}

const OFFICE = [
  ['word/document.xml', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/presentation.xml', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
] as const;
const TYPES = '[Content_Types].xml';
const ODT = 'application/vnd.oasis.opendocument.text';

/** Tells the kind of a zip file from the names in it. */
function createKind(bytes: Buffer) {
  const found = new Set<string>();
  return {
    note(name: string): void {
      if (name === TYPES || OFFICE.some(([office]) => office === name)) found.add(name);
    },
    type(): string {
      const office = found.has(TYPES) ? OFFICE.find(([name]) => found.has(name)) : undefined;
      if (office) return office[1];
      // The first entry of an OpenDocument file is not compressed and contains the media type.
      return bytes.toString('latin1', ENTRY_HEADER, 100).startsWith(`mimetype${ODT}PK`) ? ODT : 'application/zip';
    },
  };
}

export interface ArchiveJob {
  readonly kind: 'gzip' | 'zip';
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Gives this thread a lower priority than the one that answers requests. On systems other than Linux this would change
 * the whole process.
 */
if (process.platform === 'linux') setPriority(0, 5);

/** `refused`: a sentence with the reason why the archive is not accepted. */
export type ArchiveFound = { readonly type: string } | { readonly refused: string };

export default async function look({ kind, bytes }: ArchiveJob): Promise<ArchiveFound> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return { type: await (kind === 'zip' ? typeOfZip(whole) : typeOfGzip(whole)) };
  } catch (error) {
    if (error instanceof FileNotTaken) return { refused: error.message };
    throw error;
  }
}
