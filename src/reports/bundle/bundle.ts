import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { App } from '../../app/app.ts';
import type { MakeBundle } from '../../app/export.ts';
import { headFor } from '../../app/ledger/heads.ts';
import { digestOfFiles, type ListedFile, STATEMENT_FILE, statementFileText } from '../../contracts/ledger/papers/statement.ts';
import { required } from '../../domain/kernel/records.ts';
import { signStatement } from '../papers/sign-paper.ts';
import type { ReportFiles } from '../rendering/report-files.ts';
import { createReports } from '../service.ts';
import { type BundleFile, type BundlePart, wholeFile } from './part.ts';

const STATEMENT: Pick<BundlePart, 'path' | 'about'> = {
  path: STATEMENT_FILE,
  about: [
    'The size and the SHA-256 of each file in here, signed. docs/checking-it-yourself.md of',
    'Vouch says how to check the bundle by it.',
  ],
};

/** The facts for the README of a bundle. */
export interface ReadmeFacts {
  readonly made_at: string;
  readonly zone: string;
}

/** The README of a bundle. It describes the content of each file. */
export const readme = (
  { made_at, zone }: ReadmeFacts,
  parts: readonly Pick<BundlePart, 'path' | 'about'>[],
): string => `Your data from Vouch
====================

Made at ${made_at} (UTC). Your time zone: ${zone}.

${[...parts, STATEMENT].map(lines).join('')}
An event
--------
id, type          Its id, and what happened.
stream, revision  To which thing it belongs, and its place there.
position          Its place in the whole log.
data              What is not personal. Texts of earlier events appear here as "v1.EVENT.…": look up the
                  event with that id, the text is in its "private".
private           The personal part, readable.
sealed            The same part as it is stored, encrypted.
metadata          Who did it, when it happened ("at") and when it was written ("recorded_at").
                  "hash" is the SHA-256 of the event as it is stored, "previous_hash" the one before
                  it in its stream: so a change of the past would show. To compute a hash, take the
                  event without "position" and "metadata.hash", put "sealed" in place of "private",
                  and write it as RFC 8785 (canonical JSON).

Instants are RFC 3339 in UTC; dates and times of tasks are those of your zone.
`;

/** A bundle is about the whole account, as it is now. */
const ABOUT = { kind: 'bundle', format: 'zip', as_of: null, from: null, to: null, since: null } as const;

/** The column in which the description of a part begins. */
const COLUMN = 16;

const lines = ({ path, about }: Pick<BundlePart, 'path' | 'about'>): string =>
  about.map((line, index) => `${(index === 0 ? path : '').padEnd(COLUMN)}${line}\n`).join('');

interface BundlePorts {
  readonly app: App;
  readonly reportFiles: ReportFiles;
  /** The origin under which the program is reached. */
  readonly origin: () => string;
}

/**
 * Makes one zip file of an owner's data, part by part. It is written while it is read, so it is never in memory as a whole. Its last entry
 * is the signed list of all others.
 */
export function createBundles({ app, reportFiles, origin }: BundlePorts, parts: readonly BundlePart[]): MakeBundle {
  const reports = createReports(app);
  return async function* bundle(owner) {
    await app.opener.ready(owner);
    const { reader, now } = await reports.reader(owner);
    const head = required(await headFor(app, owner), 'ledger of an account');
    const zip = new ZipFile();
    const mtime = new Date(now);
    const failed = new Promise<never>((_, reject) => zip.on('error', reject));
    failed.catch(() => undefined);
    const listed: ListedFile[] = [];
    const add = ({ path, pieces, packed = false }: BundleFile): void =>
      zip.addReadStreamLazy(path, { mtime, compress: !packed }, (ready) => {
        const stream = Readable.from(noted(path, encoded(pieces()), listed));
        stream.on('error', (error) => zip.emit('error', error));
        ready(null, stream);
      });
    add({ path: 'README.txt', pieces: () => [readme({ made_at: now, zone: reader.zone }, parts)] });
    for (const part of parts) for (const file of await part.files({ app, owner, reports, reportFiles, head })) add(file);
    // It is made when all files before it have been written, so it contains them and not itself.
    add(
      wholeFile(STATEMENT_FILE, async () => {
        const files = [...listed];
        const facts = { ...ABOUT, time_zone: reader.zone, head, proof_files: [], files, digest: digestOfFiles(files) };
        return statementFileText(await signStatement({ app, origin }, facts));
      }),
    );
    zip.end();
    // yazl creates a PassThrough, but its types name an interface of it.
    yield* untilFailed(zip.outputStream as Readable, failed);
  };
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
