import type { PartnerRole } from '../../domain/partner/events.ts';
import { day, fullDate, period, shortDate } from '../../reports/model/dates.ts';
import { plural } from '../../reports/model/words.ts';
import type { SummaryView } from './summary-view.ts';
import { greeting, hearsOfWords, type NamedOwner, oneLine, ownerWithAddress, ownerWords, whatForWords } from './words.ts';

/** The texts of a message to a partner. A mail and a chat message are made from the same texts. */
export interface PartnerMessage {
  readonly subject: string;
  readonly heading: string;
  readonly greeting: string;
  readonly body: readonly string[];
  readonly rows: readonly MessageRow[];
  readonly summary: SummaryView | null;
  /** Further sections, in a message that stands for several. */
  readonly more: readonly MessageSection[];
  readonly button: { readonly label: string; readonly url: string } | null;
  readonly small: readonly string[];
  readonly why: string;
  readonly stop: { readonly label: string; readonly url: string };
}
export type MessageSection = Pick<PartnerMessage, 'heading' | 'body' | 'rows' | 'summary'>;
export interface MessageRow {
  readonly title: string;
  readonly state: string;
  /** Why it was skipped; empty if it was not. */
  readonly reason: string;
  readonly tone: 'missed' | 'quiet' | 'review' | 'due';
  /** The day of this row, where the message is about several days, or what else is to be said about it; else empty. */
  readonly when: string;
}

/** The owner, the partner's name, and the links of the message. */
export interface MessageParties extends NamedOwner {
  readonly partner: string;
  readonly page: string;
  readonly stop: string;
  /** The date on which the link ends, such as '4 December 2026'. */
  readonly ends: string;
}

/** The fields that every message to a partner has. */
export const commonFields = ({ partner, stop }: MessageParties) => ({
  greeting: greeting(partner),
  rows: [],
  summary: null,
  more: [],
  stop: { label: 'Stop these messages', url: stop },
});
/** The sentence about the link to the partner's page. */
export const linkSentence = (ends: string): string =>
  `The page opens without an account. The link ends on ${ends}. Opening it changes nothing.`;
/** The sentence that says why the partner gets the message. */
export const whySent = (owner: NamedOwner): string =>
  `You get this because you accepted to be the accountability partner of ${ownerWithAddress(owner)}.`;

/** The message that asks somebody to become the owner's partner. */
export function invitationMessage(parties: MessageParties, role: PartnerRole): PartnerMessage {
  const owner = ownerWords(parties);
  return {
    ...commonFields(parties),
    subject: `${owner} asks you to be their accountability partner`,
    heading: `${owner} asks you to be their accountability partner`,
    body: [
      `${whatForWords(ownerWithAddress(parties), role)} That would be you.`,
      `${hearsOfWords(owner, role)} You need no account, and you can stop it at any time.`,
    ],
    button: { label: 'Read and decide', url: parties.page },
    small: [
      linkSentence(parties.ends),
      'Nothing else is sent to you unless you accept there. If you do nothing, this stays the only message.',
    ],
    why: `You get this because ${ownerWithAddress(parties)} entered your address as that of their partner.`,
    stop: { label: 'Never write to me for them again', url: parties.stop },
  };
}

/** The last message, to a partner who was removed or whose address was replaced. */
export function farewellMessage(parties: MessageParties): PartnerMessage {
  const owner = ownerWords(parties);
  return {
    ...commonFields(parties),
    subject: `You are no longer the partner of ${owner}`,
    heading: `You are no longer the partner of ${owner}`,
    body: [`${owner} has ended this, or named another address. No more messages come to this one. Thank you for having stood by.`],
    button: null,
    small: [],
    why: `You get this because you had accepted to be the accountability partner of ${ownerWithAddress(parties)}.`,
    stop: { label: 'Never write to me for them again', url: parties.stop },
  };
}

/** The last message, to the partner of an account that was deleted. It names nobody, because nothing about the owner is kept. */
export const accountDeletedMessage = (parties: MessageParties): PartnerMessage => ({
  ...commonFields(parties),
  subject: 'You are no longer the partner of somebody who has left',
  heading: 'You are no longer the partner of somebody who has left',
  body: [
    'The person who had asked you has deleted their account at Vouch, and with it this has ended. No more messages come for them. Thank you for having stood by.',
  ],
  button: null,
  small: ['Their name is not here because nothing about them is kept.'],
  why: 'You get this because you had accepted to be their accountability partner.',
});

/**
 * The message that nothing is planned for a day. There are several dates if the program could not send for a while.
 * `today` is the owner's local date at the moment of sending.
 */
