import type { Attempt } from '../app/coding/attempts.ts';
import type { VerificationFacts } from '../app/proof/judges.ts';
import type { CodeAttempt, CodeStatus, CodeTask } from '../contracts/code-task.ts';
import type { Verification } from '../contracts/proof.ts';
import type { QuestionTexts } from '../domain/coding/events.ts';
import { statusOf } from '../domain/coding/rules.ts';
import type { Sealed } from '../domain/kernel/event.ts';
import type { LookedUp, ProofTexts } from '../domain/proof/event-data.ts';
import { PASSED_ON } from '../domain/proof/words.ts';
import type { Stored } from '../ports/documents.ts';
import type { Opener } from '../ports/secrets.ts';
import type { AttemptDoc, CodeTaskDoc } from '../projections/coding.ts';
import type { AppealDoc, ReviewDoc, SubmissionDoc, VerificationDoc } from '../projections/proof/verifications.ts';
import type { TaskDoc } from '../projections/task/tasks.ts';
import { presentFile } from './file.ts';

type Commit = Verification['submissions'][number]['commits'][number];

/**
 * Matches `/owner/name/commit/0a1b2c3`, the path of a commit on the well-known hosts. Some put `/-` before `commit`.
 * The path can also belong to a pull request (`/pull/5/commits/…`), a merge request, or plain text (`.patch`).
 */
const COMMIT =
  /^\/([^/]+(?:\/[^/]+)+?)(?:\/-)?(?:\/(?:pull|pulls|merge_requests|pull-requests)\/\d+)?\/commits?\/([0-9a-f]{7,64})(?:\.(?:patch|diff))?\/?$/;

/** Reads a commit from its address alone, without checking that it exists. */
export function commitOf(url: string): Commit {
  const [, repository = null, sha = null] = COMMIT.exec(URL.parse(url)?.pathname ?? '') ?? [];
  return {
    url,
    kind: 'commit',
    sha,
    repository,
    author: null,
    committed_at: null,
    pushed_at: null,
    message: null,
    read_at: null,
    confirmed: null,
    note: null,
  };
}

const lookedUpCommit = ({ at, ...read }: LookedUp): Commit => ({ ...read, committed_at: at });

interface GivenChanges {
  readonly commits?: readonly string[];
  /** What the program read about the commits and links, newest last. */
  readonly looked_up?: readonly LookedUp[];
}

/**
 * The commits of a proof, with what the program read about them, followed by the links that lead to a pull request or a
 * review.
 */
export function commitsOf({ commits = [], looked_up = [] }: GivenChanges): Commit[] {
  const read = new Map(looked_up.map((one) => [one.url, one]));
  const more = [...read.keys()].filter((url) => !commits.includes(url));
  return [...commits, ...more].map((url) => {
    const found = read.get(url);
    return found === undefined ? commitOf(url) : { ...commitOf(url), ...withoutNulls(lookedUpCommit(found)) };
  });
}

/** Values from the address stay if the program read no others. */
const withoutNulls = (commit: Commit): Partial<Commit> => Object.fromEntries(Object.entries(commit).filter(([, value]) => value !== null));

type Review = Verification['submissions'][number]['reviews'][number];
type Submission = Verification['submissions'][number];

/** Opens a sealed object; null gives an empty object. */
type Open = <Texts>(sealed: Sealed<Texts> | null) => Partial<Texts>;

const UNANSWERED = 'Nobody answered it within seven days.';

/** `opener` must be ready for the owner. */
export function presentVerification(opener: Opener, { id, doc }: Stored<TaskDoc>, facts: VerificationFacts): Verification {
  const open: Open = (sealed) => opener.openNow(doc.owner, sealed) ?? {};
  const proof = facts.proofs.get(id)?.doc ?? null;
  const filesOf = (ids: readonly string[]) => ids.flatMap((one) => facts.files.get(one) ?? []).map((one) => presentFile(opener, one));
  const submissions = (proof?.submissions ?? []).map((one) => ({
    ...presentSubmission(one, doc, open, facts),
    files: filesOf(one.file_ids),
  }));
  const reviews = submissions.flatMap((one) => one.reviews);
  const judge = judgeOf(id, doc, facts);
  const decision = isDecided(doc) ? (reviews.find((one) => one.id === proof?.decision) ?? null) : null;
  return {
    id,
    task_id: id,
    task_title: open(doc.title).title ?? '',
    type: doc.verification_type,
    state: doc.verification_state,
    requirement: open(doc.proof_requirement).proof_requirement ?? null,
    due_at: doc.due_at,
    proof_due_at: doc.proof_due_at,
    judge,
    partner: judge === 'partner' ? partnerOf(doc, decision, facts) : null,
    submissions,
    decision,
    appeal: proof?.appeal ? { ...presentAppeal(proof.appeal, open), files: filesOf(proof.appeal.file_ids) } : null,
    corrected: doc.corrected,
    created_at: doc.created_at,
    updated_at: newest(doc, proof),
  };
}

/** Instants compare as text. */
const newest = ({ created_at, completed_at, decided_at }: TaskDoc, proof: VerificationDoc | null): string =>
  [created_at, completed_at ?? '', decided_at ?? '', proof?.updated_at ?? ''].reduce((a, b) => (a < b ? b : a));

const isDecided = ({ verification_state: state }: TaskDoc): boolean => state === 'verified' || state === 'rejected';

function judgeOf(id: string, task: TaskDoc, facts: VerificationFacts): Verification['judge'] {
  const { review, decided_by } = task;
  if (review !== null) return review.judge.kind;
  if (decided_by !== null) return decided_by === 'rubric' ? 'ai' : decided_by;
  if (facts.checkable.has(id)) return 'check';
  return facts.judgeOf(task);
}

