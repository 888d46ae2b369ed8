import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedIds } from '../../domain/kernel/derived-ids.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { PARTNER_EVENTS } from '../../domain/partner/events.ts';
import { ProofSubmitted, ReviewPassedOn } from '../../domain/proof/events.ts';
import type { Judges } from '../../domain/task/commands.ts';
import type { TaskFields, VerificationType } from '../../domain/task/event-data.ts';
import { taskStream } from '../../domain/task/events.ts';
import { exists } from '../../domain/task/state.ts';
import { reviewsByPartners } from '../../projections/proof/verification-lists.ts';
import { settingsOf } from '../../projections/settings.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { judgingPartner } from '../partner/partner-record.ts';
import { latest, loadTask, send, sent } from '../task/task-send.ts';

/** Whether an AI, or the rubric instead, reviews proof of this type: only if the owner has switched it on. */
async function reviewsByAi({ views, proof }: Pick<App, 'views' | 'proof'>, owner: string, type: VerificationType): Promise<boolean> {
  if (type === 'none' || !proof.reviewsByAi) return false;
  return (await settingsOf(views, owner)).ai[`ai_${type}`];
}

export async function judgesFor(
  app: Pick<App, 'store' | 'views' | 'proof'>,
  owner: string,
  { verification_type, partner_id }: Pick<TaskFields, 'verification_type' | 'partner_id'>,
): Promise<Judges> {
  const [partner, ai] = await Promise.all([judgingPartner(app, owner, partner_id), reviewsByAi(app, owner, verification_type)]);
  return { check: false, partner_id: partner?.id ?? null, ai };
}

/** Takes proofs in review from a partner who has left or was replaced, and gives them to the next judge. It can be repeated. */
export async function passOnReviews(app: App, event: Recorded): Promise<Position | null> {
  if (isEvent(event, ...PARTNER_EVENTS)) {
    const owner = event.data.user_id;
    const found = await reviewsByPartners(app.views, owner);
    return latest(await Promise.all(found.map(({ id }) => passOn(app, event, owner, id))));
  }
  const { owner } = event.metadata;
  // The partner may have left after they were chosen and before the event was written.
  const isAsked = isEvent(event, ProofSubmitted, ReviewPassedOn) && event.data.set.review?.judge.kind === 'partner';
  return owner === null || !isAsked ? null : passOn(app, event, owner, taskStream.requireId(event.stream));
}

async function passOn(app: App, cause: Recorded, owner: string, id: string): Promise<Position | null> {
  const state = await loadTask(app, id);
  const { review } = state.fields;
  if (!exists(state) || review?.judge.kind !== 'partner') return null;
  const { partner_id, ai } = await judgesFor(app, owner, state.fields);
  if (partner_id === review.judge.partner_id) return null;
  const caller: Caller = { owner, actor: SYSTEM, correlationId: cause.metadata.correlation_id, causationId: cause.id };
  const command = { type: 'PassReviewOn', ...(await sent(app, caller)), now: cause.metadata.at, partner_id, ai } as const;
  return (await send(app, caller, id, command, { newId: derivedIds('review_passed_on', cause.id, id) })).position;
}
