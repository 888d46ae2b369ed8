import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Head, KeyList } from '../../src/contracts/ledger/head.ts';
import { type CheckedPaper, type Compared, checkPaper } from '../../src/contracts/ledger/papers/check-paper.ts';
import { headInMail } from '../../src/contracts/ledger/papers/older-head.ts';
import type { ByteSource } from '../../src/contracts/ledger/papers/zip.ts';

/** What somebody chose to be checked. */
export interface ChosenFiles {
  readonly paper: File;
  /** An older paper, or a mail; null: none. */
  readonly earlier: File | null;
  /** Files that the paper should name as proof. */
  readonly proofs: readonly File[];
}

/** The numbers of the cases are the exit codes of `vouch verify`. */
export interface Verdict {
  readonly exit: 0 | 1 | 2;
  readonly title: string;
  readonly text: string;
  /** What is wrong in the record of an export, a sentence each; otherwise empty. */
  readonly details?: readonly string[];
}

/** The largest mail that is read. */
const MOST_MAIL_BYTES = 64 << 20;

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

/** Checks files without asking anybody. `own`: the keys of the origin of this page. */
export async function checkFiles({ paper, earlier, proofs }: ChosenFiles, own: KeyList | null): Promise<Verdict> {
  try {
    const older = earlier === null ? null : await olderHead(earlier);
    if (earlier !== null && older === null)
      return changed(`${earlier.name} is no unchanged report of Vouch, and no mail with a record in it.`);
    const named = await Promise.all(proofs.map(async (file) => ({ name: file.name, sha256: await sumOf(file) })));
    return verdictOn(await checkWith(sourceOf(paper), { keys: own, older, proofs: named }));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return changed('A file cannot be read. Choose it again; perhaps it was moved or written meanwhile.');
  }
}

/** The keys of this origin say nothing about papers of others. */
async function checkWith(source: ByteSource, compared: Compared): Promise<CheckedPaper> {
  const checked = await checkPaper(source, compared);
  return checked.fault?.code === 'other_origin' ? checkPaper(source, { ...compared, keys: null }) : checked;
}

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

function verdictOn({ statement, fault, outcome }: CheckedPaper): Verdict {
  if (fault !== null || statement === null) return changed(fault?.message ?? '', fault?.details);
  const { made_at, origin, key_id } = statement;
  if (outcome === 'unchanged') return { exit: 0, title: 'Unchanged', text: `It is unchanged since ${made_at}, and ${origin} signed it.` };
  if (outcome === 'needs_bundle')
    return {
      exit: 2,
      title: 'Unchanged, but an export is needed',
      text: 'Whether its record goes on from the earlier one, only an export of the same account can show. Check that export beside the earlier file.',
    };
  return {
    exit: 2,
    title: 'Unchanged, by a key that was not compared',
    text: `It is unchanged since it was signed by the key ${key_id}, which is in it. It says that it comes from ${origin}. Whether the key is theirs was not checked: compare it with ${origin}/.well-known/vouch-keys.json, or check the file at ${origin}/verify-a-report.`,
  };
}
