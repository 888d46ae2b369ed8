import { isEvent, type RecordedAs } from '../../domain/kernel/define-event.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { Sealed } from '../../domain/kernel/sealed.ts';
import type { JudgeKind, PassingReason } from '../../domain/task/proof-event-data.ts';
import {
  AppealAnswered,
  AppealMade,
  AppealUnanswered,
  PROOF_CHANGES,
  ProofReviewed,
  ProofSubmitted,
  ProofWithdrawn,
  RecordCorrected,
  ReviewPassedOn,
} from '../../domain/task/proof-events.ts';
import type { Stored } from '../engine/documents.ts';
import { folds, on } from '../engine/folds.ts';
import { everything } from '../engine/pages.ts';
import type { Projection } from '../engine/projection.ts';
import type { Views } from '../engine/views.ts';

export type ReviewDoc = {
  readonly id: string;
  readonly at: string;
  readonly judge: JudgeKind;
  /** The id of the partner, the model of the AI, or the name of the check. */
  readonly judge_id: string | null;
  readonly verdict: 'accepted' | 'rejected' | 'comment';
  readonly score: number | null;
  readonly prompt_version: string | null;
  readonly why: PassingReason | null;
  /** Holds `comment` and `criteria`. */
  readonly texts: Sealed | null;
};

export type SubmissionDoc = {
  readonly id: string;
  readonly at: string;
  readonly state: 'in_review' | 'accepted' | 'rejected' | 'withdrawn';
  /** Holds `text`, `links`, `commits` and `design`. */
  readonly texts: Sealed | null;
  readonly file_ids: readonly string[];
  readonly email_task_id: string | null;
  readonly code_task_id: string | null;
  readonly reviews: readonly ReviewDoc[];
};

export type AppealDoc = {
  readonly at: string;
  readonly partner_id: string;
  readonly state: 'waiting' | 'accepted' | 'rejected';
  readonly decided_at: string | null;
  readonly file_ids: readonly string[];
  /** Holds `text`. */
  readonly texts: Sealed | null;
  /** Holds `comment`; null: there is none. */
  readonly answer: Sealed | null;
  readonly unanswered: boolean;
};

/** By task id: what was given as proof, and what was said about it. How the verification stands is in the task's document. */
export type VerificationDoc = {
  readonly owner: string;
  /** Oldest first. */
  readonly submissions: readonly SubmissionDoc[];
  /** The review that decided about the last proof. */
  readonly decision: string | null;
  readonly appeal: AppealDoc | null;
  /** When the appeal was made that still waits for its answer. */
  readonly appeal_key: string | null;
  readonly updated_at: string;
};

const STREAM = 'task-';
const taskOf = ({ stream }: Recorded): string => stream.slice(STREAM.length);

type Fold<Event> = (doc: VerificationDoc, event: Event) => Partial<VerificationDoc>;

/** Applies a fold to the document, which is made with the first event. */
const after =
  <Event extends Recorded>(fold: Fold<Event>) =>
  (doc: VerificationDoc | null, event: Event): VerificationDoc | null => {
    const { owner, at } = event.metadata;
    if (owner === null) return doc;
    const known = doc ?? { owner, submissions: [], decision: null, appeal: null, appeal_key: null, updated_at: at };
    const next = { ...known, ...fold(known, event), updated_at: at };
    return { ...next, appeal_key: next.appeal?.state === 'waiting' ? next.appeal.at : null };
  };

const patched = (
  { submissions }: VerificationDoc,
  id: string,
  patch: (one: SubmissionDoc) => Partial<SubmissionDoc>,
): readonly SubmissionDoc[] => submissions.map((one) => (one.id === id ? { ...one, ...patch(one) } : one));

