import { type FileDoc, filesByIds } from '../../projections/file.ts';
import { proofsOf } from '../../projections/proof/verifications.ts';
import type { App } from '../app.ts';
import type { Partner } from '../partner/partner-messages.ts';
import { decidedBy, MOST_DECIDED, waitingFor } from './partner-matter.ts';

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
