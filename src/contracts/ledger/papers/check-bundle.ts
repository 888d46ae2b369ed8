import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { KeyList } from '../head.ts';
import { checkRecord, type RecordOfBundle, type WantedOfRecord } from './bundle-record.ts';
import type { Checked } from './check-page.ts';
import { changed, type Fault, Faulty } from './fault.ts';
import { keyFault, signatureFault } from './signature.ts';
import { type BundleStatement, digestOfFiles, NoStatement, STATEMENT_FILE, type Statement, statementFile } from './statement.ts';
import { BadZip, type ByteSource, entriesOf, type ZipEntry } from './zip.ts';
import { contentOf, wholeEntry } from './zip-content.ts';

/** The largest `statement.json` that is read. It has about 150 bytes for each file. */
const MOST_STATEMENT_BYTES = 64 << 20;

export interface CheckedBundle extends Checked {
  /** What the record in it says; null if it is changed. */
  readonly record: RecordOfBundle | null;
}

/**
 * Checks an export. It is read piece by piece, so that it may be larger than memory: about 150 bytes are kept of each of at most 262,144
 * events at a time, and the list of its files, because the statement signs that as a whole.
 */
export async function checkBundle(
  source: ByteSource,
  keys: KeyList | null,
  wanted: WantedOfRecord = { sizes: [] },
): Promise<CheckedBundle> {
  let statement: Statement | null = null;
  try {
    const entries = await entriesOf(source);
    const last = entries.at(-1);
    if (last?.path !== STATEMENT_FILE)
      throw new Faulty({
        code: 'no_paper',
        message: 'It is a ZIP file without a statement of Vouch at its end, so it is no export that can be checked.',
      });
    statement = await readStatement(source, last);
    if (statement.kind !== 'bundle') throw changed('Its statement is that of another paper.');
    const wrong = signatureFault(statement);
    if (wrong !== null) throw new Faulty(wrong);
    if (digestOfFiles(statement.files) !== statement.digest) throw changed('The digest in its statement is not that of its list of files.');
    await requireListed(source, entries.slice(0, -1), statement);
    const record = await checkRecord(source, entries, statement, wanted);
    const untrusted = keys === null ? null : keyFault(statement, keys);
    if (untrusted !== null) throw new Faulty(untrusted);
    return { statement, fault: null, record };
  } catch (error) {
    return { statement, fault: faultOf(error), record: null };
  }
}

/** @throws what is no fault of the file */
function faultOf(error: unknown): Fault {
  if (error instanceof Faulty) return error.fault;
  if (error instanceof BadZip)
    return error.isTorn
      ? { code: 'torn', message: `It was not copied or downloaded whole: ${error.message}.` }
      : { code: 'changed', message: `It was changed after it was made: ${error.message}.` };
  throw error;
}

async function readStatement(source: ByteSource, entry: ZipEntry): Promise<Statement> {
  try {
    return statementFile(await wholeEntry(source, entry, MOST_STATEMENT_BYTES));
  } catch (error) {
    if (!(error instanceof NoStatement)) throw error;
    throw new Faulty({ code: 'malformed', message: `Its ${STATEMENT_FILE} cannot be read: ${error.message}.` });
  }
}

/** Holds each entry against the list. @throws Faulty, BadZip */
async function requireListed(source: ByteSource, entries: readonly ZipEntry[], { files }: BundleStatement): Promise<void> {
  const listed = new Map(files.map((file) => [file.path, file]));
  if (listed.size !== files.length) throw changed('Its statement lists a file twice.');
  for (const entry of entries) {
    const expected = listed.get(entry.path);
    if (!listed.delete(entry.path) || expected === undefined) throw changed(`The file ${entry.path} was added to it, or is there twice.`);
    const sum = sha256.create();
    for await (const piece of contentOf(source, entry)) sum.update(piece);
    if (entry.size !== expected.size || bytesToHex(sum.digest()) !== expected.sha256)
      throw changed(`The file ${entry.path} in it was changed.`);
  }
  const [missing] = listed.keys();
  if (missing !== undefined) throw changed(`The file ${missing} was taken out of it.`);
}
