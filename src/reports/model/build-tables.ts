import type { Counts, DailyReport, HistoryEntry } from '../../contracts/report.ts';
import type { Task } from '../../contracts/task.ts';
import {
  clockTime,
  fullHour,
  hoursAndMinutes,
  number,
  plural,
  rateWords,
  shortDate,
  shortMoment,
  times,
} from '../../contracts/words/format.ts';
import { isolated, sentence } from '../../contracts/words/isolated.ts';
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
  /** A sentence about the rows, or left out. */
  readonly more?: string;
}

/** A table with one row of counts for each of `rows`, and the sum at the foot. `first` is the head of the first column. */
export function countsTable({ title, first, rows, sum, settled, more = '' }: CountsTable): Table {
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
    caption: [more, sum ? besidesSentence(sum.counts) : ''].filter((words) => words !== '').join(' '),
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

/** What is counted of a week that is not over, without the days ahead: 'Up to today 20 planned: 10 kept, 2 missed, 8 open.' */
export function upToToday(days: readonly { readonly counts: Counts }[]): string {
  const sum = (name: 'planned' | 'kept' | 'missed' | 'skipped' | 'open') => days.reduce((total, { counts }) => total + counts[name], 0);
  const parts = (['kept', 'missed', 'skipped', 'open'] as const)
    .filter((name) => sum(name) > 0)
    .map((name) => `${number(sum(name))} ${name}`);
  return parts.length === 0 ? 'Up to today nothing was planned.' : `Up to today ${number(sum('planned'))} planned: ${parts.join(', ')}.`;
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
  return at.date === task.due_date ? clockTime(at.time) : shortMoment(at, today);
}

/** A task as a row of a report. Times are in `zone`; dates name their year only if it is not that of `today`. */
export function taskRow(task: Task, zone: string, today: string): Row {
  const words = [
    doneWords(task, zone, today),
    isolated(task.skip_reason ?? ''),
    task.postponed > 0 ? `postponed ${times(task.postponed)}` : '',
    task.deleted ? 'deleted since' : '',
    task.changed_since ? 'changed since' : '',
  ];
  const date = task.due_date === null ? 'No due date' : shortDate(task.due_date, today);
  const when = task.due_time === null ? date : `${date}, ${clockTime(task.due_time)}`;
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
  const what = [entry.title === null ? label : sentence`${label}: ${entry.title}`, entry.detail ?? ''];
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
