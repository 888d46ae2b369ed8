import type { Recorded } from '../../src/domain/kernel/event.ts';

/**
 * Counts an owner's promises from the audit alone: it follows what each event set, and applies the sentences of the wire's contract
 * about counts and streaks. It uses neither the counters of the events nor the read models nor the rules of the program.
 */

export interface Sums {
  kept: number;
  missed: number;
  skipped: number;
  open: number;
  postponed: number;
  taken_back: number;
  late: number;
  verified: number;
  on_word: number;
}
const nothing = (): Sums => ({ kept: 0, missed: 0, skipped: 0, open: 0, postponed: 0, taken_back: 0, late: 0, verified: 0, on_word: 0 });

/** The fields of a task as the audit shows them. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the events have set
export type Told = Record<string, any>;

export interface Counted {
  readonly tasks: ReadonlyMap<string, Told>;
  readonly days: ReadonlyMap<string, Sums>;
  /** Alerts that were neither acknowledged nor resolved. */
  readonly activeAlerts: readonly { readonly type: string; readonly task_id: string | null }[];
  /** The last date that was closed. */
  readonly closedThrough: string;
}

export function countedByHand(events: readonly Recorded[], owner: string): Counted {
  const tasks = new Map<string, Told>();
  const alerts = new Map<string, Counted['activeAlerts'][number]>();
  let closedThrough = '';
  for (const { type, stream, data, metadata } of events as readonly (Recorded & { data: Told })[]) {
    if (metadata.owner !== owner) continue;
    if (stream.startsWith('task-') && data.set) tasks.set(stream, { ...tasks.get(stream), ...data.set });
    if (type === 'AlertRaised') alerts.set(data.alert_id, { type: data.alert_type, task_id: data.task_id });
    if (type === 'AlertAcknowledged' || type === 'AlertResolved') alerts.delete(data.alert_id);
    if (type === 'DayClosed' && data.date > closedThrough) closedThrough = data.date;
  }
  const days = new Map<string, Sums>();
  for (const task of tasks.values()) count(task, (date) => days.get(date) ?? days.set(date, nothing()).get(date) ?? nothing());
  return { tasks, days, activeAlerts: [...alerts.values()], closedThrough };
}

function count(task: Told, day: (date: string) => Sums): void {
  for (const date of task.taken_back ?? []) day(date).taken_back += 1;
  const outcome = becameOf(task);
  if (outcome === null) return;
  const sums = day(task.due_date);
  sums[outcome] += 1;
  if (task.postponed > 0) sums.postponed += 1;
  if (outcome === 'missed' && task.late) sums.late += 1;
  if (outcome === 'kept' && task.verification_state === 'verified' && !task.corrected)
    sums[task.decided_by === 'self' ? 'on_word' : 'verified'] += 1;
}

/** Null: it counts nowhere. */
function becameOf(task: Told): 'kept' | 'missed' | 'skipped' | 'open' | null {
  if (!task.due_date || task.withdrawn) return null;
  if (task.corrected) return 'kept';
  if (task.status === 'missed') return 'missed';
  if (task.status === 'skipped' || task.counts_as_skipped) return 'skipped';
  const isProven = task.verification_type === 'none' || task.verification_state === 'verified';
  if (task.status === 'completed') {
    const isLost = task.verification_state === 'expired' || (task.verification_state === 'rejected' && Boolean(task.decided_at));
    if (task.late || isLost) return 'missed';
    if (isProven) return 'kept';
  }
  return task.deleted ? null : 'open';
}

export function sumOf(days: ReadonlyMap<string, Sums>, from: string, to: string): Sums {
  const total = nothing();
  for (const [date, sums] of days)
    if (date >= from && date <= to) for (const name of Object.keys(total) as (keyof Sums)[]) total[name] += sums[name];
  return total;
}

/** A day on which all was kept adds one; a miss breaks, unless one of at most two freezes, earned every 7 days, covers it. */
export function streakByHand({ days, closedThrough }: Counted, today: string, end: string) {
  const streak = { current: 0, longest: 0, freezes: 0 };
  for (const date of [...days.keys()].sort()) {
    if (date > today || date > end) break;
    const { kept, missed, open } = days.get(date) ?? nothing();
    const isClosed = date < today || date <= closedThrough;
    if (missed > 0) {
      if (!isClosed) continue;
      if (streak.freezes > 0) streak.freezes -= 1;
      else streak.current = 0;
    } else if (open === 0 && kept > 0) {
      streak.current += 1;
      streak.longest = Math.max(streak.longest, streak.current);
      if (isClosed && streak.current % 7 === 0) streak.freezes = Math.min(2, streak.freezes + 1);
    }
  }
  return streak;
}
