import type { Sealed } from '../../domain/kernel/event.ts';
import { readEvents, readState } from '../../domain/kernel/fold-stream.ts';
import type { ProofTexts } from '../../domain/proof/event-data.ts';
import type { Submission } from '../../domain/proof/submissions.ts';
import { taskDecider } from '../../domain/task/decide.ts';
import { type RecordedTaskEvent, type TaskEvent, taskStream } from '../../domain/task/events.ts';
import { exists, type TaskState } from '../../domain/task/state.ts';
import type { App } from '../app.ts';
import type { GivenReview } from './reviews.ts';

export interface SubmittedProof {
  readonly title: string;
  readonly requirement: string | null;
  readonly texts: ProofTexts;
  readonly fileIds: readonly string[];
  readonly emailTaskId: string | null;
  readonly codeTaskId: string | null;
  /** The present task if it is the turn of a check; null: it is the turn of another judge. */
  readonly checking: TaskState | null;
  /** The earlier comment of an AI or the rubric, from when it was not their turn; null: there is none. */
  readonly comment: Omit<GivenReview, 'verdict'> | null;
}

/**
 * The proof to review, from the log. Null: there is nothing to review, because the proof was decided, withdrawn or deleted meanwhile, this
 * review exists already, or the owner's key is destroyed.
 */
export async function submittedProof(
  app: App,
  {
    id,
    state,
  }: { readonly id: string; readonly state: { readonly owner: string; readonly task_id: string; readonly submission_id: string } },
): Promise<SubmittedProof | null> {
  const { owner, task_id, submission_id } = state;
  const task = await readState(app.store, taskDecider, taskStream(task_id));
  const submission = task.submissions.find((one) => one.id === submission_id);
  if (submission === undefined || !waitsFor(task, submission, id)) return null;
  const past = await readEvents<TaskState, TaskEvent>(app.store, taskDecider, taskStream(task_id), { from: submission.revision });
  const [given] = past;
  if (given?.type !== 'ProofSubmitted') return null;
  const open: Open = async (sealed) => (sealed === null ? {} : await app.opener.open(owner, sealed));
  const { title, proof_requirement } = task.texts;
  const [named, asked, texts] = await Promise.all([open(title), open(proof_requirement), open(given.private)]);
  if (named === null || asked === null || texts === null) return null;
  const { file_ids: fileIds, email_task_id: emailTaskId, code_task_id: codeTaskId } = given.data;
  return {
    title: named.title ?? '',
    requirement: asked.proof_requirement ?? null,
    texts: await withLookedUp(texts, past, submission_id, open),
    fileIds,
    emailTaskId,
    codeTaskId,
    checking: task.fields.review?.judge.kind === 'check' ? task : null,
    comment: await commentOn(past, submission_id, open),
  };
}

/** What was never sealed is empty; null: the owner's key was destroyed. */
type Open = <Texts>(sealed: Sealed<Texts> | null) => Promise<Partial<Texts> | null>;

/** Adds what a check read after the proof was given. */
async function withLookedUp(texts: ProofTexts, past: readonly RecordedTaskEvent[], submissionId: string, open: Open): Promise<ProofTexts> {
  const isCheck = (event: RecordedTaskEvent) =>
    event.type === 'ProofReviewed' && event.data.submission_id === submissionId && event.data.judge === 'check';
  const found = past.findLast(isCheck);
  const later = found?.type === 'ProofReviewed' ? (await open(found.private))?.looked_up : undefined;
  return later === undefined ? texts : { ...texts, looked_up: later };
}

async function commentOn(past: readonly RecordedTaskEvent[], submissionId: string, open: Open): Promise<SubmittedProof['comment']> {
  const isOfAi = (event: RecordedTaskEvent) =>
    event.type === 'ProofReviewed' &&
    event.data.submission_id === submissionId &&
    (event.data.judge === 'ai' || event.data.judge === 'rubric');
  const found = past.findLast(isOfAi);
  if (found?.type !== 'ProofReviewed' || (found.data.judge !== 'ai' && found.data.judge !== 'rubric')) return null;
  const { judge, judge_id, score, prompt_version, seen = null } = found.data;
  return { judge, judge_id, score, prompt_version, seen, texts: (await open(found.private)) ?? {} };
}

const waitsFor = (task: TaskState, { state, reviews }: Submission, reviewId: string): boolean =>
  exists(task) && state === 'in_review' && !reviews.includes(reviewId);