/** The name of the partner who decided, who has the proof, or who would get one that is given now. */
function partnerOf({ review, decided_by, partner_id }: TaskDoc, decision: Review | null, facts: VerificationFacts): string | null {
  if (review === null && decided_by !== null) return decision?.judge.name ?? null;
  const id = review === null ? facts.partnerFor(partner_id) : review.judge.partner_id;
  return id === null ? null : (facts.partners.get(id) ?? null);
}

function presentSubmission(one: SubmissionDoc, task: TaskDoc, open: Open, facts: VerificationFacts): Omit<Submission, 'files'> {
  const texts = open(one.texts);
  // A proof that was accepted on the owner's word is not accepted any more once the owner has taken the completion
  // back.
  const isBack = one.state === 'accepted' && task.verification_state !== 'verified';
  return {
    id: one.id,
    at: one.at,
    text: texts.text ?? null,
    links: [...(texts.links ?? [])],
    commits: commitsOf({
      commits: texts.commits ?? [],
      looked_up: [texts, ...one.reviews.map((review) => open(review.texts))].flatMap((some) => some.looked_up ?? []),
    }),
    design: designIn(texts),
    email_task_id: one.email_task_id,
    code_task_id: one.code_task_id,
    state: isBack ? 'withdrawn' : one.state,
    reviews: one.reviews.map((review) => presentReview(review, open, facts)),
  };
}

function designIn({ design }: Partial<ProofTexts>): Submission['design'] {
  if (design === undefined) return null;
  const { diagram, ...sections } = design;
  return { ...sections, diagram: diagram && { mermaid: diagram.mermaid ?? null, file: diagram.file ?? null } };
}

/** If a judge decided in place of another one, the reason is put before the judge's own text. */
function presentReview(
  { id, at, judge, judge_id, verdict, score, prompt_version, why, seen, texts }: ReviewDoc,
  open: Open,
  facts: VerificationFacts,
): Review {
  const opened = open(texts);
  const words = [why === null ? null : PASSED_ON[why], opened.comment ?? null].filter((part) => part !== null).join(' ');
  return {
    id,
    at,
    judge: { kind: judge, name: nameOf(judge, judge_id, facts) },
    verdict,
    score,
    criteria: [...(opened.criteria ?? [])],
    comment: words === '' ? null : words,
    model: judge === 'ai' ? judge_id : null,
    prompt_version,
    seen: seen?.map((one) => ({ ...one })) ?? null,
  };
}

function nameOf(judge: ReviewDoc['judge'], id: string | null, { partners, ownerName }: VerificationFacts): string | null {
  if (judge === 'partner') return partners.get(id ?? '') ?? null;
  if (judge === 'self') return ownerName;
  return judge === 'rubric' ? 'Rubric' : id;
}

const presentAppeal = (
  { texts, answer, unanswered, at, state, decided_at }: AppealDoc,
  open: Open,
): Omit<NonNullable<Verification['appeal']>, 'files'> => ({
  text: open(texts).text ?? '',
  at,
  state,
  comment: unanswered ? UNANSWERED : (open(answer).comment ?? null),
  decided_at,
});

const NOTHING: QuestionTexts = { url: '', title: null, statement: null, examples: [], constraints: [], signature: null, error: null };

/** The texts of a code task's question. `opener` must be ready for the owner. */
export const questionIn = (opener: Opener, { owner, texts }: CodeTaskDoc): QuestionTexts => opener.openNow(owner, texts) ?? NOTHING;

/** `opener` must be ready for the owner. */
export function presentCodeTask(opener: Opener, { id, doc }: Stored<CodeTaskDoc>): CodeTask {
  const { url, title, statement, examples, constraints, signature, error } = questionIn(opener, doc);
  return {
    id,
    task_id: doc.task_id,
    url,
    title,
    statement,
    examples: examples.map((example) => ({ ...example })),
    examples_found: doc.found,
    constraints: [...constraints],
    kind: doc.kind,
    signature: signature && { name: signature.name, parameters: [...signature.parameters] },
    pasted: doc.pasted,
    status: statusOf(doc),
    error,
    attempts: doc.attempts,
    best: doc.best && presentKept(opener, doc.owner, doc.best, { examples }),
    created_at: doc.created_at,
  };
}

export const presentCodeStatus = ({ doc }: Stored<CodeTaskDoc>): CodeStatus => ({
  completed: doc.completed,
  status: statusOf(doc),
  attempts: doc.attempts,
});

/** `opener` must be ready for the owner. */
export function presentKept(opener: Opener, owner: string, doc: AttemptDoc, question: Pick<QuestionTexts, 'examples'>): CodeAttempt {
  const { texts, id, at, language, status, passed, total, ms } = doc;
  const { code, results } = opener.openNow(owner, texts) ?? { code: '', results: [] };
  return presentAttempt({ id, at, language, status, passed, total, ms, code, results }, question);
}

/** The results are in the order of the examples, which do not change after code was submitted. */
export function presentAttempt({ results, ...attempt }: Attempt, { examples }: Pick<QuestionTexts, 'examples'>): CodeAttempt {
  const { id, at, language, code, status, passed, total, ms } = attempt;
  const shown = results.map(({ actual, output, ...result }, index) => ({
    input: examples[index]?.input ?? '',
    expected: examples[index]?.output ?? '',
    actual,
    passed: result.passed,
    output: output ?? actual ?? '',
    ms: result.ms,
    error: result.error,
  }));
  return { id, at, language, code, status, results: shown, passed, total, ms };
}
