import type { Counts, DailyReport, HistoryEntry, OverallReport, WeeklyReport } from '../../src/contracts/report.ts';
import type { Task } from '../../src/contracts/task.ts';
import { outcomeOf } from '../../src/domain/task/rules.ts';
import type { HistoryReport } from '../../src/reports/model/report-model.ts';
import { PENDING_TASK } from '../support/task-story.ts';

export function counts(part: Partial<Counts> = {}): Counts {
  const { kept = 0, missed = 0, skipped = 0, open = 0 } = part;
  const decided = kept + missed;
  return {
    planned: kept + missed + skipped + open,
    kept,
    missed,
    skipped,
    open,
    postponed: 0,
    taken_back: 0,
    late: 0,
    verified: 0,
    on_word: 0,
    completion_rate: decided === 0 ? null : kept / decided,
    ...part,
  };
}

let made = 0;
/** A task as the API gives it, with the fields that matter to the test. Its outcome follows from them. */
export function task(part: Partial<Task> = {}): Task {
  made += 1;
  const fields: Omit<Task, 'outcome'> = {
    ...PENDING_TASK,
    id: `t${made}`,
    title: `Task ${made}`,
    due_date: '2026-11-10',
    due_at: '2026-11-10T22:59:59.999Z',
    ...part,
  };
  const internal = { withdrawn: false, deleted: false, decided_at: null, counts_as_skipped: fields.late && fields.skip_reason !== null };
  return { ...fields, outcome: part.outcome ?? outcomeOf({ ...internal, ...fields, deleted: fields.deleted ?? false }) };
}
export const done = (completed_at: string, part: Partial<Task> = {}): Task =>
  task({ status: 'completed', completed: true, completed_at, ...part });

const TASKS = [
  done('2026-11-09T15:40:00.000Z', {
    title: 'Cut the release notes for 4.12',
    due_date: '2026-11-09',
    due_time: '17:00',
    verification_type: 'general',
    verification_state: 'verified',
  }),
  done('2026-11-10T10:51:00.000Z', { title: 'Pair with Тарас on the billing fold', due_time: '12:00' }),
  done('2026-11-10T17:10:00.000Z', { title: 'Run, 5 km', due_time: '19:00', postponed: 2 }),
  done('2026-11-11T14:02:00.000Z', {
    title: 'Answer Łukasz and Nguyễn Thị Minh Châu on the migration window',
    due_date: '2026-11-11',
    due_time: '16:30',
  }),
  task({ title: 'Guitar, 20 minutes', due_date: '2026-11-12', status: 'skipped', skip_reason: 'Guests from Kraków stayed until eleven' }),
  done('2026-11-13T13:20:00.000Z', { title: 'Close the three oldest flaky tests', due_date: '2026-11-13', due_time: '15:00' }),
  done('2026-11-15T09:12:00.000Z', {
    title: 'Pay the Künstlersozialkasse contribution',
    due_date: '2026-11-14',
    due_time: '12:00',
    late: true,
    missed_at: '2026-11-14T11:00:00.000Z',
  }),
  done('2026-11-14T18:45:00.000Z', { title: 'Call Юлія about the flat', due_date: '2026-11-14', due_time: '20:00' }),
  task({ title: 'Plan week 47', due_date: '2026-11-15', status: 'missed', missed_at: '2026-11-15T22:59:59.999Z', deleted: true }),
];

const hours = (some: Record<number, number>): number[] => Array.from({ length: 24 }, (_, hour) => some[hour] ?? 0);

const NO_FOCUS = { minutes: 0, sessions: 0, planned_minutes: 0 };

/** A closed week in Berlin: 24 kept, 2 missed, 1 skipped. */
export function week(part: Partial<WeeklyReport> = {}): WeeklyReport {
  const days = [
    [5, 0, 0],
    [4, 0, 0],
    [5, 0, 0],
    [4, 0, 1],
    [3, 0, 0],
    [1, 1, 0],
    [2, 1, 0],
  ] as const;
  return {
    from: '2026-11-09',
    to: '2026-11-15',
    offset: -1,
    timezone: 'Europe/Berlin',
    generated_at: '2026-11-16T07:00:00.000Z',
    note: null,
    counts: counts({ kept: 24, missed: 2, skipped: 1, late: 1, postponed: 2, taken_back: 1 }),
    streak: { current: 10, longest: 31, freezes: 1 },
    focus: NO_FOCUS,
    days: days.map(([kept, missed, skipped], index) => ({
      date: `2026-11-${String(9 + index).padStart(2, '0')}`,
      counts: counts({ kept, missed, skipped, late: index === 5 ? 1 : 0 }),
    })),
    hours: hours({ 7: 2, 8: 3, 9: 6, 10: 4, 14: 3, 15: 2, 17: 2, 18: 2, 21: 1 }),
    median_delay_minutes: -24,
    tasks: TASKS,
    ...part,
  };
}

