import { NotificationsChanged } from '../../domain/account/settings-events.ts';
import { HOUR, later, MINUTE, plus } from '../../domain/calendar/dates.ts';
import { DeliveryRequested, type ProofTopic } from '../../domain/delivery/events.ts';
import { AlertRaised } from '../../domain/kernel/alert.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Recorded, RecordedOf } from '../../domain/kernel/event.ts';
import {
  PARTNER_EVENTS,
  PartnerDeclined,
  PartnerInvited,
  PartnerRemoved,
  PartnerUnsubscribed,
  partnerStream,
} from '../../domain/partner/events.ts';
import type { Appeal, Review } from '../../domain/proof/event-data.ts';
import { AppealAnswered, AppealUnanswered, ProofReviewed } from '../../domain/proof/events.ts';
import { TASK_CHANGES, type TaskChangeEvent, taskStream } from '../../domain/task/events.ts';
import { folds, on, type Projection } from '../engine/projection.ts';
import type { Plain, Views } from '../engine/views.ts';
import { fieldsSetBy, isTaskChange } from '../task/tasks.ts';

export type WaitingProofTopic = Plain<ProofTopic> & {
  /** The partner to notify; null: the owner. */
  readonly partner_id: string | null;
  /** The earliest instant for the notification. */
  readonly at: string;
};

/** By owner: the topics for the next messages about proof, to the partner and to the owner. */
export type ProofNoticeDoc = {
  readonly owner: string;
  readonly mails: boolean;
  readonly topics: readonly WaitingProofTopic[];
  /** The proofs that a partner has in review, with the time at which the message about each was requested. */
  readonly asked: readonly { readonly task_id: string; readonly of: string; readonly at: string }[];
  /** The earliest instant of all of them. */
  readonly next_key: string | null;
};

/** Proofs that are given within this time reach the partner in one message. */
const GATHERED = 5 * MINUTE;
/** A partner who is asked late, because the program was down, gets no reminder at the same time. */
const JUST_ASKED = HOUR;

type Topics = readonly WaitingProofTopic[];

const taskOf = ({ stream }: Recorded): string => taskStream.requireId(stream);

function withTopics(doc: ProofNoticeDoc, topics: Topics): ProofNoticeDoc {
  const next_key = topics.reduce<string | null>((least, { at }) => (least === null || at < least ? at : least), null);
  return { ...doc, topics, next_key };
}

/** A topic is due when it is recorded. After downtime everything is recorded first, and then one message covers it. */
const now = ({ metadata }: Recorded): string => metadata.recorded_at;

/** A warning about a deadline is obsolete once the proof was given or the deadline has passed. */
const withoutExpiring = (topics: Topics, task_id: string): Topics =>
  topics.filter((one) => one.kind !== 'expiring' || one.task_id !== task_id);

const changesState = (event: RecordedOf<TaskChangeEvent>): boolean => fieldsSetBy(event).verification_state !== undefined;

type Waiting = Pick<ProofNoticeDoc, 'topics' | 'asked'>;

function afterReview({ topics, asked }: Waiting, review: Review | null, event: Recorded): Waiting {
  const task_id = taskOf(event);
  const others = topics.filter((one) => one.task_id !== task_id || (one.kind !== 'review' && one.kind !== 'reminder'));
  if (review === null || review.judge.partner_id === null) return { topics: others, asked: asked.filter((one) => one.task_id !== task_id) };
  const { submission_id: of, judge, reminded } = review;
  const topic = { task_id, of, partner_id: judge.partner_id };
  if (!reminded)
    return { topics: [...others, { kind: 'review', ...topic, at: later(now(event), plus(event.metadata.at, GATHERED)) }], asked };
  const before = asked.find((one) => one.of === of);
  if (before === undefined || now(event) < plus(before.at, JUST_ASKED)) return { topics, asked };
  return { topics: [...others, { kind: 'reminder', ...topic, at: now(event) }], asked };
}

function afterAppeal(topics: Topics, appeal: Appeal | null, event: Recorded): Topics {
  const task_id = taskOf(event);
  const others = topics.filter((one) => one.task_id !== task_id || one.kind !== 'appeal');
  if (appeal?.state !== 'waiting') return others;
  return [...others, { kind: 'appeal', task_id, of: null, partner_id: appeal.partner_id, at: now(event) }];
}

