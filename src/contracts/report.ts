import { z } from 'zod';
import { task } from './task.ts';
import { givenDate, instant } from './time.ts';

export const counts = z.object({
  planned: z.number().int(),
  kept: z.number().int(),
  missed: z.number().int(),
  skipped: z.number().int(),
  open: z.number().int(),
  postponed: z.number().int(),
  taken_back: z.number().int(),
  late: z.number().int(),
  /** Part of kept: a check, the partner, an AI or the rubric accepted the proof. */
  verified: z.number().int(),
  /** Part of kept: the proof was accepted on the owner's own word. */
  on_word: z.number().int(),
  /** kept ÷ (kept + missed), from 0 to 1; null while nothing is decided. */
  completion_rate: z.number().min(0).max(1).nullable(),
});
export type Counts = z.infer<typeof counts>;

export const streakFigures = z.object({ current: z.number().int(), longest: z.number().int(), freezes: z.number().int() });
export type StreakFigures = z.infer<typeof streakFigures>;

const focusFigures = z.object({
  minutes: z.number().int().meta({ description: 'Whole minutes of the focus sessions that have ended, by the date of their start.' }),
  sessions: z.number().int(),
  planned_minutes: z.number().int().meta({ description: 'The minutes of the time boxes of these dates.' }),
});

/** In a report as it was known at an instant. */
export const knownAsOf = instant.optional().meta({ description: 'The instant of the call’s `as_of`; left out without it.' });

const made = {
  as_of: knownAsOf,
  timezone: z.string(),
  generated_at: instant,
  counts,
  streak: streakFigures,
  note: z.string().nullable(),
  focus: focusFigures,
};
const hours = z.array(z.number().int()).length(24);

/** The greatest number of tasks in a daily report, and of rows in a report as a document. */
export const MOST_ROWS = 5_000;
export const dailyReport = z.object({
  date: givenDate,
  ...made,
  tasks: z.array(task).meta({ description: 'The first 5,000 by due time.' }),
  more: z.number().int().meta({ description: 'How many were left out.' }),
});
export type DailyReport = z.infer<typeof dailyReport>;
export const weeklyReport = z.object({
  from: givenDate,
  to: givenDate,
  offset: z.number().int(),
  ...made,
  days: z.array(z.object({ date: givenDate, counts })).length(7),
  hours,
  median_delay_minutes: z.number().nullable(),
  tasks: z.array(task),
});
export type WeeklyReport = z.infer<typeof weeklyReport>;
export const overallReport = z.object({
  start_date: givenDate,
  end_date: givenDate,
  ...made,
  weeks: z.array(z.object({ from: givenDate, counts })),
  weekdays: z.array(counts).length(7),
  hours,
  median_delay_minutes: z.number().nullable(),
  /** Days without planned tasks are left out. `frozen`: a freeze covered the day's miss. */
  days: z.array(z.object({ date: givenDate, counts, frozen: z.boolean() })),
});
export type OverallReport = z.infer<typeof overallReport>;

export const REPORT_TYPES = ['daily', 'weekly', 'overall', 'procrastination', 'history'] as const;
/** A requested report file that is not ready yet. */
export const reportUnderWay = z.object({
  type: z.enum(REPORT_TYPES),
  format: z.enum(['pdf', 'html']),
  offset: z.number().int(),
  /** The server makes one report at a time for an account, and a few for all accounts together. Other requests wait. */
  status: z.enum(['waiting', 'making']),
});
export type ReportUnderWay = z.infer<typeof reportUnderWay>;

export const HISTORY_TYPES = ['all', 'tasks', 'verifications', 'alerts', 'streaks', 'partner', 'account'] as const;
export const ACTOR_KINDS = ['user', 'system', 'partner', 'ai', 'provider'] as const;
const publicName = z.string().regex(/^[a-z_]+\.[a-z_]+$/);
export const historyEntry = z.object({
  id: z.string(),
  at: instant,
  type: z.enum(HISTORY_TYPES),
  /** The event's public name, for example `task.completed`. docs/events.md lists all of them. */
  action: publicName,
  /** What happened, in a few words. It stands before the title, if there is one, and may end in a colon. */
  label: z.string(),
  title: z.string().nullable(),
  task_id: z.string().nullable(),
  /** `name` is the owner's name, the partner's, the model of an AI, or the provider's name; null for the system. */
  actor: z.object({ kind: z.enum(ACTOR_KINDS), name: z.string().nullable() }),
  /** A sentence with details that the label does not say, or null. */
  detail: z.string().nullable(),
  on_word: z.boolean().meta({ description: 'It says that a proof was accepted on the owner’s own word: nobody judged it.' }),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

export const auditEntry = z.object({
  id: z.string(),
  at: instant,
  recorded_at: instant,
  actor: historyEntry.shape.actor,
  action: publicName,
  label: z.string(),
  detail: z.string().nullable(),
  on_word: historyEntry.shape.on_word,
  subject: z.object({ kind: z.string(), id: z.string() }),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  position: z.string(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const streaks = z.object({
  user: streakFigures.extend({ today: z.enum(['kept', 'open', 'missed', 'none']) }),
  routines: z.array(z.object({ recurring_task_id: z.string(), title: z.string(), current: z.number().int(), longest: z.number().int() })),
});
export type Streaks = z.infer<typeof streaks>;
