import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { canonical, isCanonical } from '../canonical-json.ts';
import { head, instant, keyId, publicKey, sha256Hex, signature } from '../head.ts';

/** The length in bytes of the place of a statement in a page or a PDF. It is fixed, so that the statement can be written last. */
export const STATEMENT_BYTES = 8_192;

/** The name of a statement in a bundle, as its last entry. */
export const STATEMENT_FILE = 'statement.json';

const localDate = z.string().regex(/^\d{4}-\d\d-\d\d$/);

const MOST_PROOF_FILES = 40;
/** A ledger of 2^53 events has paths of at most this many hashes. */
const LONGEST_PATH = 106;

/** The ledger at the summary or weekly mail before, and the consistency path from it to the `head` of the statement. */
const since = z.strictObject({ head, path: z.array(sha256Hex).max(LONGEST_PATH) });

const common = {
  statement: z.literal(1),
  made_at: instant,
  as_of: z.iso.datetime({ offset: true }).nullable(),
  from: localDate.nullable(),
  to: localDate.nullable(),
  time_zone: z.string().min(1).max(100),
  origin: z.url().max(300),
  head,
  proof_files: z.array(sha256Hex).max(MOST_PROOF_FILES),
  digest: sha256Hex,
  key_id: keyId,
  public_key: publicKey,
  signature,
};

const report = z.strictObject({
  ...common,
  kind: z.enum(['daily', 'weekly', 'overall', 'history', 'procrastination']),
  format: z.enum(['html', 'pdf']),
  since: z.null(),
  proof_files: z.array(sha256Hex).max(0),
});
const partnerPage = z.strictObject({ ...common, kind: z.literal('partner_page'), format: z.literal('html'), since: since.nullable() });
const partnerSummary = z.strictObject({ ...common, kind: z.literal('partner_summary'), format: z.literal('pdf'), since: since.nullable() });

/** An entry of a bundle. `size` and `sha256` are those of its content, not of its compressed form. */
const listedFile = z.strictObject({ path: z.string().min(1), size: z.number().int().min(0), sha256: sha256Hex });
export type ListedFile = z.infer<typeof listedFile>;

const bundle = z.strictObject({
  ...common,
  kind: z.literal('bundle'),
  format: z.literal('zip'),
  since: z.null(),
  proof_files: z.array(sha256Hex).max(0),
  files: z.array(listedFile),
});

/** What a paper says about itself, signed. `digest`: of the paper's bytes without those of the statement; of a bundle, of its `files`. */
export const statement = z.discriminatedUnion('kind', [report, partnerPage, partnerSummary, bundle]);
export type Statement = z.infer<typeof statement>;
export type BundleStatement = Extract<Statement, { kind: 'bundle' }>;

/**
 * The bytes of a statement in its place: its canonical JSON, then spaces.
 * @throws RangeError if it is too long
 */
export function inPlace(signed: Statement): Uint8Array {
  const text = utf8ToBytes(canonical(signed));
  if (text.length >= STATEMENT_BYTES)
    throw new RangeError(`A statement has at most ${STATEMENT_BYTES - 1} bytes; this has ${text.length}.`);
  const place = new Uint8Array(STATEMENT_BYTES).fill(SPACE);
  place.set(text);
  return place;
}
const SPACE = 0x20;

/** What the digest of a bundle is made over: the canonical JSON of its list. */
export const digestOfFiles = (files: readonly ListedFile[]): string => bytesToHex(sha256(utf8ToBytes(canonical(files))));

/** `statement.json` of a bundle: canonical JSON and nothing else. */
export const statementFileText = (signed: Statement): string => canonical(signed);

/** What is in the place of a statement is none. The message says why. */
export class NoStatement extends Error {
  override readonly name = 'NoStatement';
}

/** Reads the place of a statement in a page or a PDF. @throws NoStatement */
export function statementInPlace(place: Uint8Array): Statement {
  if (place.length !== STATEMENT_BYTES) throw new NoStatement(`its place has ${place.length} bytes, not ${STATEMENT_BYTES}`);
  if (place.every((byte) => byte === SPACE)) throw new NoStatement('its place is empty');
  const text = textOf(place);
  const trimmed = text.replace(/ +$/, '');
  if (trimmed.length === text.length) throw new NoStatement('no space follows it');
  return parsed(trimmed);
}

/** Reads `statement.json` of a bundle. @throws NoStatement */
export const statementFile = (bytes: Uint8Array): Statement => parsed(textOf(bytes));

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new NoStatement('it is not UTF-8');
  }
}

function parsed(text: string): Statement {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NoStatement('it is not JSON');
  }
  const found = statement.safeParse(value);
  if (!found.success) {
    const [issue] = found.error.issues;
    throw new NoStatement(`${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'wrong'}`);
  }
  // A member that stands twice, white space and another order are all lost in parsing, and show here.
  if (!isCanonical(text, found.data)) throw new NoStatement('it is not canonical JSON (RFC 8785)');
  return found.data;
}
