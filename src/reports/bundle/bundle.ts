import type { App } from '../../app/app.ts';
import type { MakeBundle } from '../../app/export.ts';
import { headFor } from '../../app/ledger/heads.ts';
import { STATEMENT_FILE } from '../../contracts/ledger/papers/statement.ts';
import { required } from '../../domain/kernel/records.ts';
import { signBundle } from '../papers/sign-paper.ts';
import type { ReportFiles } from '../rendering/report-files.ts';
import { createReports } from '../service.ts';
import type { BundleFile, BundlePart } from './part.ts';
import { signedZip } from './signed-zip.ts';

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
  return async function* bundle(owner, onShare = () => undefined) {
    await app.opener.ready(owner);
    const { reader, now } = await reports.reader(owner);
    const head = required(await headFor(app, owner), 'ledger of an account');
    const files: BundleFile[] = [{ path: 'README.txt', pieces: () => [readme({ made_at: now, zone: reader.zone }, parts)] }];
    for (const part of parts) files.push(...(await part.files({ app, owner, reports, reportFiles, head })));
    const told = files.map((file, index) => ({ ...file, pieces: () => telling(file.pieces(), () => onShare((index + 1) / files.length)) }));
    yield* signedZip(told, { at: now, sign: (listed) => signBundle({ app, origin }, { head, time_zone: reader.zone }, listed) });
  };
}

/** The same pieces. `ended` is called behind the last one. */
async function* telling(pieces: ReturnType<BundleFile['pieces']>, ended: () => void): AsyncGenerator<string | Uint8Array> {
  yield* pieces;
  ended();
}
