import { type FileDoc, filesByIds } from '../../projections/file.ts';
import type { Evidence, JudgedProof, TrailEntry } from '../../projections/partner/partner-summary.ts';
import { proofsOf, type VerificationDoc } from '../../projections/proof/verifications.ts';
import type { App } from '../app.ts';

/** A paper names the SHA-256 of at most this many files. */
const MOST_FILES = 40;

type Verdict = TrailEntry & { readonly task_id: string; readonly verdict_on: string };

/** The verdicts on proofs and appeals behind the numbers, each once, newest first. */
function verdictsIn(evidence: Evidence): readonly Verdict[] {
  const all = Object.values(evidence).flat();
  const verdicts = all.filter((entry): entry is Verdict => entry.verdict_on !== null && entry.task_id !== null);
  const once = new Map(verdicts.map((entry) => [entry.position, entry]));
  return [...once.values()].toSorted((a, b) => (a.position < b.position ? 1 : -1));
}

/** The proofs and appeals behind the verdicts, by the position of the verdict's entry, newest first. */
export async function judgedProofs(app: App, owner: string, evidence: Evidence): Promise<ReadonlyMap<string, JudgedProof>> {
  const verdicts = verdictsIn(evidence);
  if (verdicts.length === 0) return new Map();
  const [proofs] = await Promise.all([proofsOf(app.views, [...new Set(verdicts.map(({ task_id }) => task_id))]), app.opener.ready(owner)]);
  const judged = verdicts.flatMap(({ position, at, task_id, verdict_on }) => {
    const given = givenOf(proofs.get(task_id)?.doc, verdict_on);
    return given === null ? [] : [{ position, at, given }];
  });
  const ids = new Set(judged.flatMap(({ given }) => given.file_ids));
  const files = await filesByIds(app.views, [...ids]);
  return new Map(judged.map(({ position, at, given }) => [position, { at, ...judgedProof(app, owner, given, files) }]));
}

/** What was given to the judge. */
interface Given {
  readonly file_ids: readonly string[];
  readonly seen: JudgedProof['seen'];
}

/** `on`: as `verdict_on` of the verdict's entry. */
function givenOf(doc: VerificationDoc | undefined, on: string): Given | null {
  if (on === 'appeal') return doc?.appeal ? { file_ids: doc.appeal.file_ids, seen: null } : null;
  const found = on === 'last' ? doc?.submissions.at(-1) : doc?.submissions.find(({ id }) => id === on);
  return found ? { file_ids: found.file_ids, seen: lastSeen(found.reviews) } : null;
}

/** What a machine was last given of a proof with these reviews; null: none reviewed it, or that was not recorded. */
export const lastSeen = <Seen>(reviews: readonly { readonly seen: Seen | null }[]): Seen | null =>
  reviews.findLast(({ seen }) => seen !== null)?.seen ?? null;

function judgedProof(
  { opener }: Pick<App, 'opener'>,
  owner: string,
  { file_ids, seen }: Given,
  files: ReadonlyMap<string, { readonly doc: FileDoc }>,
): Omit<JudgedProof, 'at'> {
  const shown = file_ids.flatMap((id) => {
    const doc = files.get(id)?.doc;
    const texts = doc?.owner === owner ? opener.openNow(owner, doc.texts) : null;
    return texts ? [{ id, name: texts.name, sha256: texts.sha256 }] : [];
  });
  return { seen, files: shown };
}

/** Proofs and appeals with a verdict that a paper names. */
export type NamedProofs = Iterable<{ readonly at: string; readonly files: readonly { readonly sha256: string }[] }>;

/** The SHA-256 of the files of the proofs and appeals that a paper names: those of the newest verdicts, each once. */
export function proofFilesIn(named: NamedProofs): string[] {
  const newestFirst = [...named].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
  return [...new Set(newestFirst.flatMap(({ files }) => files.map(({ sha256 }) => sha256)))].slice(0, MOST_FILES);
}
