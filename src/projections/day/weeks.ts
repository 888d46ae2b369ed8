import { datesBetween } from '../../domain/calendar/local.ts';
import type { Stored } from '../../ports/documents.ts';
import type { Views } from '../engine/views.ts';
import { tasksDue } from '../task/task-lists.ts';
import type { TaskDoc } from '../task/tasks.ts';
import { type DayCounts, daysOf, NO_COUNTS } from './days.ts';
import { countsOf, hoursOf, type ReportCounts } from './sums.ts';

export interface Stretch {
  readonly from: string;
  readonly to: string;
  readonly counts: ReportCounts;
  readonly days: readonly { readonly date: string; readonly counts: DayCounts }[];
  /** 24 numbers: completions by local hour. */
  readonly hours: readonly number[];
  readonly tasks: readonly Stored<TaskDoc>[];
}

export async function stretchOf(
  views: Views,
  owner: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Stretch> {
  const [days, tasks] = await Promise.all([daysOf(views, owner, from, to), tasksDue(views, owner, from, to)]);
  const counted = new Map(days.map((day) => [day.date, day.counts]));
  return {
    from,
    to,
    counts: countsOf(days),
    days: datesBetween(from, to).map((date) => ({ date, counts: counted.get(date) ?? NO_COUNTS })),
    hours: hoursOf(days),
    tasks,
  };
}