export function day(part: Partial<DailyReport> = {}): DailyReport {
  return {
    date: '2026-11-14',
    timezone: 'Europe/Berlin',
    generated_at: '2026-11-14T13:12:00.000Z',
    note: null,
    more: 0,
    counts: counts({ kept: 1, missed: 1, open: 2 }),
    streak: { current: 1, longest: 31, freezes: 0 },
    focus: NO_FOCUS,
    tasks: [
      ...TASKS.slice(6, 8),
      task({ title: 'Write the retrospective', due_date: '2026-11-14', status: 'in_progress' }),
      task({ title: 'Water the plants', due_date: null }),
    ],
    ...part,
  };
}

/** A year whose days follow a fixed pattern. */
export function whole(part: Partial<OverallReport> = {}): OverallReport {
  const start = Temporal.PlainDate.from('2025-12-01');
  const days = Array.from({ length: 353 }, (_, index) => {
    const date = start.add({ days: index });
    const kept = date.dayOfWeek > 5 ? index % 3 : 2 + ((index * 7) % 5);
    const missed = index % 29 === 11 ? 1 : 0;
    return {
      date: date.toString(),
      counts: counts({ kept, missed, skipped: index % 17 === 3 ? 1 : 0, open: index === 352 ? 3 : 0 }),
      frozen: index % 58 === 11,
    };
  });
  const sum = (some: typeof days) =>
    counts({ kept: total(some, 'kept'), missed: total(some, 'missed'), skipped: total(some, 'skipped'), open: total(some, 'open') });
  const total = (some: typeof days, name: 'kept' | 'missed' | 'skipped' | 'open') => some.reduce((all, each) => all + each.counts[name], 0);
  const weeks = Array.from({ length: 51 }, (_, index) => ({
    from: start.add({ weeks: index }).toString(),
    counts: sum(days.slice(index * 7, index * 7 + 7)),
  }));
  return {
    start_date: '2025-12-01',
    end_date: '2026-11-18',
    timezone: 'Europe/Berlin',
    generated_at: '2026-11-18T13:12:00.000Z',
    note: null,
    counts: { ...sum(days), postponed: 14, taken_back: 5, late: 7, verified: 0, on_word: 0 },
    streak: { current: 12, longest: 44, freezes: 2 },
    focus: NO_FOCUS,
    weeks,
    weekdays: Array.from({ length: 7 }, (_, index) => sum(days.filter((_day, at) => at % 7 === index))),
    hours: hours({ 6: 20, 7: 48, 8: 130, 9: 210, 10: 180, 11: 120, 13: 70, 14: 90, 15: 100, 16: 84, 17: 60, 19: 30, 20: 22, 22: 6 }),
    median_delay_minutes: -75,
    days,
    ...part,
  };
}

export function entry(part: Partial<HistoryEntry> = {}): HistoryEntry {
  made += 1;
  return {
    id: `h${made}`,
    at: '2026-11-19T12:20:00.000Z',
    type: 'tasks',
    action: 'task.completed',
    label: 'Completed',
    title: `Task ${made}`,
    task_id: null,
    actor: { kind: 'user', name: 'Inés Kowalczyk' },
    detail: null,
    on_word: false,
    ...part,
  };
}
export function history(part: Partial<HistoryReport> = {}): HistoryReport {
  return {
    type: 'all',
    timezone: 'Europe/Berlin',
    generated_at: '2026-11-19T13:12:00.000Z',
    entries: [
      entry({ title: 'Ship the idempotency keys behind a flag' }),
      entry({
        at: '2026-11-19T08:15:00.000Z',
        action: 'task.missed',
        label: 'Missed',
        title: 'Renew the staging TLS certificate',
        actor: { kind: 'system', name: null },
      }),
      entry({ at: '2026-11-18T20:00:00.000Z', action: 'task.skipped', label: 'Skipped', title: 'Guitar, 20 minutes', detail: 'guests' }),
      entry({
        at: '2026-11-17T23:00:00.000Z',
        action: 'day.closed',
        label: 'Day closed',
        type: 'streaks',
        title: null,
        actor: { kind: 'system', name: null },
        detail: '5 of 5 kept',
      }),
      entry({ at: '2025-12-31T23:30:00.000Z', action: 'account.confirmed', label: 'Address confirmed', type: 'account', title: null }),
    ],
    ...part,
  };
}
