import { isSignedBy } from '../ed25519.ts';
import { type Head, type KeyList, signerOf } from '../head.ts';
import { type CheckedBundle, checkBundle } from './check-bundle.ts';
import { type Checked, checkPage } from './check-page.ts';
import type { Fault } from './fault.ts';
import type { Statement } from './statement.ts';
import type { ByteSource } from './zip.ts';

/** The largest page or PDF that is checked. They are read as a whole. */
const MOST_PAGE_BYTES = 256 << 20;

/**
 * What is compared with a paper. `keys`: of the origin that it should be from; null if there are none. `older`: the head of an earlier
 * paper or mail. `proofs`: SHA-256 of files that it should name, with the name under which they are reported.
 */
export interface Compared {
  readonly keys: KeyList | null;
  readonly older?: Head | null;
  readonly proofs?: readonly { readonly name: string; readonly sha256: string }[];
}

/**
 * `unknown_signer`: unchanged since it was signed with the key in it, and nobody has compared this key with anything. `needs_bundle`: only an
 * export can show how its record and the older head belong together; if it is one, only a later one.
 */
export type Outcome = 'unchanged' | 'unknown_signer' | 'needs_bundle' | 'faulty';

export interface CheckedPaper extends Checked {
  readonly outcome: Outcome;
}

/** What was found out by comparing, for a paper with which nothing is wrong: a sentence each, with a space before it. */
export function comparedWords({ older = null, proofs = [] }: Compared): string {
  const goesOn = older === null ? '' : ' Its record goes on from the earlier one: nothing that was recorded then was rewritten.';
  const [proof, ...others] = proofs;
  if (proof === undefined) return goesOn;
  const subject = others.length === 0 ? `${proof.name} is one of the files` : `All ${proofs.length} files are among those`;
  return `${goesOn} ${subject} that it names as proof.`;
}

const BEGINNINGS = { pdf: '%PDF-', zip: 'PK' } as const;

/** Checks a page, a PDF or an export, and what is compared with it. It asks nobody. */
export async function checkPaper(source: ByteSource, { keys, older = null, proofs = [] }: Compared): Promise<CheckedPaper> {
  const beginning = new TextDecoder('latin1').decode(await source.read(0, Math.min(source.size, BEGINNINGS.pdf.length)));
  const isBundle = beginning.startsWith(BEGINNINGS.zip);
  if (!isBundle && source.size > MOST_PAGE_BYTES)
    return { statement: null, fault: { code: 'no_paper', message: 'It is larger than any page or PDF of Vouch.' }, outcome: 'faulty' };
  const checked = isBundle
    ? await checkBundle(source, keys, { sizes: older === null ? [] : [older.size] })
    : checkPage(await source.read(0, source.size), beginning === BEGINNINGS.pdf ? 'pdf' : 'html', keys);
  const { statement, fault } = checked;
  if (statement === null || fault !== null) return { statement, fault, outcome: 'faulty' };
  const missing = proofs.find(({ sha256 }) => !statement.proof_files.includes(sha256));
  if (missing !== undefined)
    return faulty(statement, { code: 'proof_missing', message: `${missing.name} is not one of the files that it names as proof.` });
  const compared = older === null ? null : compareOlder(statement, older, keys, 'record' in checked ? (checked as CheckedBundle) : null);
  if (compared !== null && compared !== 'needs_bundle') return faulty(statement, compared);
  return { statement, fault: null, outcome: compared ?? (keys === null ? 'unknown_signer' : 'unchanged') };
}

const faulty = (statement: Statement, fault: Fault): CheckedPaper => ({ statement, fault, outcome: 'faulty' });

/** Compares an older head with a paper. Null: the paper's record goes on from it. */
function compareOlder(
  statement: Statement,
  older: Head,
  keys: KeyList | null,
  bundle: CheckedBundle | null,
): Fault | 'needs_bundle' | null {
  const { head, since } = statement;
  if (!isSignedAsKnown(older, statement, keys))
    return { code: 'forged', message: 'The older head is not signed by a key of the same origin that was in force.' };
  if (older.ledger !== head.ledger) {
    const { succeeds } = head;
    if (succeeds?.ledger !== older.ledger)
      return {
        code: 'other_ledger',
        message: 'The older head is of the record of another account, or of one that this paper says nothing about.',
      };
    if (older.size > succeeds.size) return { code: 'rewritten', message: successionWords(succeeds, older) };
  }
  if (isSameState(older, head) || (since !== null && isSameState(older, since.head))) return null;
  if (bundle?.record && isLater(older, head)) return 'needs_bundle';
  if (bundle?.record) return isSameRoot(older, bundle.record.roots.get(older.size)) ? null : { code: 'rewritten', message: REWRITTEN };
  return isContradicted(older, head) ? { code: 'rewritten', message: REWRITTEN } : 'needs_bundle';
}

const REWRITTEN =
  'The record was rewritten between the two: what the older head signed is not the beginning of the record that this paper is about.';

function successionWords({ size, at, reason }: NonNullable<Head['succeeds']>, older: Head): string {
  const why = reason === 'restored' ? 'it was restored from a backup' : 'its log came back shorter';
  return `The record was begun anew at ${at}, because ${why}. Only its first ${size} events go on from the one before, and the older head has ${older.size}.`;
}

/** A key that is in neither of the two cannot be compared with anything. */
function isSignedAsKnown(older: Head, { key_id, public_key }: Statement, keys: KeyList | null): boolean {
  if (keys !== null) return signerOf(older, keys.keys) !== null;
  return older.key_id !== key_id || isSignedBy(older, public_key);
}

const isSameState = (one: Head, other: Head): boolean => one.ledger === other.ledger && one.size === other.size && one.root === other.root;
/** A head that was signed after the other one, and holds more. */
const isLater = (one: Head, other: Head): boolean =>
  one.ledger === other.ledger && one.size > other.size && Date.parse(one.at) > Date.parse(other.at);
const isSameRoot = (older: Head, root: string | undefined): boolean => older.root === root;
/** Two states of the same size with different roots. */
const isContradicted = (older: Head, head: Head): boolean =>
  older.ledger === head.ledger && older.size === head.size && older.root !== head.root;
