import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Head, KeyList } from '../../src/contracts/ledger/head.ts';
import { type CheckedPaper, type Compared, checkPaper, comparedWords } from '../../src/contracts/ledger/papers/check-paper.ts';
import { keyListIn } from '../../src/contracts/ledger/papers/key-list.ts';
import { headInMail } from '../../src/contracts/ledger/papers/older-head.ts';
import type { ByteSource } from '../../src/contracts/ledger/papers/zip.ts';

/** What somebody chose to be checked. */
export interface ChosenFiles {
  readonly paper: File;
  /** An older paper, or a mail; null: none. */
  readonly earlier: File | null;
  /** Files that the paper should name as proof. */
  readonly proofs: readonly File[];
  /** The saved keys of another installation; null: the keys of this one are compared. */
  readonly keys: File | null;
}

/** The numbers of the cases are the exit codes of `vouch verify`. */
export interface Verdict {
  readonly exit: 0 | 1 | 2;
  readonly title: string;
  readonly text: string;
  /** What is wrong in the record of an export, a sentence each; otherwise empty. */
  readonly details?: readonly string[];
}

/** The largest mail, and the largest list of keys, that are read. */
const MOST_MAIL_BYTES = 64 << 20;
const MOST_LIST_BYTES = 1 << 20;

/** Files are read piece by piece, because an export can be larger than memory. */
const sourceOf = (file: File): ByteSource => ({
  size: file.size,
  read: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
});

const changed = (text: string, details: readonly string[] = []): Verdict => ({
  exit: 1,
  title: 'Changed, or no report of Vouch',
  text,
  details,
});

const notChecked = (text: string): Verdict => ({ exit: 1, title: 'Not checked', text });

/** Checks files without asking anybody. `own`: the keys of the origin of this page. */
export async function checkFiles(files: ChosenFiles, own: KeyList | null): Promise<Verdict> {
  try {
    return await verdictOf(files, own);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return changed('A file cannot be read. Choose it again; perhaps it was moved or written meanwhile.');
  }
}

async function verdictOf({ paper, earlier, proofs, keys }: ChosenFiles, own: KeyList | null): Promise<Verdict> {
  const given = keys === null ? null : await keysIn(keys);
  if (keys !== null && given === null)
    return notChecked(`${keys.name} is no list of keys. Save /.well-known/vouch-keys.json of the installation that made the file.`);
  const older = earlier === null ? null : await olderHead(earlier);
  if (earlier !== null && older === null)
    return changed(`${earlier.name} is no unchanged report of Vouch, and no mail with a record in it.`);
  const named = await Promise.all(proofs.map(async (file) => ({ name: file.name, sha256: await sumOf(file) })));
  const compared = { older, proofs: named, keys: given ?? own };
  const source = sourceOf(paper);
  return verdictOn(given === null ? await checkWithOwn(source, compared) : await checkPaper(source, compared), comparedWords(compared));
}

/** The keys of this origin say nothing about papers of others. */
async function checkWithOwn(source: ByteSource, compared: Compared): Promise<CheckedPaper> {
  const checked = await checkPaper(source, compared);
  return checked.fault?.code === 'other_origin' ? checkPaper(source, { ...compared, keys: null }) : checked;
}

const keysIn = async (file: File): Promise<KeyList | null> => (file.size > MOST_LIST_BYTES ? null : keyListIn(await file.text()));

/** The head of an older paper, which must itself be unchanged, or of a mail. */
async function olderHead(file: File): Promise<Head | null> {
  const { statement, fault } = await checkPaper(sourceOf(file), { keys: null });
  if (statement !== null && fault === null) return statement.head;
  return file.size > MOST_MAIL_BYTES ? null : headInMail(new Uint8Array(await file.arrayBuffer()));
}

async function sumOf(file: File): Promise<string> {
  const sum = sha256.create();
  const reader = file.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) sum.update(piece.value);
  return bytesToHex(sum.digest());
}

const NEEDS_BUNDLE =
  'Whether its record goes on from the earlier one, only an export of the same account can show. Check that export beside the earlier file.';
const NEEDS_LATER = 'The earlier file is the later one of the two. Ask for a new export, and check that beside it.';

function verdictOn({ statement, fault, outcome }: CheckedPaper, found: string): Verdict {
  if (fault !== null || statement === null) return changed(fault?.message ?? '', fault?.details);
  const { kind, made_at, origin, key_id } = statement;
  if (outcome === 'unchanged')
    return { exit: 0, title: 'Unchanged', text: `It is unchanged since ${made_at}, and ${origin} signed it.${found}` };
  if (outcome === 'needs_bundle')
    return { exit: 2, title: 'Unchanged, but an export is needed', text: kind === 'bundle' ? NEEDS_LATER : NEEDS_BUNDLE };
  return {
    exit: 2,
    title: 'Unchanged, by a key that was not compared',
    text: `It is unchanged since it was signed by the key ${key_id}, which is in it. It says that it comes from ${origin}. Whether the key is theirs was not checked: save ${origin}/.well-known/vouch-keys.json and choose it above as ‘Keys of another installation’, or check the file at ${origin}/verify-a-report.${found}`,
  };
}
