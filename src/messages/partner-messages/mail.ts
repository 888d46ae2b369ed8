import { isolated, sentence } from '../../contracts/words/isolated.ts';
import { linkUrl, type Mail } from '../mail/mail.ts';
import { type MailRecord, RECORD, recordText } from '../mail/record.ts';
import { FRAME, htmlTemplate } from '../mail/wording.ts';
import type { EntryView, SummaryView, ToldView } from '../partner/summary-view.ts';
import type { MessageRow, MessageSection, PartnerMessage } from './message.ts';

const template = htmlTemplate(import.meta.url, 'html/mail.hbs', [
  ...FRAME,
  '../mail/button.hbs',
  RECORD,
  ...['partner-styles', 'rows-and-figures', 'trail'].map((name) => `html/${name}.hbs`),
]);

const INKS = {
  missed: { class: 'cm', ink: '#ad251d' },
  quiet: { class: 'i3', ink: '#5b665e' },
  review: { class: 'cr', ink: '#1d57a3' },
  due: { class: 'cd', ink: '#855000' },
} as const;

const noteOf = ({ when, reason }: MessageRow): string => [when, reason && sentence`because: ${reason}`].filter(Boolean).join(', ');

/** Mail programs cut off a mail that is too long, so a mail shows at most this many entries. The page has the whole trail. */
const MAX_ENTRIES = 60;

/**
 * A message to a partner as a mail, in text and in HTML. `record`: the signed state of the owner's record, if the message sums it up.
 * @throws RangeError if a link may not be used (see `linkUrl`)
 */
export function renderPartnerMail(message: PartnerMessage, record: MailRecord | null = null): Mail {
  const button = message.button && { ...message.button, url: linkUrl(message.button.url) };
  const pdf = message.pdf && { ...message.pdf, url: linkUrl(message.pdf.url) };
  const stop = { ...message.stop, url: linkUrl(message.stop.url) };
  const groups = shortened(toldIn(message));
  const more = message.more.map((section) => ({ ...section, ...sectionForTemplate(section) }));
  const html = template({ ...message, ...sectionForTemplate(message), more, button, pdf, stop, groups, record, preview: message.body[0] });
  return { subject: message.subject, text: mailText({ ...message, button, pdf, stop }, groups, record), html };
}

const sectionForTemplate = ({ rows, summary }: MessageSection) => ({
  rows: rows.map((row) => ({ ...row, ...INKS[row.tone], aside: noteOf(row) })),
  figures: figureRows(summary?.figures ?? []),
});

/** What was missed, skipped and moved. If there are several summaries, each label names the summary that it belongs to. */
function toldIn({ summary, more }: PartnerMessage): readonly ToldView[] {
  const all = [summary, ...more.map((section) => section.summary)].filter((one) => one !== null);
  return all.flatMap(({ heading, told }) =>
    told.map((group) => (all.length > 1 ? { ...group, label: `${heading}, ${group.label}` } : group)),
  );
}

interface ShortenedList extends ToldView {
  /** How many entries are left out. */
  readonly more: number;
}

/** At most `MAX_ENTRIES` entries in all. */
function shortened(groups: readonly ToldView[]): readonly ShortenedList[] {
  let left = MAX_ENTRIES;
  return groups.map((group) => {
    const entries = group.entries.slice(0, left);
    left -= entries.length;
    return { ...group, entries, more: group.entries.length - entries.length };
  });
}

/** Whether a message sums up what was kept and missed, so that the state of the record belongs to it. */
export const sumsUp = ({ summary, more }: PartnerMessage): boolean =>
  [summary, ...more.map((section) => section.summary)].some((one) => one !== null);

const figureRows = (figures: SummaryView['figures']) => [figures.slice(0, 4), figures.slice(4)].filter((row) => row.length > 0);

function mailText(message: PartnerMessage, groups: readonly ShortenedList[], record: MailRecord | null): string {
  const { button, pdf } = message;
  const told = groups.map(({ label, entries, more }) =>
    [`${label}:`, ...entries.map(entryText), ...(more > 0 ? [`- and ${more} more on the page`] : [])].join('\n'),
  );
  return `${[
    message.greeting,
    ...message.body,
    ...told,
    ...sectionLines(message),
    ...message.more.flatMap((section) => [section.heading, ...section.body, ...sectionLines(section)]),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(pdf ? [`${pdf.label}:\n${pdf.url}`] : []),
    ...message.small,
    ...(record ? [recordText(record)] : []),
    message.why,
    `${message.stop.label}:\n${message.stop.url}`,
  ].join('\n\n')}\n`;
}

/** An entry with what a machine was given and the fingerprint of what was judged, each on a line of its own. */
const entryText = ({ when, what, title, by, seen, proof }: EntryView): string =>
  [
    sentence`- ${when}: ${[what, ...(title === null ? [] : [isolated(title)])].join(', ')}, ${by}`,
    ...(seen === null ? [] : [`  ${seen}`]),
    ...proof.map((sum) => `  SHA-256 of its proof: ${sum}`),
  ].join('\n');

function sectionLines({ rows, summary }: MessageSection): readonly string[] {
  const lines = rows.map(
    ({ title, state, when, reason }) => `- ${state}${when && `, ${when}`}: ${isolated(title)}${reason && sentence` (${reason})`}`,
  );
  const figures = (summary?.figures ?? []).map(({ label, value, note }) => `${label}: ${value}${note === '' ? '' : ` (${note})`}`);
  return [lines, figures].filter(({ length }) => length > 0).map((each) => each.join('\n'));
}

const MAX_CHAT_ROWS = 10;

/** The same message in a few lines of plain text, for a chat. */
export function renderPartnerText(message: PartnerMessage): string {
  const { heading, body, more, button, stop } = message;
  return [
    `Vouch: ${heading}`,
    ...body,
    ...chatText(message),
    ...more.flatMap((section) => [section.heading, ...section.body, ...chatText(section)]),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    `${stop.label}: ${stop.url}`,
  ].join('\n\n');
}

function chatText({ rows, summary }: MessageSection): readonly string[] {
  const figures = (summary?.figures ?? []).map(({ label, value }) => `${label}: ${value}`);
  const lines = rows.slice(0, MAX_CHAT_ROWS).map(({ title, state }) => sentence`${state}: ${title}`);
  const left = rows.length - MAX_CHAT_ROWS;
  return [[...lines, ...(left > 0 ? [`and ${left} more`] : [])], figures].filter(({ length }) => length > 0).map((each) => each.join('\n'));
}
