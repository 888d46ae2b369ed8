import type { Counts, DailyReport, HistoryEntry } from '../../contracts/report.ts';
import type { Task } from '../../contracts/task.ts';
import { fullHour, hoursAndMinutes, number, plural, shortDate, shortMoment, times } from '../../contracts/words/format.ts';
import type { MarkName } from '../../contracts/words/marks.ts';
import { taskState } from '../../contracts/words/task-state.ts';
import { localMoment } from '../../domain/calendar/local.ts';
import { shortInstant } from './dates.ts';
import type { Cell, Column, Mark, Row, Table, Tone } from './report-model.ts';
import { COUNT_COLUMNS, COUNT_LABELS } from './words.ts';

/** A cell of a table with this text. */
export const cell = (text: string, tone: Tone = 'plain'): Cell => ({ text, tone });
/** A cell with a number. A zero is shown in a quiet colour. */
export const figureCell = (value: number): Cell => cell(number(value), value === 0 ? 'quiet' : 'plain');

/** The completion rate in words: '96 %', or a dash if nothing is decided. */
const rateWords = (rate: number | null): string => (rate === null ? '–' : `${percent(rate)} %`);
/** A rate from 0 to 1 as a whole percentage. It is 100 only if everything was kept, and 0 only if nothing was. */
export function percent(rate: number): number {
  const rounded = Math.round(rate * 100);
  if (rounded === 100 && rate < 1) return 99;
  return rounded === 0 && rate > 0 ? 1 : rounded;
}

function countCells(counts: Counts): readonly Cell[] {
  return COUNT_COLUMNS.map((name) => {
    const tone: Tone = counts[name] === 0 ? 'quiet' : name === 'kept' || name === 'missed' ? name : 'plain';
    return cell(number(counts[name]), tone);
  });
}

interface CountsTable {
  readonly title: string;
  readonly first: string;
  readonly rows: readonly { readonly label: string; readonly counts: Counts }[];
  readonly sum: { readonly label: string; readonly counts: Counts } | null;
  readonly settled: boolean;
}

/** A table with one row of counts for each of `rows`, and the sum at the foot. `first` is the head of the first column. */
export function countsTable({ title, first, rows, sum, settled }: CountsTable): Table {
  const columns: readonly Column[] = [
    { label: first, numeric: false },
    ...COUNT_COLUMNS.map((name) => ({ label: COUNT_LABELS[name], numeric: true })),
    { label: 'Rate', numeric: true },
  ];
  const line = (label: string, counts: Counts): readonly Cell[] => [
    cell(label),
    ...countCells(counts),
    cell(rateWords(counts.completion_rate), counts.completion_rate === null ? 'quiet' : 'plain'),
  ];
  return {
    title,
    columns,
    rows: rows.map(({ label, counts }) => line(label, counts)),
    foot: sum && line(sum.label, sum.counts).map(({ text }) => cell(text)),
    settled,
    caption: sum ? besidesSentence(sum.counts) : '',
  };
}

/** A sentence with the counts that have no column: postponed and taken back. Empty if both are 0. */
function besidesSentence(counts: Counts): string {
  const words = [
    counts.postponed > 0 ? `${number(counts.postponed)} postponed` : '',
    counts.taken_back > 0 ? `${number(counts.taken_back)} taken back` : '',
  ].filter((word) => word !== '');
  return words.length === 0 ? '' : `Besides, ${words.join(' and ')}.`;
}

/** Completions by local hour (24 numbers) as a table. */
export function hoursTable(hours: readonly number[]): Table {
  return {
    title: 'By hour of completion',
    columns: [
      { label: 'Hour', numeric: false },
      { label: 'Completed', numeric: true },
    ],
    rows: hours.map((count, hour) => [cell(`${fullHour(hour)} to ${fullHour(hour + 1)}`), figureCell(count)]),
    foot: [cell('Sum'), cell(number(hours.reduce((sum, count) => sum + count, 0)))],
    settled: false,
    caption: '',
  };
}

/**
 * What was planned in time boxes and how long the owner was focused, as a table of one row. No table if there was neither. `label` names
 * the period.
 */
