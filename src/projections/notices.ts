import type { DayClosed } from '../domain/day/events.ts';
import type { DeliveryRequested } from '../domain/delivery/events.ts';
import type { Recorded, RecordedOf } from '../domain/kernel/event.ts';
import type { Fold, Projection } from './kernel/projection.ts';

/** By owner: closed days of which the partner who has accepted is still to be told. */
export type NoticeDoc = {
  readonly owner: string;
  readonly partner_id: string;
  /** Local dates, in the order in which they were closed. */
  readonly dates: readonly string[];
  /** When the first of them was closed in fact: after downtime that is once, for all of them. */
  readonly next_key: string | null;
};

const PARTNER = 'partner-';

const due = (doc: NoticeDoc, dates: readonly string[], closed: string | null): NoticeDoc => ({
  ...doc,
  dates,
  next_key: dates.length === 0 ? null : (closed ?? doc.next_key),
});

const gone: Fold<NoticeDoc> = (doc, event) => (doc && event.stream === PARTNER + doc.partner_id ? null : doc);

function ids(event: Recorded): readonly string[] {
  if (event.stream.startsWith(PARTNER)) return [(event.data as { readonly user_id: string }).user_id];
  if (event.type === 'DeliveryRequested') {
    const { kind, user_id } = (event as RecordedOf<DeliveryRequested>).data;
    return kind === 'partner_notice' ? [user_id] : [];
  }
  return event.type === 'DayClosed' && event.metadata.owner !== null ? [event.metadata.owner] : [];
}

export const notices: Projection<NoticeDoc> = {
  name: 'notices',
  version: 1,
  indexes: [{ name: 'next', fields: ['next_key'], sparse: true }],
  ids,
  on: {
    PartnerAccepted: (doc, event, owner) => {
      const partner_id = event.stream.slice(PARTNER.length);
      return doc?.partner_id === partner_id ? doc : { owner, partner_id, dates: [], next_key: null };
    },
    PartnerInvited: gone,
    PartnerDeclined: gone,
    PartnerUnsubscribed: gone,
    PartnerRemoved: gone,
    DayClosed: (doc, recorded) => {
      const { date, counts } = (recorded as RecordedOf<DayClosed>).data;
      if (!doc || doc.dates.includes(date) || counts.missed + counts.skipped === 0) return doc;
      return due(doc, [...doc.dates, date], doc.next_key ?? recorded.metadata.recorded_at);
    },
    DeliveryRequested: (doc, recorded) => {
      const told = (recorded as RecordedOf<DeliveryRequested>).data.partner?.dates ?? [];
      return (
        doc &&
        due(
          doc,
          doc.dates.filter((date) => !told.includes(date)),
          null,
        )
      );
    },
  },
};