export function escalationMessage(parties: MessageParties, dates: readonly string[], today: string): PartnerMessage {
  const owner = ownerWords(parties);
  const [date = today] = dates;
  const on = fullDate(day(date));
  const together = dates.length > 1 ? ['Vouch could not be reached for a while, so you hear of these days together.'] : [];
  if (dates.length > 1 || date < today)
    return {
      ...commonFields(parties),
      ...unplannedSection(owner, dates),
      body: [...unplannedSection(owner, dates).body, ...together],
      button: { label: 'See how it goes', url: parties.page },
      small: [linkSentence(parties.ends)],
      why: whySent(parties),
    };
  return {
    ...commonFields(parties),
    subject: `${owner} has nothing planned for ${on}`,
    heading: `Nothing is planned for ${on}`,
    body: [
      `${owner} was reminded to write down what is due on ${on}. Half an hour later there is nothing, and nobody said that nothing is due.`,
      'A word from you may be what it takes.',
    ],
    button: { label: 'See how it goes', url: parties.page },
    small: [linkSentence(parties.ends)],
    why: whySent(parties),
  };
}

/** The section about days for which nothing was planned, where they are over or stand together. */
export function unplannedSection(owner: string, dates: readonly string[]): MessageSection & { readonly subject: string } {
  const days = dates.map((date) => fullDate(day(date)));
  const on = days.length > 1 ? `${days.length} days` : (days[0] as string);
  const named = days.length > 1 ? `${days.slice(0, -1).join(', ')} and ${days.at(-1)}` : on;
  const after = days.length > 1 ? 'each reminder' : 'the reminder';
  return {
    subject: `${owner} had nothing planned for ${on}`,
    heading: `Nothing was planned for ${on}`,
    body: [
      `${owner} was to be reminded to write down what is due on ${named}. Half an hour after ${after} there was nothing, and nobody had said that nothing is due.`,
    ],
    rows: [],
    summary: null,
  };
}

const STATES = { missed: 'Missed', late: 'Missed, done late', skipped: 'Skipped' } as const;

/** What the notice about closed days holds. */
export interface NoticeContent {
  readonly dates: readonly string[];
  readonly tasks: readonly { readonly task_id: string; readonly date: string; readonly status: keyof typeof STATES }[];
  /** Titles and reasons by task id; null if the owner shares only counts. */
  readonly words: ReadonlyMap<string, { readonly title: string; readonly reason: string | null }> | null;
}

/** The notice of what was missed and skipped on days that are closed. */
export function noticeMessage(parties: MessageParties, { dates, tasks, words }: NoticeContent): PartnerMessage {
  const owner = ownerWords(parties);
  const [first, last] = [day(dates[0] as string), day(dates.at(-1) as string)];
  const skipped = tasks.filter(({ status }) => status === 'skipped').length;
  const missed = tasks.length - skipped;
  const counted = [...(missed > 0 ? [`${missed} missed`] : []), ...(skipped > 0 ? [`${skipped} skipped`] : [])].join(', ');
  const when = first.equals(last) ? fullDate(first) : period(first, last, true);
  const rows = tasks.map(({ task_id, date, status }) => ({
    title: oneLine(words?.get(task_id)?.title ?? ''),
    state: STATES[status],
    reason: status === 'skipped' ? oneLine(words?.get(task_id)?.reason ?? '') : '',
    tone: status === 'skipped' ? 'quiet' : 'missed',
    when: first.equals(last) ? '' : shortDate(day(date), first.year),
  })) satisfies MessageRow[];
  return {
    ...commonFields(parties),
    subject: `${owner}: ${counted} on ${when}`,
    heading: when,
    body: [
      `${first.equals(last) ? 'The day is' : 'These days are'} closed. Of what ${owner} had promised, ${[...(missed > 0 ? [`${plural(missed, 'promise was', 'promises were')} missed`] : []), ...(skipped > 0 ? [`${plural(skipped, 'was', 'were')} skipped`] : [])].join(' and ')}.`,
    ],
    rows: words === null ? [] : rows,
    button: { label: 'See the week', url: parties.page },
    small: [linkSentence(parties.ends)],
    why: whySent(parties),
  };
}

/** The progress summary. `waiting`: what the partner has not judged yet, with a sentence about it. */
export function summaryMessage(
  parties: MessageParties,
  summary: SummaryView,
  waiting: Pick<PartnerMessage, 'body' | 'rows'> = { body: [], rows: [] },
): PartnerMessage {
  return {
    ...commonFields(parties),
    subject: `${summary.heading}: how it went`,
    heading: summary.heading,
    body: [summary.lead, ...waiting.body],
    rows: waiting.rows,
    summary,
    button: { label: waiting.rows.length > 0 ? 'Look and decide' : 'Open the page', url: parties.page },
    small: [linkSentence(parties.ends), summary.shared],
    why: whySent(parties),
  };
}
