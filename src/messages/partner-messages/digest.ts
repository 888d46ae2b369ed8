import { ownerWords } from '../../contracts/words/naming.ts';
import { addDays } from '../../domain/calendar/local.ts';
import type { PartnerTopic } from '../../domain/delivery/events.ts';
import { SEVERAL, type Several, several } from '../mail/wording.ts';
import { unplannedSection } from './escalation.ts';
import { type MessageParties, type MessageSection, type PartnerMessage, type PartnerMessageKind, partnerWording } from './message.ts';
import { dayNotice } from './notice.ts';
import { plainSummary } from './summary.ts';

interface DigestContent {
  /** The local dates for which nothing was planned. */
  readonly unplanned: readonly string[];
  /** The other messages, each as it would have been sent on its own. */
  readonly messages: readonly PartnerMessage[];
}

interface Digest extends Several {
  /** What the owner shares; null: no message in the digest says it. */
  readonly shared: string | null;
}
const said = partnerWording<Digest>('digest.hbs', [SEVERAL]);

/** Combines several messages that could not be sent on time. */
function digestMessage(parties: MessageParties, { unplanned: dates, messages }: DigestContent): PartnerMessage {
  const owner = ownerWords(parties);
  const all: readonly (MessageSection & { readonly subject: string })[] = [
    ...(dates.length > 0 ? [unplannedSection(owner, dates)] : []),
    ...messages,
  ];
  const shared = messages.findLast(({ summary }) => summary !== null)?.summary?.shared ?? null;
  const message = said(parties, { ...several(all[0]?.subject ?? owner, all.length - 1), shared });
  return { ...message, more: all.map(({ heading, body, rows, summary }) => ({ heading, body, rows, summary })) };
}

/** A digest holds the summaries of at most this many weeks, the newest ones. The page behind the link has the others. */
const MAX_WEEKS = 4;

/** Combines a notice, escalations and summaries that could not be sent on time. */
export const partnerDigest: PartnerMessageKind = {
  kind: 'partner_digest',
  goesTo: 'accepted',
  async compose(app, about, partner, parties) {
    const { parts = [] } = about;
    const dates = (of: PartnerTopic['kind']) => parts.flatMap((part) => (part.kind === of ? [part.date] : []));
    const weeks = dates('week').slice(-MAX_WEEKS);
    const summaries = await Promise.all(weeks.map((week) => plainSummary(app, [week, addDays(week, 6)], partner, parties)));
    const notices = about.tasks.length === 0 ? [] : [await dayNotice(app, about, partner, parties)];
    const rest = [...notices, ...summaries.filter((one) => one !== null)];
    return digestMessage(parties, { unplanned: dates('escalation'), messages: rest });
  },
};
