import type { App } from '../../app/app.ts';
import type { Waiting } from '../../app/delivery/attempts.ts';
import { linkEnds, partnerToken } from '../../app/partner/partner-links.ts';
import type { Partner } from '../../app/partner/partner-messages.ts';
import { loadPartner } from '../../app/partner/partner-record.ts';
import { ownerName, partnerSummary, wordsOf } from '../../app/partner/partner-summary.ts';
import { addDays, localDate } from '../../domain/calendar/local.ts';
import type { PartnerKind, PartnerPart, ToPartner } from '../../domain/delivery/event-data.ts';
import type { CancelReason } from '../../domain/delivery/events.ts';
import { partnerKeyOwner } from '../../domain/partner/events.ts';
import { keyFor } from '../../domain/partner/state.ts';
import { day, longDate } from '../../reports/model/dates.ts';
import { digestMessage } from '../partner/digest.ts';
import {
  accountDeletedMessage,
  escalationMessage,
  farewellMessage,
  invitationMessage,
  type MessageParties,
  noticeMessage,
  type PartnerMessage,
  summaryMessage,
} from '../partner/messages.ts';
import { summaryView } from '../partner/summary-view.ts';
import type { ComposePorts } from './composed.ts';

/** A delivery whose recipient is a partner. */
export type PartnerDelivery = Waiting & { readonly kind: PartnerKind; readonly partner: ToPartner };
export const isPartnerDelivery = (state: Waiting): state is PartnerDelivery => state.partner !== null;

/** A message to a partner with its recipient; or, in `stopped`, why it must not be sent any more. */
export type ComposedPartnerMessage =
  | { readonly stopped: CancelReason }
  | { readonly stopped: null; readonly message: PartnerMessage; readonly to: string; readonly name: string; readonly oneClick: string };

/**
 * Composes a message at the moment of sending. It follows the partner's answer, the owner's choice of detail and the titles
 * as they are at that moment.
 */
export async function composePartnerMessage(ports: ComposePorts, id: string, delivery: PartnerDelivery): Promise<ComposedPartnerMessage> {
  const { app } = ports;
  const state = await loadPartner(app, delivery.partner.id);
  if (state.status === 'none') return { stopped: 'removed' };
  const partner = { id: delivery.partner.id, state };
  const stopped = reasonToStop(delivery, partner);
  if (stopped !== null) return { stopped };
  const [found, to] = await Promise.all([
    ownerName(app, state.user_id),
    delivery.to === null ? null : app.opener.open(partnerKeyOwner(partner.id), delivery.to),
  ]);
  // The owner of a deleted account has no name any more; only the farewell is still sent.
  const who = found ?? (delivery.kind === 'partner_farewell' ? DELETED_OWNER : null);
  if (who === null || to === null) return { stopped: 'removed' };
  const stop = `${ports.origin()}/partner/${partnerToken(app.hashes, 'stop', id)}/unsubscribe`;
  const parties: MessageParties = {
    owner: who.name,
    partner: String(to.name ?? ''),
    page: `${ports.origin()}/partner/${partnerToken(app.hashes, 'page', id)}`,
    stop,
    ends: longDate(day(localDate(linkEnds('page', delivery.requested_at), who.zone))),
  };
  const today = localDate(app.clock.now(), who.zone);
  const message = who === DELETED_OWNER ? accountDeletedMessage(parties) : await messageOf(ports, delivery, partner, { ...parties, today });
  return message === null
    ? { stopped: 'removed' }
    : { stopped: null, message, to: String(to.to), name: String(to.name ?? ''), oneClick: stop };
}

const DELETED_OWNER = { name: '', zone: 'UTC' };

const REASON_BY_STATUS = {
  removed: 'removed',
  declined: 'declined',
  unsubscribed: 'unsubscribed',
  invited: 'moved',
  accepted: 'moved',
} as const;

/**
 * Why a message must not be sent any more; null if it may be. A farewell is always sent, an invitation until it is answered,
 * and everything else only to an address that has accepted.
 */
function reasonToStop({ kind, channel, partner: { key } }: PartnerDelivery, { state }: Partner): CancelReason | null {
  if (kind === 'partner_farewell') return null;
  if (state.status !== 'invited' && state.status !== 'accepted') return REASON_BY_STATUS[state.status];
  if (keyFor(channel, state) !== key) return 'moved';
  const unanswered = !state.accepted[channel] && !state.refused.includes(key);
  const maySend = kind === 'partner_invitation' ? unanswered : state.accepted[channel];
  return maySend ? null : 'moved';
}

async function messageOf(
  { app }: ComposePorts,
  { kind, partner: about }: PartnerDelivery,
  partner: Partner,
  parties: MessageParties & { readonly today: string },
): Promise<PartnerMessage | null> {
  switch (kind) {
    case 'partner_invitation':
      return invitationMessage(parties);
    case 'partner_farewell':
      return farewellMessage(parties);
    case 'partner_escalation':
      return escalationMessage(parties, about.dates, parties.today);
    case 'partner_notice':
      return dayNotice(app, about, partner, parties);
    case 'partner_summary':
      return summary(app, about.dates, partner, parties);
    case 'partner_digest': {
      const { parts = [] } = about;
      const dates = (of: PartnerPart['kind']) => parts.flatMap((part) => (part.kind === of ? [part.date] : []));
      const weeks = dates('week').slice(-MAX_WEEKS);
      const summaries = await Promise.all(weeks.map((week) => summary(app, [week, addDays(week, 6)], partner, parties)));
      const notices = about.tasks.length === 0 ? [] : [await dayNotice(app, about, partner, parties)];
      const rest = [...notices, ...summaries.filter((one) => one !== null)];
      return digestMessage(parties, { unplanned: dates('escalation'), messages: rest });
    }
  }
}

/** A digest holds the summaries of at most this many weeks, the newest ones. The page behind the link has the others. */
const MAX_WEEKS = 4;

async function dayNotice(app: App, { dates, tasks }: ToPartner, { state }: Partner, parties: MessageParties): Promise<PartnerMessage> {
  const ids = tasks.map(({ task_id }) => task_id);
  const words = state.detail === 'titles' ? await wordsOf(app, state.user_id, ids) : null;
  return noticeMessage(parties, { dates, tasks, words });
}

async function summary(app: App, dates: readonly string[], partner: Partner, parties: MessageParties): Promise<PartnerMessage | null> {
  const found = await partnerSummary(app, partner, dates);
  return found && summaryMessage(parties, summaryView(found));
}
