import { minutesBetween } from '../calendar/dates.ts';
import type { DayCounter, DayCounterDelta } from '../kernel/day-counters.ts';
import type { TaskFields } from './event-data.ts';
import { isOnWord, isUndecided, outcomeOf } from './rules.ts';

/** Everything that a task adds to the counters of its days. It contains each entry once. */
export function contributions(task: TaskFields): readonly DayCounterDelta[] {
  const takenBack = task.taken_back.map((date) => one(date, 'taken_back'));
  // A task that its routine withdrew, or that was deleted before it was decided, can only count as taken back.
  if (task.withdrawn || (task.deleted && isUndecided(task))) return takenBack;
  return [...takenBack, ...onDueDate(task), ...ofCompletion(task)];
}

const one = (date: string, count: DayCounter): DayCounterDelta => ({ date, count, by: 1 });

function onDueDate(task: TaskFields): readonly DayCounterDelta[] {
  const date = task.due_date;
  const outcome = outcomeOf(task);
  if (date === null || outcome === 'none') return [];
  return [
    one(date, outcome),
    ...(outcome === 'missed' && task.late ? [one(date, 'late')] : []),
    ...(outcome === 'kept' && task.verification_state === 'verified' && !task.corrected
      ? [one(date, isOnWord(task) ? 'on_word' : 'verified')]
      : []),
    ...(task.postponed > 0 ? [one(date, 'postponed')] : []),
  ];
}

function ofCompletion(task: TaskFields): readonly DayCounterDelta[] {
  if (task.status !== 'completed' || task.completed_at === null) return [];
  const hour: readonly DayCounterDelta[] = task.completed_local ? [{ ...task.completed_local, by: 1 }] : [];
  if (task.due_date === null || task.due_at === null) return hour;
  return [...hour, { date: task.due_date, delay: minutesBetween(task.due_at, task.completed_at), by: 1 }];
}

export function dayCounterDeltas(before: readonly DayCounterDelta[], after: readonly DayCounterDelta[]): readonly DayCounterDelta[] {
  const kept = new Set(after.map(key));
  const known = new Set(before.map(key));
  return [
    ...before.filter((change) => !kept.has(key(change))).map((change): DayCounterDelta => ({ ...change, by: -1 })),
    ...after.filter((change) => !known.has(key(change))),
  ];
}

function key(change: DayCounterDelta): string {
  if ('count' in change) return `${change.date} ${change.count}`;
  return 'hour' in change ? `${change.date} hour ${change.hour}` : `${change.date} delay ${change.delay}`;
}
