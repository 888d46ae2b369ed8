import type { Counts, HistoryEntry } from '../../contracts/report.ts';
import type { Task } from '../../contracts/task.ts';
import { ON_YOUR_WORD } from '../../contracts/words/on-word.ts';
import { clockTime, day, shortDate, shortInstant, zoned } from './dates.ts';
import type { Cell, Column, Mark, Row, Table, Tone } from './report-model.ts';
import { COUNT_COLUMNS, COUNT_LABELS, number, plural, timesWords } from './words.ts';

/** A cell of a table with this text. */
export const cell = (text: string, tone: Tone = 'plain'): Cell => ({ text, tone });
/** A cell with a number. A zero is set quiet. */
export const figureCell = (value: number): Cell => cell(number(value), value === 0 ? 'quiet' : 'plain');

/** The completion rate in words: '96 %', or a dash while nothing is decided. */
const rateWords = (rate: number | null): string => (rate === null ? '–' : `${percent(rate)} %`);
/** A rate from 0 to 1 as whole percent. It is 100 only if everything was kept, and 0 only if nothing was. */
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
  const two = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  return {
    title: 'By hour of completion',
    columns: [
      { label: 'Hour', numeric: false },
      { label: 'Completed', numeric: true },
    ],
    rows: hours.map((count, hour) => [cell(`${two(hour)} to ${two(hour + 1)}`), figureCell(count)]),
    foot: [cell('Sum'), cell(number(hours.reduce((sum, count) => sum + count, 0)))],
    settled: false,
    caption: '',
  };
}

export const missesWords = (count: number): string => plural(count, 'miss', 'misses');

interface RowState {
  readonly mark: Mark;
  readonly state: string;
  readonly tone: Tone;
}

/** What a completed task still waits for. */
const PROOF_STATES: Partial<Record<Task['verification_state'], RowState>> = {
  awaiting_proof: { mark: 'awaiting', state: 'Awaiting proof', tone: 'due' },
  in_review: { mark: 'review', state: 'In review', tone: 'review' },
  rejected: { mark: 'rejected', state: 'Proof rejected', tone: 'missed' },
};

/** How a task counts, as a mark and in words. The outcome says most of it; status, lateness and proof say the rest. */
function rowState(task: Task): RowState {
  switch (task.outcome) {
    case 'kept':
      return keptState(task);
    case 'missed':
      return missState(task);
    case 'skipped':
      return { mark: 'skipped', state: task.completed ? 'Skipped, done later' : 'Skipped', tone: 'quiet' };
    default:
      return openState(task);
  }
}

/** What is ruled off twice was judged. What counts on the owner's own word was not. */
function keptState({ corrected, verification_state, on_word }: Task): RowState {
  if (corrected) return { mark: 'late', state: 'Corrected', tone: 'kept' };
  if (on_word) return { mark: 'kept', state: ON_YOUR_WORD, tone: 'kept' };
  return verification_state === 'verified'
    ? { mark: 'verified', state: 'Verified', tone: 'kept' }
    : { mark: 'kept', state: 'Kept', tone: 'kept' };
}

function missState(task: Task): RowState {
  if (task.late) return { mark: 'late', state: 'Missed, done late', tone: 'missed' };
  if (!task.completed) return { mark: 'missed', state: 'Missed', tone: 'missed' };
  return task.verification_state === 'rejected'
    ? { mark: 'rejected', state: 'Missed, proof rejected', tone: 'missed' }
    : { mark: 'expired', state: 'Missed, proof expired', tone: 'missed' };
}

/** Open tasks, and those that wait for proof. A task whose outcome is `none` is not in a report; it would be shown by its status. */
function openState(task: Task): RowState {
  if (task.completed) return PROOF_STATES[task.verification_state] ?? { mark: 'kept', state: 'Completed', tone: 'kept' };
  return task.status === 'in_progress'
    ? { mark: 'progress', state: 'In progress', tone: 'plain' }
    : { mark: 'open', state: 'Open', tone: 'quiet' };
}

/** When the task was completed: only the time if that was on its due date, else date and time. Empty if it was not. */
function doneWords(task: Task, zone: string, year: number): string {
  if (task.completed_at === null) return '';
  const at = zoned(task.completed_at, zone);
  return at.toPlainDate().toString() === task.due_date ? clockTime(at) : shortInstant(task.completed_at, zone, year);
}

/** A task as a row of a report. Times are in `zone`; dates name their year only if it is not `year`. */
export function taskRow(task: Task, zone: string, year: number): Row {
  const words = [
    doneWords(task, zone, year),
    task.skip_reason ?? '',
    task.postponed > 0 ? `postponed ${timesWords(task.postponed)}` : '',
    task.deleted ? 'deleted since' : '',
  ];
  const date = task.due_date === null ? 'No due date' : shortDate(day(task.due_date), year);
  const when = task.due_time === null ? date : `${date}, ${task.due_time}`;
  return { ...rowState(task), when, what: task.title, aside: words.filter((word) => word !== '').join(', ') };
}

const ENTRY_MARKS: Readonly<Record<string, readonly [Mark, Tone]>> = {
  'task.created': ['open', 'plain'],
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

/** An entry of the history as a row. Times are in `zone`; `owner` stands in where the owner's entry has no name. */
export function historyRow(entry: HistoryEntry, zone: string, year: number, owner: string): Row {
  const [mark, tone] = entry.on_word ? (['kept', 'kept'] as const) : (ENTRY_MARKS[entry.action] ?? ['entry', 'plain']);
  const label = entry.label.replace(/:$/, '');
  const what = [entry.title === null ? label : `${label}: ${entry.title}`, entry.detail ?? ''];
  const by = entry.actor.kind === 'user' ? (entry.actor.name ?? owner) : (entry.actor.name ?? ACTORS[entry.actor.kind]);
  return {
    mark,
    tone,
    when: shortInstant(entry.at, zone, year),
    what: what.filter((part) => part !== '').join('. '),
    state: '',
    aside: by,
  };
}
