import { isEvent, type RecordedAs, type SealedOf, type SeenFile } from '../../domain/kernel/define-event.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { JudgeKind, PassingReason } from '../../domain/proof/event-data.ts';
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
} from '../../domain/proof/events.ts';
import { ReviewBegun, ReviewEnded, ReviewRequested, reviewStream } from '../../domain/proof/review-events.ts';
import { taskStream } from '../../domain/task/events.ts';
import type { Stored } from '../../ports/documents.ts';
import { folds, on, type Projection } from '../engine/projection.ts';
import { everything, type Views } from '../engine/views.ts';

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
  /** What an AI or the rubric was given of each file. Null: another judge, or it was not recorded. */
  readonly seen: readonly SeenFile[] | null;
  readonly texts: SealedOf<typeof ProofReviewed>;
};

export type SubmissionDoc = {
  readonly id: string;
  readonly at: string;
  readonly state: 'in_review' | 'accepted' | 'rejected' | 'withdrawn';
  readonly texts: SealedOf<typeof ProofSubmitted>;
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
  readonly texts: SealedOf<typeof AppealMade>;
  readonly answer: SealedOf<typeof AppealAnswered>;
  readonly unanswered: boolean;
};

/** By task id: the proofs and the reviews. The task's document contains the state of the verification. */
export type VerificationDoc = {
  readonly owner: string;
  readonly submissions: readonly SubmissionDoc[];
  readonly decision: string | null;
  readonly appeal: AppealDoc | null;
  /** When the appeal that waits for an answer was made. */
  readonly appeal_key: string | null;
  readonly updated_at: string;
};

const taskOf = ({ stream }: Recorded): string => taskStream.requireId(stream);

type Fold<Event> = (doc: VerificationDoc, event: Event) => Partial<VerificationDoc>;

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
  const { submission_id, review_id: id, judge, judge_id, outcome, score, prompt_version, why, seen = null } = data;
  const verdict = outcome === 'commented' ? 'comment' : outcome;
  const review: ReviewDoc = { id, at: metadata.at, judge, judge_id, verdict, score, prompt_version, why, seen, texts };
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
  version: 3,
  incompatible: true,
  indexes: [
    { name: 'newest', fields: ['owner', 'updated_at'] },
    { name: 'appeal', fields: ['owner', 'appeal_key'], sparse: true },
  ],
  ids: (event) => (taskStream.has(event.stream) && isEvent(event, ...PROOF_CHANGES) ? [taskOf(event)] : []),
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

/** The proofs of these tasks, by task id. Tasks without a proof are left out. */
export const proofsOf = (views: Views, taskIds: readonly string[]): Promise<ReadonlyMap<string, Stored<VerificationDoc>>> =>
  views.documents.getMany<VerificationDoc>(views.current(verifications.name), taskIds);

/** Ids of the tasks whose appeal waits for its answer, oldest first, including deleted tasks, which the caller leaves out. */
export async function waitingAppeals(views: Views, owner: string): Promise<readonly string[]> {
  const query = { index: 'appeal', equals: [owner], order: 'asc' } as const;
  const found = await everything<VerificationDoc>(views.documents, views.current(verifications.name), query);
  return found.map(({ id }) => id);
}

/** The documents of an owner with the most recent proof, review or decision, newest first. */
export const newestProofs = async (views: Views, owner: string, limit: number): Promise<readonly Stored<VerificationDoc>[]> =>
  (
    await views.documents.find<VerificationDoc>(views.current(verifications.name), {
      index: 'newest',
      equals: [owner],
      order: 'desc',
      limit,
    })
  ).items;

/** By review id: the reviews that an AI, or the rubric, must still give. */
export type ReviewRequestDoc = {
  readonly owner: string;
  readonly task_id: string;
  /** When the next attempt is due, or when a running attempt counts as lost. */
  readonly next_key: string | null;
};

export const reviewRequests: Projection<ReviewRequestDoc> = {
  name: 'review_requests',
  version: 1,
  indexes: [
    { name: 'next', fields: ['next_key'], sparse: true },
    { name: 'owner', fields: ['owner'] },
  ],
  ids: (event) => {
    const id = reviewStream.idOf(event.stream);
    return id === null ? [] : [id];
  },
  on: folds(
    on(ReviewRequested, (_doc: ReviewRequestDoc | null, { data, metadata }) =>
      metadata.owner === null ? null : { owner: metadata.owner, task_id: data.task_id, next_key: metadata.at },
    ),
    on(ReviewBegun, (doc: ReviewRequestDoc | null, { data }) => doc && { ...doc, next_key: data.until }),
    on(ReviewEnded, (): ReviewRequestDoc | null => null),
  ),
};
