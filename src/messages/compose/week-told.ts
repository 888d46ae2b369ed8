import type { App } from '../../app/app.ts';
import { stretchOf } from '../../projections/day/weeks.ts';
import type { Stored } from '../../projections/engine/documents.ts';
import type { TaskDoc } from '../../projections/task/tasks.ts';
import type { SlippedTold, WeekTold } from '../mail/rhythm-letters.ts';

/** Some days of an owner's with what slipped in them by name. */
export async function weekTold(app: App, owner: string, days: { readonly from: string; readonly to: string }): Promise<WeekTold> {
  const { tasks, ...figures } = await stretchOf(app.views, owner, days);
  await app.opener.ready(owner);
  const text = (sealed: string | null, field: string): string =>
    sealed === null ? '' : String(app.opener.openNow(owner, sealed)?.[field] ?? '');
  const decided = tasks.flatMap(({ doc }) => (isKept(doc) || isMissed(doc) ? [{ kept: isKept(doc), due_time: doc.due_time }] : []));
  const slipped = tasks.flatMap(({ doc }): readonly SlippedTold[] => {
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

type Slipped = SlippedTold['status'] | null;

const isMissed = (doc: TaskDoc): boolean =>
  !doc.counts_as_skipped && (doc.status === 'missed' || doc.late || doc.verification_state === 'expired');
const isKept = (doc: Stored<TaskDoc>['doc']): boolean =>
  doc.status === 'completed' &&
  !doc.late &&
  !doc.counts_as_skipped &&
  (doc.verification_state === 'not_required' || doc.verification_state === 'verified');

/** What a vacation skipped did not slip. */
function slippedAs(doc: TaskDoc): Slipped {
  if (doc.status === 'skipped' || doc.counts_as_skipped) return doc.vacation_id === null ? 'skipped' : null;
  if (!isMissed(doc)) return null;
  return doc.status === 'completed' && doc.late ? 'late' : 'missed';
}