/** The change about which the owner gets a message. Owners who only give their own word get none about its acceptance. */
export function newsOf(event: Recorded): Pick<ProofTopic, 'kind' | 'of'> | null {
  if (isEvent(event, AppealAnswered, AppealUnanswered)) return { kind: 'appeal_answered', of: null };
  if (!isEvent(event, ProofReviewed)) return null;
  const { outcome, review_id, judge, why } = event.data;
  return outcome === 'commented' || (judge === 'self' && why === null) ? null : { kind: outcome, of: review_id };
}

const withNews = (doc: ProofNoticeDoc, news: Pick<ProofTopic, 'kind' | 'of'>, task_id: string, at: string): Topics =>
  doc.mails ? [...doc.topics, { ...news, task_id, partner_id: null, at }] : doc.topics;

const fresh = (owner: string): ProofNoticeDoc => ({ owner, mails: true, topics: [], asked: [], next_key: null });

function changed(known: ProofNoticeDoc | null, event: RecordedOf<TaskChangeEvent>, owner: string): ProofNoticeDoc {
  const doc = known ?? fresh(owner);
  const { review, appeal } = fieldsSetBy(event);
  const news = newsOf(event);
  const before = changesState(event) ? { ...doc, topics: withoutExpiring(doc.topics, taskOf(event)) } : doc;
  const waiting = { topics: news === null ? before.topics : withNews(before, news, taskOf(event), now(event)), asked: doc.asked };
  const { topics, asked } = review === undefined ? waiting : afterReview(waiting, review, event);
  return withTopics({ ...doc, asked }, appeal === undefined ? topics : afterAppeal(topics, appeal, event));
}

function requested(doc: ProofNoticeDoc | null, event: RecordedOf<DeliveryRequested>): ProofNoticeDoc | null {
  if (doc === null) return null;
  const { proofs = [] } = event.data;
  const isCovered = (topic: WaitingProofTopic): boolean =>
    proofs.some(({ kind, task_id, of }) => kind === topic.kind && task_id === topic.task_id && of === topic.of);
  const asked = proofs.flatMap(({ kind, task_id, of }) => (kind === 'review' && of !== null ? [{ task_id, of, at: now(event) }] : []));
  return withTopics(
    { ...doc, asked: [...doc.asked, ...asked] },
    doc.topics.filter((one) => !isCovered(one)),
  );
}

const expires = (event: Recorded): boolean => isEvent(event, AlertRaised) && event.data.kind === 'proof_30m';

function ids(event: Recorded): readonly string[] {
  if (isEvent(event, ...PARTNER_EVENTS)) return [event.data.user_id];
  if (isEvent(event, DeliveryRequested)) return event.data.proofs === undefined ? [] : [event.data.user_id];
  const isOfProof =
    isTaskChange(event) &&
    (changesState(event) || fieldsSetBy(event).review !== undefined || fieldsSetBy(event).appeal !== undefined || newsOf(event) !== null);
  const isOfInterest = isOfProof || expires(event) || isEvent(event, NotificationsChanged);
  return isOfInterest && event.metadata.owner !== null ? [event.metadata.owner] : [];
}

export const proofNotices: Projection<ProofNoticeDoc> = {
  name: 'proof-notices',
  version: 2,
  indexes: [{ name: 'next', fields: ['next_key'], sparse: true }],
  ids,
  on: folds(
    on(TASK_CHANGES, changed),
    on(AlertRaised, (known: ProofNoticeDoc | null, event, owner) => {
      const doc = known ?? fresh(owner);
      return withTopics(doc, withNews(doc, { kind: 'expiring', of: null }, taskOf(event), now(event)));
    }),
    on(NotificationsChanged, (known, { data }, owner) => {
      const doc = known ?? fresh(owner);
      const mails = data.set.verification_updates ?? doc.mails;
      return withTopics({ ...doc, mails }, mails ? doc.topics : doc.topics.filter(({ partner_id }) => partner_id !== null));
    }),
    // Another judge gets what a former partner should have judged.
    on([PartnerInvited, PartnerDeclined, PartnerUnsubscribed, PartnerRemoved], (doc, { stream }) => {
      const id = partnerStream.requireId(stream);
      return (
        doc &&
        withTopics(
          doc,
          doc.topics.filter(({ partner_id }) => partner_id !== id),
        )
      );
    }),
    on(DeliveryRequested, requested),
  ),
};

export async function proofNoticesOf(views: Views, owner: string): Promise<ProofNoticeDoc | null> {
  return (await views.documents.get<ProofNoticeDoc>(views.current(proofNotices.name), owner))?.doc ?? null;
}