function submitted(doc: VerificationDoc, { data, private: texts, metadata }: RecordedAs<typeof ProofSubmitted>): Partial<VerificationDoc> {
  const { submission_id: id, file_ids, email_task_id, code_task_id } = data;
  const one: SubmissionDoc = { id, at: metadata.at, state: 'in_review', texts, file_ids, email_task_id, code_task_id, reviews: [] };
  return { submissions: [...doc.submissions, one], decision: null };
}

function reviewed(doc: VerificationDoc, { data, private: texts, metadata }: RecordedAs<typeof ProofReviewed>): Partial<VerificationDoc> {
  const { submission_id, review_id: id, judge, judge_id, outcome, score, prompt_version, why } = data;
  const verdict = outcome === 'commented' ? 'comment' : outcome;
  const review: ReviewDoc = { id, at: metadata.at, judge, judge_id, verdict, score, prompt_version, why, texts };
  const state = verdict === 'comment' ? {} : { state: verdict };
  return {
    submissions: patched(doc, submission_id, ({ reviews }) => ({ ...state, reviews: [...reviews, review] })),
    ...(verdict !== 'comment' && { decision: id }),
  };
}

function appealed(_doc: VerificationDoc, { data, private: texts, metadata }: RecordedAs<typeof AppealMade>): Partial<VerificationDoc> {
  const { partner_id, file_ids } = data;
  const waiting = { state: 'waiting', decided_at: null, answer: null, unanswered: false } as const;
  return { appeal: { at: metadata.at, partner_id, file_ids, texts, ...waiting } };
}

const answered: Fold<RecordedAs<typeof AppealAnswered>> = ({ appeal }, { data, private: answer, metadata }) => ({
  appeal: appeal && { ...appeal, state: data.outcome, decided_at: metadata.at, answer },
});

const unanswered: Fold<RecordedAs<typeof AppealUnanswered>> = ({ appeal }, { metadata }) => ({
  appeal: appeal && { ...appeal, state: 'rejected', decided_at: metadata.at, unanswered: true },
});

export const verifications: Projection<VerificationDoc> = {
  name: 'verifications',
  version: 2,
  incompatible: true,
  indexes: [
    { name: 'newest', fields: ['owner', 'updated_at'] },
    { name: 'appeal', fields: ['owner', 'appeal_key'], sparse: true },
  ],
  ids: (event) => (event.stream.startsWith(STREAM) && isEvent(event, ...PROOF_CHANGES) ? [taskOf(event)] : []),
  on: folds(
    on(ProofSubmitted, after(submitted)),
    on(
      ProofWithdrawn,
      after((doc, { data }) => ({ submissions: patched(doc, data.submission_id, () => ({ state: 'withdrawn' })) })),
    ),
    on(ProofReviewed, after(reviewed)),
    on(AppealMade, after(appealed)),
    on(AppealAnswered, after(answered)),
    on(AppealUnanswered, after(unanswered)),
    on(
      [ReviewPassedOn, RecordCorrected],
      after(() => ({})),
    ),
  ),
};

/** The proofs of these tasks, by task id. A task of which none was given has none. */
export const proofsOf = (views: Views, taskIds: readonly string[]): Promise<ReadonlyMap<string, Stored<VerificationDoc>>> =>
  views.documents.getMany<VerificationDoc>(views.current(verifications.name), taskIds);

/** Ids of the tasks whose appeal waits for its answer, oldest first; deleted tasks too: the caller leaves them out. */
export async function waitingAppeals(views: Views, owner: string): Promise<readonly string[]> {
  const query = { index: 'appeal', equals: [owner], order: 'asc' } as const;
  const found = await everything<VerificationDoc>(views.documents, views.current(verifications.name), query);
  return found.map(({ id }) => id);
}

/** Of an owner those about which something was given, said or decided last, newest first. */
export const newestProofs = async (views: Views, owner: string, limit: number): Promise<readonly Stored<VerificationDoc>[]> =>
  (
    await views.documents.find<VerificationDoc>(views.current(verifications.name), {
      index: 'newest',
      equals: [owner],
      order: 'desc',
      limit,
    })
  ).items;
