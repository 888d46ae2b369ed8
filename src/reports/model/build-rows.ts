import type { HistoryEntry } from '../../contracts/report.ts';
import type { Task } from '../../contracts/task.ts';
import { clockTime, day, shortDate, shortInstant, zoned } from './dates.ts';
import type { Mark, Row, Tone } from './report-model.ts';
import { timesWords } from './words.ts';

interface RowState {
  readonly mark: Mark;
  readonly state: string;
  readonly tone: Tone;
}

/** What a completed task waits for. */
const PROOF_STATES: Partial<Record<Task['verification_state'], RowState>> = {
  awaiting_proof: { mark: 'awaiting', state: 'Awaiting proof', tone: 'due' },
  in_review: { mark: 'review', state: 'In review', tone: 'review' },
  rejected: { mark: 'rejected', state: 'Proof rejected', tone: 'missed' },
};

/** The outcome says how a task counts; status, lateness and proof say the rest. */
function rowState(task: Task): RowState {
  switch (task.outcome) {
    case 'kept':
      return task.verification_state === 'verified'
        ? { mark: 'verified', state: 'Verified', tone: 'kept' }
        : { mark: 'kept', state: 'Kept', tone: 'kept' };
    case 'missed':
      return missState(task);
    case 'skipped':
      return { mark: 'skipped', state: task.completed ? 'Skipped, done later' : 'Skipped', tone: 'quiet' };
    default:
      return openState(task);
  }
}

function missState(task: Task): RowState {
  if (task.late) return { mark: 'late', state: 'Missed, done late', tone: 'missed' };
  return task.completed
    ? { mark: 'expired', state: 'Missed, proof expired', tone: 'missed' }
    : { mark: 'missed', state: 'Missed', tone: 'missed' };
}

/** Reports hold no task whose outcome is `none`; it would be told by its status, as an open one is. */
function openState(task: Task): RowState {
  if (task.completed) return PROOF_STATES[task.verification_state] ?? { mark: 'kept', state: 'Completed', tone: 'kept' };
  return task.status === 'in_progress'
    ? { mark: 'progress', state: 'In progress', tone: 'plain' }
    : { mark: 'open', state: 'Open', tone: 'quiet' };
}

/** When it was done: the time alone on its own due date, else the date with it. */
function doneWords(task: Task, zone: string, year: number): string {
  if (task.completed_at === null) return '';
  const at = zoned(task.completed_at, zone);
  return at.toPlainDate().toString() === task.due_date ? clockTime(at) : shortInstant(task.completed_at, zone, year);
}

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
};
const ACTORS = { system: 'Vouch', partner: 'Partner', ai: 'AI', provider: 'Provider' } as const;

export function historyRow(entry: HistoryEntry, zone: string, year: number, owner: string): Row {
  const [mark, tone] = ENTRY_MARKS[entry.action] ?? ['entry', 'plain'];
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
