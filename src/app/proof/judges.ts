import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedIds } from '../../domain/kernel/derived-ids.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { PARTNER_EVENTS, partnerKeyOwner } from '../../domain/partner/events.ts';
import { judgeAmong } from '../../domain/partner/rules.ts';
import type { JudgeKind } from '../../domain/proof/event-data.ts';
import { ProofSubmitted, ReviewPassedOn } from '../../domain/proof/events.ts';
import type { Judges } from '../../domain/task/commands.ts';
import type { TaskFields, VerificationType } from '../../domain/task/event-data.ts';
import { taskStream } from '../../domain/task/events.ts';
import { exists } from '../../domain/task/state.ts';
import type { Stored } from '../../ports/documents.ts';
import { isCheckable } from '../../projections/coding.ts';
import { type FileDoc, filesByIds } from '../../projections/file.ts';
import { partnersOf } from '../../projections/partner/partners.ts';
import { reviewsByPartners } from '../../projections/proof/verification-lists.ts';
import { proofsOf, type VerificationDoc } from '../../projections/proof/verifications.ts';
import { settingsOf } from '../../projections/settings.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { judgingPartner } from '../partner/partner-record.ts';
import { ownerSeen } from '../partner/partner-summary.ts';
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

/** Everything besides the tasks that the answer about verifications contains. */
export interface VerificationFacts {
  /** By task id. */
  readonly proofs: ReadonlyMap<string, Stored<VerificationDoc>>;
  /** The files of the proofs, by file id. */
  readonly files: ReadonlyMap<string, Stored<FileDoc>>;
  /** The ids of the tasks whose coding questions a check would decide. */
  readonly checkable: ReadonlySet<string>;
  readonly ownerName: string | null;
  /** Names by partner id. A partner whose key was destroyed has none. */
  readonly partners: ReadonlyMap<string, string>;
  /** The id of the partner who would judge a new proof of a task that names this partner. Null: no partner would. */
  readonly partnerFor: (named: string | null) => string | null;
  /** Who would decide about a new proof of this task. */
  readonly judgeOf: (task: Pick<TaskDoc, 'verification_type' | 'partner_id'>) => Exclude<JudgeKind, 'rubric'>;
}

/** Collects the facts about these tasks of one owner, and prepares the opener for the owner. */
export async function verificationFacts(app: App, owner: string, tasks: readonly Stored<TaskDoc>[]): Promise<VerificationFacts> {
  const [proofs, partners, settings, who] = await Promise.all([
    proofsOf(
      app.views,
      tasks.map(({ id }) => id),
    ),
    partnersOf(app.views, owner),
    settingsOf(app.views, owner),
    ownerSeen(app, owner),
    app.opener.ready(owner),
  ]);
  const coding = tasks.filter(({ doc }) => doc.verification_type === 'coding');
  const checkable = await Promise.all(coding.map(async ({ id }) => ((await isCheckable(app.views, id)) ? [id] : [])));
  const names = new Map<string, string>();
  for (const { id, doc } of partners) {
    const name = (await app.opener.open(partnerKeyOwner(id), doc.person))?.name;
    if (name) names.set(id, name);
  }
  const partnerFor = (named: string | null): string | null =>
    judgeAmong(partners, named, ({ id, doc: { status, role } }) => ({ id, status, role }))?.id ?? null;
  const isAi = (type: VerificationType): boolean => type !== 'none' && app.proof.reviewsByAi && settings.ai[`ai_${type}`];
  const given = [...proofs.values()].flatMap(({ doc }) => [...doc.submissions, ...(doc.appeal ? [doc.appeal] : [])]);
  return {
    proofs,
    files: await filesByIds(
      app.views,
      given.flatMap(({ file_ids }) => file_ids),
    ),
    checkable: new Set(checkable.flat()),
    ownerName: who && (who.name || who.address.replace(/@.*$/s, '')),
    partners: names,
    partnerFor,
    judgeOf: ({ verification_type: type, partner_id }) => (partnerFor(partner_id) !== null ? 'partner' : isAi(type) ? 'ai' : 'self'),
  };
}
