import type { OwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { distance } from '../lib/words.ts';
import { dueOf } from '../tasks/due.ts';
import { isOpen } from '../tasks/state.ts';

/** The tasks that count on today. */
export const ofToday = (tasks: readonly Task[], clock: Pick<OwnerClock, 'zone' | 'today'>): Task[] =>
  tasks.filter((task) => dueOf(task, clock.zone)?.date === clock.today);

/** What is due next ('Next: 17:00, in 2 h 48 min.') and how many tasks are decided. `tasks` are those of today. */
export function dayWords(
  tasks: readonly Task[],
  next: Task | null,
  clock: Pick<OwnerClock, 'zone' | 'now'>,
): { lead: string; rest: string } {
  if (tasks.length === 0) return { lead: 'Nothing is due today.', rest: '' };
  const open = tasks.filter(isOpen).length;
  const decided = tasks.filter((task) => task.outcome !== 'open').length;
  const waiting = tasks.length - open - decided;
  const parts = [
    `${decided} of ${tasks.length} decided`,
    ...(waiting > 0 ? [`${waiting} waiting for proof or review`] : []),
    ...(open > 0 ? [`${open} open`] : []),
  ];
  return {
    lead: nextWords(next, clock) ?? (open > 0 ? 'What is open is due by the end of the day.' : 'Nothing more is due today.'),
    rest: `${parts.join(', ')}.`,
  };
}

function nextWords(next: Task | null, clock: Pick<OwnerClock, 'zone' | 'now'>): string | null {
  const time = next ? dueOf(next, clock.zone)?.time : null;
  return next?.dueAt && time ? `Next: ${time}, ${distance(clock.now, Date.parse(next.dueAt))}.` : null;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The position of a task on the line, in minutes since midnight. The end of the day is 1,440. */
export const minuteDue = (task: Task, zone: string): number => {
  const time = dueOf(task, zone)?.time;
  return time ? minutesOf(time) : 1_440;
};
