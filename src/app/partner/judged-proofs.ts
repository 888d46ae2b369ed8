import { type FileDoc, filesByIds } from '../../projections/file.ts';
import type { Evidence, JudgedProof, PartnerSummary, TrailEntry } from '../../projections/partner/partner-summary.ts';
import { proofsOf, type SubmissionDoc } from '../../projections/proof/verifications.ts';
import type { App } from '../app.ts';

/** A paper names the SHA-256 of at most this many files. */
const MOST_FILES = 40;

type Verdict = TrailEntry & { readonly task_id: string; readonly verdict_on: string };

/** The verdicts on proofs behind the numbers, each once, newest first. */
function verdictsIn(evidence: Evidence): readonly Verdict[] {
  const all = Object.values(evidence).flat();
  const verdicts = all.filter((entry): entry is Verdict => entry.verdict_on !== null && entry.task_id !== null);
  const once = new Map(verdicts.map((entry) => [entry.position, entry]));
  return [...once.values()].toSorted((a, b) => (a.position < b.position ? 1 : -1));
}

/** The proofs behind the verdicts, by the position of the verdict's entry, newest first. */
export async function judgedProofs(app: App, owner: string, evidence: Evidence): Promise<ReadonlyMap<string, JudgedProof>> {
  const verdicts = verdictsIn(evidence);
  if (verdicts.length === 0) return new Map();
  const [proofs] = await Promise.all([proofsOf(app.views, [...new Set(verdicts.map(({ task_id }) => task_id))]), app.opener.ready(owner)]);
  const judged = verdicts.flatMap(({ position, task_id, verdict_on }) => {
    const submissions = proofs.get(task_id)?.doc.submissions ?? [];
    const found = verdict_on === 'last' ? submissions.at(-1) : submissions.find(({ id }) => id === verdict_on);
    return found === undefined ? [] : [{ position, submission: found }];
  });
  const ids = new Set(judged.flatMap(({ submission }) => submission.file_ids));
  const files = await filesByIds(app.views, [...ids]);
  return new Map(judged.map(({ position, submission }) => [position, judgedProof(app, owner, submission, files)]));
}

function judgedProof(
  { opener }: Pick<App, 'opener'>,
  owner: string,
  { file_ids, reviews }: SubmissionDoc,
  files: ReadonlyMap<string, { readonly doc: FileDoc }>,
): JudgedProof {
  const shown = file_ids.flatMap((id) => {
    const doc = files.get(id)?.doc;
    const texts = doc?.owner === owner ? opener.openNow(owner, doc.texts) : null;
    return texts ? [{ id, name: texts.name, sha256: texts.sha256 }] : [];
  });
  return { seen: reviews.findLast(({ seen }) => seen !== null)?.seen ?? null, files: shown };
}

/** The SHA-256 of the files of the proofs that a paper with this summary names: the newest ones, each once. */
export const proofFilesIn = ({ proofs }: Pick<PartnerSummary, 'proofs'>): string[] =>
  [...new Set([...proofs.values()].flatMap(({ files }) => files.map(({ sha256 }) => sha256)))].slice(0, MOST_FILES);
