import type { Counts } from '../../contracts/report.ts';
import type { Task } from '../../contracts/task.ts';
import { number } from '../../contracts/words/format.ts';

/** The meaning of the numbers in a report. Every kind of report shows these sentences below its numbers. */
export const MEANINGS = {
  planned: {
    term: 'Planned',
    sentence: 'All that was due in the period: kept, missed, skipped and open together. A task that was moved counts on its new date.',
  },
  kept: {
    term: 'Kept',
    sentence: 'Completed by its due time and, where proof is asked for, verified or accepted on the owner’s own word.',
  },
  missed: { term: 'Missed', sentence: 'Not completed by its due time. Done afterwards, it is late as well, and the miss stays.' },
  skipped: { term: 'Skipped', sentence: 'Given up before the deadline, with a reason. It counts neither for nor against.' },
  open: { term: 'Open', sentence: 'Not decided yet: still to be done, or waiting for its proof.' },
  postponed: { term: 'Postponed', sentence: 'Tasks moved to a later date, each counted once however often it moved.' },
  taken_back: { term: 'Taken back', sentence: 'Tasks deleted, or freed of their date, before it came. They are part of no other number.' },
  late: { term: 'Late', sentence: 'Missed, and completed afterwards. Part of missed.' },
  completion_rate: { term: 'Completion rate', sentence: 'Kept, divided by kept and missed together.' },
  streak: {
    term: 'Streak',
    sentence:
      'Days in a row on which all that was due was kept. Days with nothing due, or with skips alone, change nothing. A freeze covers one day with a miss and does not hide it.',
  },
  delay: {
    term: 'Delay',
    sentence: 'Done minus due, in whole minutes, for what was due in the period. The median: half came earlier, half later.',
  },
  hours: { term: 'By hour', sentence: 'What was completed in the period, by the local hour in which it was done.' },
} as const satisfies Record<string, { term: string; sentence: string }>;
export type Meaning = keyof typeof MEANINGS;

export const meanings = (...names: readonly Meaning[]) => names.map((name) => MEANINGS[name]);

/** The counts in the order in which tables show them. */
export const COUNT_COLUMNS = ['planned', 'kept', 'missed', 'skipped', 'open', 'late'] as const satisfies readonly (keyof Counts)[];
export const COUNT_LABELS: Readonly<Record<(typeof COUNT_COLUMNS)[number], string>> = {
  planned: MEANINGS.planned.term,
  kept: MEANINGS.kept.term,
  missed: MEANINGS.missed.term,
  skipped: MEANINGS.skipped.term,
  open: MEANINGS.open.term,
  late: MEANINGS.late.term,
};

export const REPORT_NAMES = { daily: 'Daily report', weekly: 'Weekly report', overall: 'Overall report', history: 'History' } as const;
export const HISTORY_NAMES = {
  all: 'All entries',
  tasks: 'Tasks',
  verifications: 'Verifications',
  alerts: 'Alerts',
  streaks: 'Streaks',
  partner: 'Partner',
  account: 'Account',
} as const;

/** A delay in words: the value, and its unit. A negative delay is 'early'; null gives a dash. */
export function delayWords(minutes: number | null): { readonly value: string; readonly unit: string } {
  if (minutes === null) return { value: '–', unit: '' };
  if (minutes === 0) return { value: '0', unit: 'min, on time' };
  const direction = minutes < 0 ? 'early' : 'late';
  const size = Math.abs(minutes);
  if (size < 60) return { value: number(size), unit: `min ${direction}` };
  if (size < 48 * 60) return { value: `${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`, unit: `h ${direction}` };
  return { value: number(Math.round(size / 1_440)), unit: `days ${direction}` };
}

/** The tasks of a report; `more`: how many are left out. An overall report has no list of tasks. */
interface Listed {
  readonly tasks?: readonly Task[];
  readonly more?: number;
}

/**
 * How misses ended: '1 done late, 1 rejected for good'. A task with a rejected or missing proof was done in time, but is
 * a miss. Only a report that lists all its tasks can say this.
 */
export function missWords(counts: Counts, { tasks = [], more = 0 }: Listed): string {
  if (counts.missed === 0) return 'none';
  const unproven = more > 0 ? [] : tasks.filter(({ outcome, late, completed }) => outcome === 'missed' && completed && !late);
  const rejected = unproven.filter(({ verification_state: state }) => state === 'rejected').length;
  const parts = [
    [counts.late, 'done late'],
    [rejected, 'rejected for good'],
    [unproven.length - rejected, 'without proof in time'],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${number(count)} ${what}`);
  return words.length === 0 ? 'none done late' : words.join(', ');
}