export function focusTables(label: string, { minutes, sessions, planned_minutes: planned }: DailyReport['focus']): readonly Table[] {
  if (planned === 0 && sessions === 0) return [];
  const length = (value: number): Cell => cell(hoursAndMinutes(value), value === 0 ? 'quiet' : 'plain');
  return [
    {
      title: 'Planned and focused',
      columns: [
        { label: 'Period', numeric: false },
        { label: 'Planned', numeric: true },
        { label: 'Focused', numeric: true },
        { label: 'Sessions', numeric: true },
      ],
      rows: [[cell(label), length(planned), length(minutes), figureCell(sessions)]],
      foot: null,
      settled: false,
      caption: 'Planned: the time boxes of these dates. Focused: the focus sessions that began on them and have ended, without pauses.',
    },
  ];
}

export const missesWords = (count: number): string => plural(count, 'miss', 'misses');

/** The mark for each state of a task. Reports do not contain tasks that were taken back. */
const PAPER_MARKS: Readonly<Record<MarkName, Mark>> = {
  pending: 'open',
  in_progress: 'progress',
  completed: 'kept',
  awaiting_proof: 'awaiting',
  in_review: 'review',
  verified: 'verified',
  on_word: 'kept',
  rejected: 'rejected',
  expired: 'expired',
  missed: 'missed',
  late: 'late',
  skipped: 'skipped',
  taken_back: 'open',
};

/** How a task counts, as a mark and in words. */
function rowState(task: Task): Pick<Row, 'mark' | 'state' | 'tone'> {
  const { mark, counted, tone } = taskState({ ...task, verificationState: task.verification_state, onWord: task.on_word });
  return { mark: PAPER_MARKS[mark], state: counted, tone };
}

/**
 * When the task was completed: only the time if that was on its due date, otherwise date and time. Empty if it was not
 * completed.
 */
function doneWords(task: Task, zone: string, today: string): string {
  if (task.completed_at === null) return '';
  const at = localMoment(task.completed_at, zone);
  return at.date === task.due_date ? at.time : shortMoment(at, today);
}

/** A task as a row of a report. Times are in `zone`; dates name their year only if it is not that of `today`. */
export function taskRow(task: Task, zone: string, today: string): Row {
  const words = [
    doneWords(task, zone, today),
    task.skip_reason ?? '',
    task.postponed > 0 ? `postponed ${times(task.postponed)}` : '',
    task.deleted ? 'deleted since' : '',
  ];
  const date = task.due_date === null ? 'No due date' : shortDate(task.due_date, today);
  const when = task.due_time === null ? date : `${date}, ${task.due_time}`;
  return { ...rowState(task), when, what: task.title, aside: words.filter((word) => word !== '').join(', ') };
}

const ENTRY_MARKS: Readonly<Record<string, readonly [Mark, Tone]>> = {
  'task.created': ['open', 'plain'],
  'task.promised_again': ['open', 'plain'],
  'task.started': ['progress', 'plain'],
  'task.completed': ['kept', 'kept'],
  'task.missed': ['missed', 'missed'],
  'task.skipped': ['skipped', 'quiet'],
  'task.proof_expired': ['expired', 'missed'],
  'task.proof_submitted': ['review', 'review'],
  'task.proof_accepted': ['verified', 'kept'],
  'task.proof_rejected': ['rejected', 'missed'],
  'task.proof_rejection_final': ['rejected', 'missed'],
  'task.record_corrected': ['kept', 'kept'],
};
const ACTORS = { system: 'Vouch', partner: 'Partner', ai: 'AI', provider: 'Provider' } as const;

/** An entry of the history as a row. Times are in `zone`. `owner` is used if an entry of the owner has no name. */
export function historyRow(entry: HistoryEntry, zone: string, today: string, owner: string): Row {
  const [mark, tone] = entry.on_word ? (['kept', 'kept'] as const) : (ENTRY_MARKS[entry.action] ?? ['entry', 'plain']);
  const label = entry.label.replace(/:$/, '');
  const what = [entry.title === null ? label : `${label}: ${entry.title}`, entry.detail ?? ''];
  const by = entry.actor.kind === 'user' ? (entry.actor.name ?? owner) : (entry.actor.name ?? ACTORS[entry.actor.kind]);
  return {
    mark,
    tone,
    when: shortInstant(entry.at, zone, today),
    what: what.filter((part) => part !== '').join('. '),
    state: '',
    aside: by,
  };
}
