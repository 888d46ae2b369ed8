import { minutesBetween } from '../calendar/instant.ts';
import { isOpen } from '../calendar/task-times.ts';
import type { Counted, TallyChange } from '../kernel/tally.ts';
import type { TaskFields } from './event-data.ts';

/** How a task with a due date counts on that date. What waits for its proof is open until that is decided. */
export function countsAs(task: TaskFields): 'kept' | 'missed' | 'skipped' | 'open' {
  if (isOpen(task.status)) return 'open';
  if (task.status === 'missed') return 'missed';
  if (task.status === 'skipped' || task.counts_as_skipped) return 'skipped';
  if (task.late || task.verification_state === 'expired') return 'missed';
  return task.verification_state === 'not_required' || task.verification_state === 'verified' ? 'kept' : 'open';
}

/** All that a task, as it stands, adds to the roll-ups of its days; each once. */
export function contributions(task: TaskFields): readonly TallyChange[] {
  const takenBack = task.taken_back.map((date) => one(date, 'taken_back'));
  // withdrawn by its routine, or deleted before it was decided: taken back, if it was, and nothing else
  if (task.withdrawn || (task.deleted && countsAs(task) === 'open')) return takenBack;
  return [...takenBack, ...onDueDate(task), ...ofCompletion(task)];
}

const one = (date: string, count: Counted): TallyChange => ({ date, count, by: 1 });

function onDueDate(task: TaskFields): readonly TallyChange[] {
  const date = task.due_date;
  if (date === null) return [];
  const counted = countsAs(task);
  return [
    one(date, counted),
    ...(counted === 'missed' && task.late ? [one(date, 'late')] : []),
    ...(task.postponed > 0 ? [one(date, 'postponed')] : []),
  ];
}

function ofCompletion(task: TaskFields): readonly TallyChange[] {
  if (task.status !== 'completed' || task.completed_at === null) return [];
  const hour: readonly TallyChange[] = task.completed_local ? [{ ...task.completed_local, by: 1 }] : [];
  if (task.due_date === null || task.due_at === null) return hour;
  return [...hour, { date: task.due_date, delay: minutesBetween(task.due_at, task.completed_at), by: 1 }];
}

/** What turns the contributions of one state into those of the next. */
export function tallyBetween(before: readonly TallyChange[], after: readonly TallyChange[]): readonly TallyChange[] {
  const kept = new Set(after.map(key));
  const known = new Set(before.map(key));
  return [
    ...before.filter((change) => !kept.has(key(change))).map((change): TallyChange => ({ ...change, by: -1 })),
    ...after.filter((change) => !known.has(key(change))),
  ];
}

function key(change: TallyChange): string {
  if ('count' in change) return `${change.date} ${change.count}`;
  return 'hour' in change ? `${change.date} hour ${change.hour}` : `${change.date} delay ${change.delay}`;
}
