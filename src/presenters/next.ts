import type { NextReply } from '../contracts/next.ts';
import { clockTime, dayWord } from '../contracts/words/format.ts';
import { localDate, localMoment } from '../domain/calendar/local.ts';
import type { Opener } from '../ports/secrets.ts';
import type { Moment, Offered } from '../projections/task/next-tasks.ts';
import type { TaskDoc } from '../projections/task/tasks.ts';
import { presentTask } from './task.ts';

/** `opener` must be ready for the owner. */
export function presentNext(opener: Opener, owner: string, [first, ...others]: readonly Offered[], moment: Moment): NextReply {
  return {
    task: first ? presentTask(opener, owner, first.task.id, first.task.doc) : null,
    reason: first ? { code: first.code, text: reasonWords(first, moment) } : null,
    others: others.map(({ code, task }) => ({ task_id: task.id, code })),
  };
}

function reasonWords({ code, task: { doc } }: Offered, { now, zone }: Moment): string {
  const today = localDate(now, zone);
  switch (code) {
    case 'focused':
      return 'Your focus session is on this task.';
    case 'boxed':
      return 'You planned this task for now.';
    case 'proof_ends':
      return `You can give its proof until ${momentWords(doc.proof_due_at ?? now, zone, today)}.`;
    case 'due_soon':
    case 'due_today':
    case 'due_later':
      return `It is due ${dueWords(doc, today)}.`;
    case 'undated':
      return 'Nothing is due today or on the seven days after it, and this task has no due date.';
    case 'far':
      return `Nothing is due before it. It is due ${dueWords(doc, today)}.`;
  }
}

function momentWords(instant: string, zone: string, today: string): string {
  const { date, time } = localMoment(instant, zone);
  return date === today ? clockTime(time) : `${clockTime(time)} ${dayWord(date, today)}`;
}

/** For example 'today', 'tomorrow at 17:00', 'on Fri 20 Nov at 09:30'. A due task has a due date. */
function dueWords({ due_date, due_time }: Pick<TaskDoc, 'due_date' | 'due_time'>, today: string): string {
  const day = dayWord(due_date ?? today, today);
  const on = /^[A-Z]/.test(day) ? `on ${day}` : day;
  return due_time === null ? on : `${on} at ${clockTime(due_time)}`;
}
