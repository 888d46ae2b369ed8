import { period } from '../../contracts/words/format.ts';
import { sentence } from '../../contracts/words/isolated.ts';
import type { PartnerSummary } from '../../projections/partner/partner-summary.ts';
import { fullInstant } from '../../reports/model/dates.ts';
import type { Cell, Mark, ReportModel, Row, Table, Tone } from '../../reports/model/report-model.ts';
import { REPORT_NAMES } from '../../reports/model/words.ts';
import type { ReportContent } from '../../reports/rendering/threads.ts';
import { type EntryView, type SummaryView, summaryView, type ToldView, type TrailView } from './summary-view.ts';

const TONES: Readonly<Record<string, Tone>> = { missed: 'missed', expired: 'missed', rejected: 'missed', kept: 'kept', verified: 'kept' };
const toneOf = ({ mark }: EntryView): Tone => TONES[mark] ?? 'quiet';

/** A progress summary as the content of a PDF: the sentence, what was missed, the numbers, and the trail of each. */
export function summaryDocument(summary: PartnerSummary): Extract<ReportContent, { kind: 'partner_summary' }> {
  const view = summaryView(summary);
  const made = { timezone: summary.zone, generated_at: summary.at };
  return { kind: 'partner_summary', report: { ...made, model: { ...made, ...modelOf(summary, view) } } };
}

function modelOf({ from, to, zone, at, over }: PartnerSummary, view: SummaryView): Omit<ReportModel, 'timezone' | 'generated_at'> {
  const rows = view.told.flatMap(({ label, entries }) => entries.map((entry) => rowOf(label, entry)));
  return {
    kind: 'partner_summary',
    name: REPORT_NAMES.partner_summary,
    title: capital(view.heading.slice(view.owner.length).replace(/^, /, '')),
    period: period(from, to, true),
    generated: fullInstant(at, zone),
    generated_label: 'Made',
    owner: view.owner,
    note: view.said,
    closed: over,
    figures: view.figures.map((figure) => ({ ...figure, unit: '', settled: false })),
    tables: [...view.groups.filter(({ entries }) => entries.length > 0).map(tableOf), ...proofTables(view)],
    charts: [],
    rows: rows.length === 0 ? null : { title: listed(view.told), columns: ['When', 'What', ''], rows, empty: '' },
    meanings: view.groups.map(({ label, meaning }) => ({ term: label, sentence: meaning })),
  };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** 'Missed, skipped, postponed' */
const listed = (told: readonly ToldView[]): string =>
  told.map(({ label }, index) => (index === 0 ? label : label.toLowerCase())).join(', ');

const rowOf = (label: string, entry: EntryView): Row => ({
  // The marks of entries are those of rows.
  mark: entry.mark as Mark,
  when: entry.when,
  what: entry.title ?? entry.what,
  state: label,
  tone: toneOf(entry),
  aside: [...(entry.title === null ? [] : [entry.by]), ...(entry.seen === null ? [] : [entry.seen])].join('; '),
});

const HEADS = ['What', 'When', 'By', 'Fingerprint'] as const;
const cell = (text: string, tone: Tone = 'plain'): Cell => ({ text, tone });

const tableOf = ({ label, entries }: TrailView): Table => ({
  title: label,
  columns: HEADS.map((head, index) => ({ label: head, numeric: false, ...(index === 0 && { long: true }) })),
  rows: entries.map((entry) => [
    cell(entry.title === null ? entry.what : sentence`${entry.what}: ${entry.title}`),
    cell(entry.when, 'quiet'),
    cell(entry.by, 'quiet'),
    cell(entry.fingerprint, 'quiet'),
  ]),
  foot: null,
  settled: false,
  caption: '',
});

/** The files of the proofs and appeals that were judged, each on a row, and below them what a machine was given of them. */
function proofTables({ groups }: SummaryView): readonly Table[] {
  // An entry can stand behind several numbers.
  const judged = new Map(groups.flatMap(({ entries }) => entries).map((entry) => [`${entry.when} ${entry.fingerprint}`, entry]));
  const named = ({ when, what, title }: EntryView): string => sentence`${when}, ${title ?? what}`;
  const rows = [...judged.values()].flatMap((entry) => entry.proof.map((sum) => [cell(named(entry)), cell(sum, 'quiet')]));
  if (rows.length === 0) return [];
  const seen = [...judged.values()].flatMap((entry) => (entry.seen === null ? [] : [`${named(entry)}: ${entry.seen}.`]));
  return [
    {
      title: 'Proof that was judged',
      columns: [
        { label: 'Verdict', numeric: false, long: true },
        { label: 'SHA-256 of its proof', numeric: false },
      ],
      rows,
      foot: null,
      settled: false,
      caption: seen.length === 0 ? '' : `What a machine was given. ${seen.join(' ')}`,
    },
  ];
}
