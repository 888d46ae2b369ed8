import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { type ListedFile, STATEMENT_FILE } from '../../contracts/ledger/papers/statement.ts';
import { type BundleFile, wholeFile } from './part.ts';

interface SigningOfZip {
  /** The instant that the archive names for all its files. */
  readonly at: string;
  /** Makes the content of `statement.json` from the list of all other files. */
  readonly sign: (listed: readonly ListedFile[]) => Promise<string>;
}

/** An archive of these files, with their signed list as its last entry. It is made while it is read. */
export async function* signedZip(files: readonly BundleFile[], { at, sign }: SigningOfZip): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const mtime = new Date(at);
  const failed = new Promise<never>((_, reject) => zip.on('error', reject));
  failed.catch(() => undefined);
  const listed: ListedFile[] = [];
  // yazl begins an entry when the one before it has been written, so the statement lists all files before it, and not itself.
  const statement = wholeFile(STATEMENT_FILE, () => sign([...listed]));
  for (const { path, pieces, packed = false } of [...files, statement])
    zip.addReadStreamLazy(path, { mtime, compress: !packed }, (ready) => {
      const stream = Readable.from(noted(path, encoded(pieces()), listed));
      stream.on('error', (error) => zip.emit('error', error));
      ready(null, stream);
    });
  zip.end();
  // yazl creates a PassThrough, but its types name an interface of it.
  yield* untilFailed(zip.outputStream as Readable, failed);
}

/** Converts the pieces to bytes, so that no character is cut in two. A file may be empty. */
async function* encoded(pieces: ReturnType<BundleFile['pieces']>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
}

/** Passes the bytes of an entry on, and lists it at its end. */
async function* noted(path: string, bytes: AsyncIterable<Uint8Array>, listed: ListedFile[]): AsyncGenerator<Uint8Array> {
  const sum = createHash('sha256');
  let size = 0;
  for await (const piece of bytes) {
    sum.update(piece);
    size += piece.length;
    yield piece;
  }
  listed.push({ path, size, sha256: sum.digest('hex') });
}

async function* untilFailed(output: Readable, failed: Promise<never>): AsyncGenerator<Uint8Array> {
  const pieces = output.iterator();
  try {
    for (;;) {
      const { done, value } = await Promise.race([pieces.next(), failed]);
      if (done) return;
      yield value;
    }
  } finally {
    output.destroy();
  }
}
