import { addDays } from '../../domain/calendar/local.ts';
import { DayClosed } from '../../domain/day/events.ts';
import { DeliveryRequested, type PartnerTopic } from '../../domain/delivery/events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import {
  PARTNER_EVENTS,
  PartnerAccepted,
  PartnerDeclined,
  PartnerInvited,
  PartnerRemoved,
  PartnerUnsubscribed,
  partnerStream,
} from '../../domain/partner/events.ts';
import { roleOf } from '../../domain/partner/rules.ts';
import { EscalationCame, WeeklyReportCame } from '../../domain/reminders/events.ts';
import { type Fold, folds, on, type Projection } from '../engine/projection.ts';
import type { Plain, Views } from '../engine/views.ts';

export type WaitingTopic = Plain<PartnerTopic> & {
  readonly at: string;
  /** It was written more than an hour after it happened, because the program was down. */
  readonly late: boolean;
};

/** By owner: topics about which the accepted partner must still be notified. */
export type NoticeDoc = {
  readonly owner: string;
  readonly partner_id: string;
  readonly parts: readonly WaitingTopic[];
  /** The Monday of the newest week that they were notified of. */
  readonly week: string | null;
  /** The real instant at which the first topic was written. After downtime all others have been written by then. */
  readonly next_key: string | null;
};

const LATE_MS = 3_600_000;

/** The topics that a message to a partner covers, so that they no longer wait. */
function topicsOf({ kind, partner }: Pick<DeliveryRequested['data'], 'kind' | 'partner'>): readonly PartnerTopic[] {
  if (partner === undefined) return [];
  const { parts, dates } = partner;
  if (parts !== undefined) return parts;
  if (kind === 'partner_notice') return dates.map((date) => ({ kind: 'day', date }));
  if (kind === 'partner_escalation') return dates.map((date) => ({ kind: 'escalation', date }));
  const [monday, last] = dates;
  const isWeek = kind === 'partner_summary' && monday !== undefined && last === addDays(monday, 6);
  return isWeek ? [{ kind: 'week', date: monday }] : [];
}

const keyed = (doc: NoticeDoc): NoticeDoc => ({ ...doc, next_key: doc.parts[0]?.at ?? null });

function withTopic(doc: NoticeDoc, topic: PartnerTopic, { metadata: { at, recorded_at } }: Recorded): NoticeDoc {
  if (doc.parts.some(({ kind, date }) => kind === topic.kind && date === topic.date)) return doc;
  const late = Date.parse(recorded_at) - Date.parse(at) > LATE_MS;
  return keyed({ ...doc, parts: [...doc.parts, { kind: topic.kind, date: topic.date, at: recorded_at, late }] });
}

const dropOfPartner: Fold<NoticeDoc> = (doc, event) => (doc && event.stream === partnerStream(doc.partner_id) ? null : doc);

function ids(event: Recorded): readonly string[] {
  if (isEvent(event, ...PARTNER_EVENTS)) return [event.data.user_id];
  if (isEvent(event, DeliveryRequested)) {
    const { partner, user_id } = event.data;
    return partner === undefined ? [] : [user_id];
  }
  return event.metadata.owner === null ? [] : [event.metadata.owner];
}

const newest = (weeks: readonly (string | null)[]): string | null =>
  weeks.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);

export const notices: Projection<NoticeDoc> = {
  name: 'notices',
  version: 2,
  incompatible: true,
  indexes: [{ name: 'next', fields: ['next_key'], sparse: true }],
  ids,
  on: folds(
    on(PartnerAccepted, (doc, event, owner) => {
      if (roleOf(event.data) === 'second') return doc;
      const partner_id = partnerStream.requireId(event.stream);
      return doc?.partner_id === partner_id ? doc : { owner, partner_id, parts: [], week: null, next_key: null };
    }),
    on([PartnerInvited, PartnerDeclined, PartnerUnsubscribed, PartnerRemoved], dropOfPartner),
    on(DayClosed, (doc, event) => {
      const { date, counts } = event.data;
      return doc && counts.missed + counts.skipped > 0 ? withTopic(doc, { kind: 'day', date }, event) : doc;
    }),
    on(EscalationCame, (doc, event) => {
      const { date, outcome } = event.data;
      return doc && outcome === 'escalated' ? withTopic(doc, { kind: 'escalation', date }, event) : doc;
    }),
    // This does not depend on whether the owner gets the report by mail. Older logs requested the summary before they recorded the report.
    on(WeeklyReportCame, (doc, event) => {
      const { from, outcome } = event.data;
      const isNews = doc !== null && outcome !== 'nothing_planned' && (doc.week === null || from > doc.week);
      return isNews ? withTopic(doc, { kind: 'week', date: from }, event) : doc;
    }),
    on(DeliveryRequested, (doc, { data }) => {
      const covered = topicsOf(data);
      if (!doc || covered.length === 0) return doc;
      const parts = doc.parts.filter((one) => !covered.some(({ kind, date }) => kind === one.kind && date === one.date));
      const weeks = covered.flatMap(({ kind, date }) => (kind === 'week' ? [date] : []));
      return keyed({ ...doc, parts, week: newest([doc.week, ...weeks]) });
    }),
  ),
};

export async function noticesOf(views: Views, owner: string): Promise<NoticeDoc | null> {
  return (await views.documents.get<NoticeDoc>(views.current(notices.name), owner))?.doc ?? null;
}
