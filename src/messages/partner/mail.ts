import Handlebars from 'handlebars';
import { linkUrl } from '../mail/url.ts';
import type { LetterPart, LetterRow, PartnerLetter } from './letters.ts';
import { PARTNER_MAIL_TEMPLATE } from './mail-template.ts';
import type { SummaryView, TrailView } from './summary-view.ts';

export interface PartnerMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const template = Handlebars.create().compile(PARTNER_MAIL_TEMPLATE, { strict: true, knownHelpersOnly: true });

const INKS = { missed: { class: 'cm', ink: '#ad251d' }, quiet: { class: 'i3', ink: '#5b665e' } } as const;

const asideOf = ({ when, reason }: LetterRow): string => [when, reason && `because: ${reason}`].filter(Boolean).join(', ');

/** A mail that is too long is cut off by mail programs; the page has the whole. */
const MOST = 60;

/** @throws RangeError for a link that is none */
export function renderPartnerMail(letter: PartnerLetter): PartnerMail {
  const button = letter.button && { ...letter.button, url: linkUrl(letter.button.url) };
  const stop = { ...letter.stop, url: linkUrl(letter.stop.url) };
  const groups = cut(groupsOf(letter));
  const more = letter.more.map((part) => ({ ...part, ...matterOf(part) }));
  const html = template({ ...letter, ...matterOf(letter), more, button, stop, groups, preview: letter.body[0] });
  return { subject: letter.subject, text: mailText({ ...letter, button, stop }, groups), html };
}

const matterOf = ({ rows, summary }: LetterPart) => ({
  rows: rows.map((row) => ({ ...row, ...INKS[row.tone], aside: asideOf(row) })),
  figures: inRows(summary?.figures ?? []),
});

/** Of several summaries each number says of which. */
function groupsOf({ summary, more }: PartnerLetter): readonly TrailView[] {
  const all = [summary, ...more.map((part) => part.summary)].filter((one) => one !== null);
  return all.flatMap(({ heading, groups }) =>
    groups.map((group) => (all.length > 1 ? { ...group, label: `${heading}, ${group.label}` } : group)),
  );
}

interface Cut extends TrailView {
  /** How many are left out here. */
  readonly more: number;
}

/** Numbers with nothing behind them show themselves in the figures. */
function cut(groups: readonly TrailView[]): readonly Cut[] {
  let left = MOST;
  return groups
    .filter(({ entries }) => entries.length > 0)
    .map((group) => {
      const entries = group.entries.slice(0, left);
      left -= entries.length;
      return { ...group, entries, more: group.entries.length - entries.length };
    });
}

const inRows = (figures: SummaryView['figures']) => [figures.slice(0, 4), figures.slice(4)].filter((row) => row.length > 0);

function mailText(letter: PartnerLetter, groups: readonly Cut[]): string {
  const { button } = letter;
  const trails = groups.map(({ label, value, entries, more }) =>
    [
      `${label}: ${value}`,
      ...entries.map(({ when, what, title, by, place }) => `- ${when}: ${what}${title === null ? '' : `, ${title}`}, ${by} [${place}]`),
      ...(more > 0 ? [`- and ${more} more on the page`] : []),
    ].join('\n'),
  );
  return `${[
    letter.greeting,
    ...letter.body,
    ...matterText(letter),
    ...letter.more.flatMap((part) => [part.heading, ...part.body, ...matterText(part)]),
    ...(trails.length > 0 ? ['What is behind each number:', ...trails] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...letter.small,
    letter.why,
    `${letter.stop.label}:\n${letter.stop.url}`,
  ].join('\n\n')}\n`;
}

function matterText({ rows, summary }: LetterPart): readonly string[] {
  const lines = rows.map(({ title, state, when, reason }) => `- ${state}${when && `, ${when}`}: ${title}${reason && ` (${reason})`}`);
  const figures = (summary?.figures ?? []).map(({ label, value, note }) => `${label}: ${value}${note === '' ? '' : ` (${note})`}`);
  return [lines, figures].filter(({ length }) => length > 0).map((each) => each.join('\n'));
}

const SHOWN = 10;

/** The same in the few lines of a chat. */
export function renderPartnerText(letter: PartnerLetter): string {
  const { heading, body, more, button, stop } = letter;
  return [
    `Vouch: ${heading}`,
    ...body,
    ...chatText(letter),
    ...more.flatMap((part) => [part.heading, ...part.body, ...chatText(part)]),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    `${stop.label}: ${stop.url}`,
  ].join('\n\n');
}

function chatText({ rows, summary }: LetterPart): readonly string[] {
  const figures = (summary?.figures ?? []).map(({ label, value }) => `${label}: ${value}`);
  const lines = rows.slice(0, SHOWN).map(({ title, state }) => `${state}: ${title}`);
  const left = rows.length - SHOWN;
  return [[...lines, ...(left > 0 ? [`and ${left} more`] : [])], figures].filter(({ length }) => length > 0).map((each) => each.join('\n'));
}
