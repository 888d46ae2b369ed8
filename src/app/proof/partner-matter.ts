import type { Stored } from '../../ports/documents.ts';
import { type FileDoc, filesByIds } from '../../projections/file.ts';
import { reviewsByPartners } from '../../projections/proof/verification-lists.ts';
import { newestProofs, proofsOf, type ReviewDoc, waitingAppeals } from '../../projections/proof/verifications.ts';
import { type TaskDoc, tasks } from '../../projections/task/tasks.ts';
import type { App } from '../app.ts';
import type { Partner } from '../partner/partner-messages.ts';

export interface PartnerMatter {
  /** Sorted by the proof deadline. */
  readonly reviews: readonly Stored<TaskDoc>[];
  /** Oldest first. */
  readonly appeals: readonly Stored<TaskDoc>[];
}

export interface Decision {
  readonly task: Stored<TaskDoc>;
  readonly at: string;
  readonly about: 'proof' | 'appeal';
  readonly outcome: 'accepted' | 'rejected';
  /** The review; null: the decision was about the appeal. */
  readonly review_id: string | null;
}

type Of = Pick<Partner, 'id'> & { readonly state: Pick<Partner['state'], 'user_id'> };

const docsOf = ({ documents, views }: Pick<App, 'documents' | 'views'>, ids: readonly string[]) =>
  documents.getMany<TaskDoc>(views.current(tasks.name), ids);

export async function waitingFor(app: Pick<App, 'documents' | 'views'>, { id, state: { user_id: owner } }: Of): Promise<PartnerMatter> {
  const [reviews, appealed] = await Promise.all([reviewsByPartners(app.views, owner), waitingAppeals(app.views, owner)]);
  const docs = await docsOf(app, appealed);
  return {
    reviews: reviews.filter(({ doc }) => doc.review?.judge.partner_id === id),
    appeals: appealed.flatMap((one) => docs.get(one) ?? []).filter(({ doc }) => isAsked(doc, id)),
  };
}

const isAsked = ({ deleted, outcome, appeal }: TaskDoc, id: string): boolean =>
  !deleted && outcome === 'missed' && appeal?.state === 'waiting' && appeal.partner_id === id;

export const MOST_DECIDED = 10;

/** How many of the tasks with the most recent activity on their proof are read. */
const LOOKED_AT = 100;

export async function decidedBy(app: Pick<App, 'documents' | 'views'>, { id, state }: Of, most: number): Promise<readonly Decision[]> {
  const proofs = await newestProofs(app.views, state.user_id, LOOKED_AT);
  const docs = await docsOf(
    app,
    proofs.map((proof) => proof.id),
  );
  const decisions = proofs.flatMap(({ id: taskId, doc: { submissions, appeal } }): readonly Decision[] => {
    const task = docs.get(taskId);
    if (task === undefined || task.doc.deleted) return [];
    const reviews = submissions.flatMap((submission) => submission.reviews).flatMap((review) => decisionOf(task, review, id));
    if (appeal === null || appeal.partner_id !== id || appeal.decided_at === null || appeal.unanswered) return reviews;
    const { decided_at: at, state: outcome } = appeal;
    return outcome === 'waiting' ? reviews : [...reviews, { task, at, about: 'appeal', outcome, review_id: null }];
  });
  return decisions.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, most);
}

const decisionOf = (task: Stored<TaskDoc>, { id: review_id, at, judge, judge_id, verdict }: ReviewDoc, id: string): readonly Decision[] =>
  judge === 'partner' && judge_id === id && verdict !== 'comment' ? [{ task, at, about: 'proof', outcome: verdict, review_id }] : [];

/**
 * A file on the page of this partner: of a proof that waits for them, or that they decided recently. Null: there is no such file, or nobody
 * asked them about it.
 */
export async function fileForPartner(app: App, partner: Partner, id: string): Promise<FileDoc | null> {
  const { user_id: owner } = partner.state;
  const doc = (await filesByIds(app.views, [id])).get(id)?.doc;
  if (doc?.owner !== owner) return null;
  return (await shownTo(app, partner)).has(id) ? doc : null;
}

async function shownTo(app: App, partner: Partner): Promise<ReadonlySet<string>> {
  const [{ reviews, appeals }, decisions] = await Promise.all([waitingFor(app, partner), decidedBy(app, partner, MOST_DECIDED)]);
  const decided = new Set(decisions.map(({ review_id }) => review_id));
  const asked = new Set(reviews.flatMap(({ doc }) => doc.review?.submission_id ?? []));
  const appealed = new Set(
    [...appeals, ...decisions.filter(({ about }) => about === 'appeal').map(({ task }) => task)].map(({ id }) => id),
  );
  const proofs = await proofsOf(app.views, [
    ...new Set([...reviews, ...appeals, ...decisions.map(({ task }) => task)].map(({ id }) => id)),
  ]);
  const files = [...proofs.values()].flatMap(({ id, doc: { submissions, appeal } }) => [
    ...submissions
      .filter((one) => asked.has(one.id) || one.reviews.some((review) => decided.has(review.id)))
      .flatMap((one) => one.file_ids),
    ...(appealed.has(id) ? (appeal?.file_ids ?? []) : []),
  ]);
  return new Set(files);
}
