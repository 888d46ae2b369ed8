import type { OwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import type { Verification } from '../api/verifications.ts';
import { isOpen } from '../tasks/state.ts';
import { dayAndTime, leftTone, leftWords } from './words.ts';

interface ClockProps {
  readonly one: Verification;
  readonly task: Task;
  readonly clock: OwnerClock;
}

/** How much of the time is left, between 0 and 1. The time began with the completion, or with the task. */
export function shareLeft(from: string, until: string, now: number): number {
  const [begin, end] = [Date.parse(from), Date.parse(until)];
  return end <= begin ? 0 : Math.min(1, Math.max(0, (end - now) / (end - begin)));
}

/** How long there is to give proof, as words and as a bar. */
export function Clock({ one, task, clock }: ClockProps) {
  const until = isOpen(task) ? task.dueAt : (one.proofDueAt ?? task.proofDueAt);
  if (until === null) return null;
  const left = leftWords(until, clock.now);
  if (left === null) return null;
  const what = isOpen(task) ? 'to do it; proof completes it' : one.state === 'rejected' ? 'to send it again' : 'to send proof';
  const tone = leftTone(until, clock.now);
  return (
    <div className="clock">
      <span role="timer">
        <b className={tone}>{left} left</b> {what}
      </span>
      <span className="end q3">until {dayAndTime(until, clock)}, that instant included</span>
      <i aria-hidden="true" className={tone}>
        <b style={{ width: `${shareLeft(task.completedAt ?? task.createdAt, until, clock.now) * 100}%` }} />
      </i>
    </div>
  );
}
