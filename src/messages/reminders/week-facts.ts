import type { App } from '../../app/app.ts';
import { stretchOf } from '../../projections/day/weeks.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import type { SlippedTask, WeekFacts } from './sections.ts';

/** The counts of an owner's days from `from` to `to` (local dates, both included), and the tasks that were not kept, by title. */
export async function readWeekFacts(app: App, owner: string, days: { readonly from: string; readonly to: string }): Promise<WeekFacts> {
  const { tasks, ...figures } = await stretchOf(app.views, owner, days);
  await app.opener.ready(owner);
  const text = (sealed: string | null, field: string): string =>
    sealed === null ? '' : String(app.opener.openNow(owner, sealed)?.[field] ?? '');
  const decided = tasks.flatMap(({ doc: { outcome, due_time } }) =>
    outcome === 'kept' || outcome === 'missed' ? [{ kept: outcome === 'kept', due_time }] : [],
  );
  const slipped = tasks.flatMap(({ doc }): readonly SlippedTask[] => {
    const status = slippedAs(doc);
    if (status === null || doc.due_at === null) return [];
    return [
      {
        title: text(doc.title, 'title'),
        due_at: doc.due_at,
        timed: doc.due_time !== null,
        status,
        reason: text(doc.skip_reason, 'skip_reason'),
      },
    ];
  });
  return { ...figures, decided, slipped };
}

/** How a task slipped; null if it did not. A task that was skipped by a vacation did not slip. */
function slippedAs({ outcome, late, vacation_id }: TaskDoc): SlippedTask['status'] | null {
  if (outcome === 'skipped') return vacation_id === null ? 'skipped' : null;
  if (outcome !== 'missed') return null;
  return late ? 'late' : 'missed';
}
