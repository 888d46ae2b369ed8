import { fullDate, listed, plural } from '../../contracts/words/format.ts';
import { textsOf, wording } from '../mail/wording.ts';
import { type MessageParties, type MessageSection, type PartnerMessage, type PartnerMessageKind, partnerWording } from './message.ts';

interface Unplanned {
  /** The date, or the number of days. */
  readonly on: string;
  /** All dates. */
  readonly named: string;
  readonly several: boolean;
}
const escalation = partnerWording<{ readonly on: string }>('escalation.hbs');
const lateEscalation = partnerWording<Unplanned>('late-escalation.hbs', ['unplanned.hbs']);
const unplanned = wording<Unplanned & { readonly owner: string }>(import.meta.url, 'unplanned.hbs');

/**
 * The message that nothing is planned for a day. There are several dates if the program could not send for a while.
 * `today` is the owner's local date at the moment of sending.
 */
export function escalationMessage(parties: MessageParties, dates: readonly string[], today: string): PartnerMessage {
  const [date = today] = dates;
  return dates.length > 1 || date < today ? lateEscalation(parties, unplannedValues(dates)) : escalation(parties, { on: fullDate(date) });
}

/** The section about days without a plan, if they are over or if there are several. */
export function unplannedSection(owner: string, dates: readonly string[]): MessageSection & { readonly subject: string } {
  const said = unplanned({ owner, ...unplannedValues(dates) });
  return { subject: said.subject, heading: textsOf(said, 'heading')[0] ?? '', body: textsOf(said, 'text'), rows: [], summary: null };
}

function unplannedValues(dates: readonly string[]): Unplanned {
  const days = dates.map((date) => fullDate(date));
  const [first = ''] = days;
  return days.length > 1
    ? { on: plural(days.length, 'day'), named: listed(days), several: true }
    : { on: first, named: first, several: false };
}

/** Says that nothing was planned for a day. */
export const partnerEscalation: PartnerMessageKind = {
  kind: 'partner_escalation',
  goesTo: 'accepted',
  compose: async (_app, { dates }, _partner, parties) => escalationMessage(parties, dates, parties.today),
};
