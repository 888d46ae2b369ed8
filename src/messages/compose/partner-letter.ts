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
import { digestLetter } from '../partner/digest.ts';
import {
  escalationLetter,
  farewellLetter,
  invitationLetter,
  type LetterParties,
  leftLetter,
  noticeLetter,
  type PartnerLetter,
  summaryLetter,
} from '../partner/letters.ts';
import { summaryView } from '../partner/summary-view.ts';
import type { ComposePorts } from './composed.ts';

/** A delivery to a partner. */
export type ToThem = Waiting & { readonly kind: PartnerKind; readonly partner: ToPartner };
export const isToPartner = (state: Waiting): state is ToThem => state.partner !== null;

/** What is to be sent, and where; or why nothing is any more. */
export type ForPartner =
  | { readonly stopped: CancelReason }
  | { readonly stopped: null; readonly letter: PartnerLetter; readonly to: string; readonly name: string; readonly oneClick: string };

/** Made when it is sent, from what then holds: the partner's answer, the owner's choice of detail, the titles. */
export async function partnerLetter(ports: ComposePorts, id: string, message: ToThem): Promise<ForPartner> {
  const { app } = ports;
  const state = await loadPartner(app, message.partner.id);
  if (state.status === 'none') return { stopped: 'removed' };
  const partner = { id: message.partner.id, state };
  const stopped = stoppedBy(message, partner);
  if (stopped !== null) return { stopped };
  const [found, to] = await Promise.all([
    ownerName(app, state.user_id),
    message.to === null ? null : app.opener.open(partnerKeyOwner(partner.id), message.to),
  ]);
  // Whose account is deleted is not named.
  const who = found ?? (message.kind === 'partner_farewell' ? NOBODY : null);
  if (who === null || to === null) return { stopped: 'removed' };
  const stop = `${ports.origin()}/partner/${partnerToken(app.hashes, 'stop', id)}/unsubscribe`;
  const parties: LetterParties = {
    owner: who.name,
    partner: String(to.name ?? ''),
    page: `${ports.origin()}/partner/${partnerToken(app.hashes, 'page', id)}`,
    stop,
    ends: longDate(day(localDate(linkEnds('page', message.requested_at), who.zone))),
  };
  const today = localDate(app.clock.now(), who.zone);
  const letter = who === NOBODY ? leftLetter(parties) : await letterOf(ports, message, partner, { ...parties, today });
  return letter === null
    ? { stopped: 'removed' }
    : { stopped: null, letter, to: String(to.to), name: String(to.name ?? ''), oneClick: stop };
}

const NOBODY = { name: '', zone: 'UTC' };

const REASONS = { removed: 'removed', declined: 'declined', unsubscribed: 'unsubscribed', invited: 'moved', accepted: 'moved' } as const;

/** A farewell always goes; an invitation while it is unanswered; all else to an address that has said yes. */
function stoppedBy({ kind, channel, partner: { key } }: ToThem, { state }: Partner): CancelReason | null {
  if (kind === 'partner_farewell') return null;
  if (state.status !== 'invited' && state.status !== 'accepted') return REASONS[state.status];
  if (keyFor(channel, state) !== key) return 'moved';
  const asked = !state.accepted[channel] && !state.refused.includes(key);
  const wanted = kind === 'partner_invitation' ? asked : state.accepted[channel];
  return wanted ? null : 'moved';
}

async function letterOf(
  { app }: ComposePorts,
  { kind, partner: about }: ToThem,
  partner: Partner,
  parties: LetterParties & { readonly today: string },
): Promise<PartnerLetter | null> {
  switch (kind) {
    case 'partner_invitation':
      return invitationLetter(parties);
    case 'partner_farewell':
      return farewellLetter(parties);
    case 'partner_escalation':
      return escalationLetter(parties, about.dates, parties.today);
    case 'partner_notice':
      return notice(app, about, partner, parties);
    case 'partner_summary':
      return summary(app, about.dates, partner, parties);
    case 'partner_digest': {
      const { parts = [] } = about;
      const dates = (wanted: PartnerPart['kind']) => parts.flatMap(({ kind: one, date }) => (one === wanted ? [date] : []));
      const weeks = dates('week').slice(-MOST_WEEKS);
      const summaries = await Promise.all(weeks.map((week) => summary(app, [week, addDays(week, 6)], partner, parties)));
      const notices = about.tasks.length === 0 ? [] : [await notice(app, about, partner, parties)];
      const rest = [...notices, ...summaries.filter((one) => one !== null)];
      return digestLetter(parties, { unplanned: dates('escalation'), letters: rest });
    }
  }
}

/** Summaries of so many weeks are told, the newest; the rest is behind the link. */
const MOST_WEEKS = 4;

async function notice(app: App, { dates, tasks }: ToPartner, { state }: Partner, parties: LetterParties): Promise<PartnerLetter> {
  const ids = tasks.map(({ task_id }) => task_id);
  const words = state.detail === 'titles' ? await wordsOf(app, state.user_id, ids) : null;
  return noticeLetter(parties, { dates, tasks, words });
}

async function summary(app: App, dates: readonly string[], partner: Partner, parties: LetterParties): Promise<PartnerLetter | null> {
  const found = await partnerSummary(app, partner, dates);
  return found && summaryLetter(parties, summaryView(found));
}
