import { addCounts, type Day, type DayCounts, NO_COUNTS } from './days.ts';

export type ReportCounts = DayCounts & { readonly completion_rate: number | null };

/** The sum of some days, with the share of kept tasks among the decided ones (0 to 1; null: none was decided). */
export function countsOf(days: readonly Day[]): ReportCounts {
  const sum = days.reduce((counts, day) => addCounts(counts, day.counts), NO_COUNTS);
  const decided = sum.kept + sum.missed;
  return { ...sum, completion_rate: decided === 0 ? null : sum.kept / decided };
}

/** 24 numbers: completions by local hour. */
export function hoursOf(days: readonly Day[]): readonly number[] {
  const hours = new Array<number>(24).fill(0);
  for (const day of days) for (const [hour, n] of Object.entries(day.hours)) hours[Number(hour)] = (hours[Number(hour)] ?? 0) + n;
  return hours;
}

/** The median delay in whole minutes, rounded. Null: no task with a due date was completed. */
export function medianDelay(days: readonly Day[]): number | null {
  const times = new Map<number, number>();
  for (const day of days)
    for (const [delay, n] of Object.entries(day.delays)) times.set(Number(delay), (times.get(Number(delay)) ?? 0) + n);
  const sorted = [...times].filter(([, n]) => n > 0).sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, n]) => sum + n, 0);
  if (total === 0) return null;
  const mean = Math.round((nth(sorted, Math.floor((total - 1) / 2)) + nth(sorted, Math.floor(total / 2))) / 2);
  return mean === 0 ? 0 : mean;
}

/** Finds a value by its place in sorted values. Each value comes with the number of times that it occurs. */
function nth(sorted: readonly (readonly [number, number])[], place: number): number {
  let passed = 0;
  for (const [value, n] of sorted) {
    passed += n;
    if (place < passed) return value;
  }
  return 0;
}
