import { type CheckedPaper, type Compared, comparedWords } from '../../contracts/ledger/papers/check-paper.ts';
import type { FaultCode } from '../../contracts/ledger/papers/fault.ts';

/** A file that cannot be read is no paper either. */
export const UNREADABLE: FaultCode = 'no_paper';

/** What the command says about one file, as its JSON has it. */
export interface PaperResult {
  readonly file: string;
  readonly exit: 0 | 1 | 2 | 3;
  /** `unchanged`, `unknown_signer`, `needs_bundle`, `no_answer`, or the code of the fault. */
  readonly result: string;
  readonly message: string;
  /** What is wrong in the record of an export, a sentence for each stream and file; otherwise empty. */
  readonly details: readonly string[];
  readonly kind: string | null;
  readonly format: string | null;
  readonly made_at: string | null;
  readonly origin: string | null;
  readonly key_id: string | null;
  readonly head: object | null;
}

/** `silence`: why the origin that was given could not be asked; null if there is nothing to say. */
export function resultOf(file: string, checked: CheckedPaper, compared: Compared, silence: string | null): PaperResult {
  const { statement } = checked;
  const { kind = null, format = null, made_at = null, origin = null, key_id = null, head = null } = statement ?? {};
  const details = checked.fault?.details ?? [];
  return { file, ...verdictOn(checked, comparedWords(compared), silence), details, kind, format, made_at, origin, key_id, head };
}

function verdictOn(
  { statement, fault, outcome }: CheckedPaper,
  found: string,
  silence: string | null,
): Pick<PaperResult, 'exit' | 'result' | 'message'> {
  if (fault !== null) return { exit: 1, result: fault.code, message: fault.message };
  if (silence !== null) return { exit: 3, result: 'no_answer', message: `It is unchanged since it was signed, but ${silence}` };
  if (outcome === 'needs_bundle') return { exit: 2, result: outcome, message: statement?.kind === 'bundle' ? NEEDS_LATER : NEEDS_BUNDLE };
  if (outcome === 'unchanged')
    return {
      exit: 0,
      result: outcome,
      message: `It is unchanged since ${statement?.made_at}, and ${statement?.origin} signed it.${found}`,
    };
  return { exit: 2, result: outcome, message: `${unknownSigner(statement?.key_id ?? '', statement?.origin ?? '')}${found}` };
}

const NEEDS_BUNDLE =
  'It is unchanged. Whether it goes on from the older head, only an export of the same account can show: check that one with --earlier.';

const NEEDS_LATER =
  'It is unchanged. The head that it was compared with is the later one: ask for a new export, and check that one with --earlier.';

const unknownSigner = (keyId: string, origin: string): string =>
  `It is unchanged since it was signed by the key ${keyId}, which is in it. Whose key that is was not checked: compare it with ${origin}/.well-known/vouch-keys.json, by --origin or --keys.`;

const WORDS = { 0: 'UNCHANGED', 1: 'CHANGED', 2: 'UNCHANGED, BY A KEY NOT COMPARED', 3: 'NOT COMPARED' } as const;

export const linesOf = ({ file, exit, result, message, details }: PaperResult): readonly string[] => [
  `${result === 'needs_bundle' ? 'NEEDS AN EXPORT' : WORDS[exit]} ${file}: ${message}`,
  ...details.map((sentence) => `  ${sentence}`),
];
