import { hoursAndMinutes, plural } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import type { Focus, FocusSession } from '../api/focus.ts';
import type { Task } from '../api/tasks.ts';
import { localTime } from '../lib/calendar.ts';
import { clockWords, focusedMs, leftMs } from './time-left.ts';
import type { Phase } from './use-focus.ts';

export const MINUTE = 60_000;

export interface PillWords {
  readonly time: string;
  readonly text: string;
  /** Only for screen readers, before the time. */
  readonly before: string;
  /** Replaces the title of the tab. */
  readonly tab: string;
  /** From 0 to 1. */
  readonly done: number;
}

/** How an end that came by itself is named, in the top bar and in the title of the tab. */
export function endWords({ minutes, end }: Pick<FocusSession, 'minutes' | 'end'>): string {
  if (end === 'abandoned') return 'The pause was long';
  return minutes === 1 ? '1 minute is over' : `${minutes} minutes are over`;
}

/** Null: the timer shows nothing. `now`: the server's time in milliseconds. */
export function pillWords(phase: Phase, now: number): PillWords | null {
  switch (phase.kind) {
    case 'none':
      return null;
    case 'running':
    case 'paused': {
      const { session } = phase;
      const time = clockWords(leftMs(session, now));
      const title = session.title ?? 'Focus';
      const isPaused = phase.kind === 'paused';
      return {
        time,
        text: isPaused ? 'Paused' : title,
        before: 'Focus:',
        tab: isPaused ? `Paused ${time}` : sentence`${time} ${title}`,
        done: focusedMs(session, now) / (session.minutes * MINUTE),
      };
    }
    case 'ended': {
      const text = endWords(phase.session);
      const time = clockWords(leftMs(phase.session, now));
      return { time, text, before: 'Focus:', tab: text, done: 1 };
    }
    case 'break': {
      const { from, until } = phase.rest;
      const time = clockWords(until - now);
      return {
        time,
        text: 'A break',
        before: '',
        tab: `${time} A break`,
        done: (now - from) / (until - from),
      };
    }
    case 'break_over':
      return { time: clockWords(0), text: 'The break is over', before: '', tab: 'The break is over', done: 1 };
  }
}

/** '1 h 24 min of 2 h 30 min estimated'. `more`: the minutes of a session under way. */
export function focusedWords({ focusedMinutes, estimateMinutes }: Pick<Task, 'focusedMinutes' | 'estimateMinutes'>, more: number): string {
  const focused = hoursAndMinutes(focusedMinutes + more);
  return estimateMinutes === null ? focused : `${focused} of ${hoursAndMinutes(estimateMinutes)} estimated`;
}

/** Counts the session under way, too, if it began today. `counted`: its minutes. */
export function todayWords(today: Focus['today'], { startedAt }: Pick<FocusSession, 'startedAt'>, counted: number, zone: string): string {
  const isToday = localTime(startedAt, zone).date === today.date;
  return `${hoursAndMinutes(today.minutes + (isToday ? counted : 0))}, ${plural(today.sessions + (isToday ? 1 : 0), 'session')}`;
}
