import Handlebars from 'handlebars';
import { linkUrl } from '../mails/url.ts';
import type { LetterRow, PartnerLetter } from './letters.ts';
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
  const groups = cut(letter.summary?.groups ?? []);
  const figures = inRows(letter.summary?.figures ?? []);
  const rows = letter.rows.map((row) => ({ ...row, ...INKS[row.tone], aside: asideOf(row) }));
  const html = template({ ...letter, rows, button, stop, groups, figures, preview: letter.body[0] });
  return { subject: letter.subject, text: mailText({ ...letter, button, stop }, groups), html };
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
  const { summary, button } = letter;
  const figures = (summary?.figures ?? []).map(({ label, value, note }) => `${label}: ${value}${note === '' ? '' : ` (${note})`}`);
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
    ...(letter.rows.length > 0
      ? [
          letter.rows
            .map(({ title, state, when, reason }) => `- ${state}${when && `, ${when}`}: ${title}${reason && ` (${reason})`}`)
            .join('\n'),
        ]
      : []),
    ...(figures.length > 0 ? [figures.join('\n')] : []),
    ...(trails.length > 0 ? ['What is behind each number:', ...trails] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...letter.small,
    letter.why,
    `${letter.stop.label}:\n${letter.stop.url}`,
  ].join('\n\n')}\n`;
}

const SHOWN = 10;

/** The same in the few lines of a chat. */
export function renderPartnerText({ heading, body, rows, summary, button, stop }: PartnerLetter): string {
  const figures = (summary?.figures ?? []).map(({ label, value }) => `${label}: ${value}`);
  const lines = rows.slice(0, SHOWN).map(({ title, state }) => `${state}: ${title}`);
  return [
    `Vouch: ${heading}`,
    ...body,
    ...(lines.length > 0 ? [[...lines, ...(rows.length > SHOWN ? [`and ${rows.length - SHOWN} more`] : [])].join('\n')] : []),
    ...(figures.length > 0 ? [figures.join('\n')] : []),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    `${stop.label}: ${stop.url}`,
  ].join('\n\n');
}
