import { dayWord, dueTimeWords } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { dueOf } from './due.ts';
import { canPromiseAgain } from './promise-again.ts';
import { isOpen } from './state.ts';

export interface NewDue {
  readonly dueDate: string | null;
  readonly dueTime: string | null;
}

/** An open task is moved. A missed or skipped one is promised again, which makes a new task. Null: the task keeps its day. */
export function wayToMove(task: Task): 'move' | 'again' | null {
  if (task.deleted) return null;
  if (canPromiseAgain(task)) return 'again';
  return isOpen(task) && !task.archived ? 'move' : null;
}

/** The days that one press can choose. The next week begins on the same weekday as today. */
export const nearDays = (today: string) => ({ today, tomorrow: addDays(today, 1), nextWeek: addDays(today, 7) });

/** The task keeps its time on the other day. A time that has passed there is left out, so that the task is due at the end of the day. */
export function dueOn(date: string, task: Task, { zone, today, time }: Pick<OwnerClock, 'zone' | 'today' | 'time'>): NewDue {
  const kept = isOpen(task) ? (dueOf(task, zone)?.time ?? null) : task.dueTime;
  return { dueDate: date, dueTime: date === today && kept !== null && kept <= time ? null : kept };
}

/** For example 'tomorrow, 17:00', 'today, end of day' or 'no date'. */
export const newDueWords = ({ dueDate, dueTime }: NewDue, today: string): string =>
  dueDate === null ? 'no date' : `${dayWord(dueDate, today)}, ${dueTimeWords(dueTime)}`;

/** The server checks it again. Null: the day and the time are still ahead. */
export function passedFault({ dueDate, dueTime }: NewDue, { today, time }: Pick<OwnerClock, 'today' | 'time'>): 'date' | 'time' | null {
  if (dueDate === null || dueDate > today) return null;
  if (dueDate < today) return 'date';
  return dueTime !== null && dueTime <= time ? 'time' : null;
}
