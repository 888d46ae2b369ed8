import { leaving } from '../../projections/account/leaving.ts';
import { closings } from '../../projections/day/closings.ts';
import { deliveries } from '../../projections/delivery/deliveries.ts';
import type { DueWork } from '../../projections/due.ts';
import { dueBefore } from '../../projections/due.ts';
import type { Views } from '../../projections/engine/views.ts';
import { exports } from '../../projections/export/exports.ts';
import { notices } from '../../projections/partner/notices.ts';
import { rhythm } from '../../projections/reminders/reminders.ts';
import { routinePlans } from '../../projections/routine/routine-plans.ts';
import { tasks } from '../../projections/task/tasks.ts';

const KINDS: Readonly<Record<DueWork['kind'], string>> = {
  leave: leaving.name,
  routine: routinePlans.name,
  task: tasks.name,
  close: closings.name,
  rhythm: rhythm.name,
  notice: notices.name,
  export: exports.name,
  deliver: deliveries.name,
};

export interface DueNow {
  readonly waiting: readonly { readonly kind: string; readonly count: number }[];
  /** For how long the oldest piece has been due; 0: nothing is. */
  readonly oldestSeconds: number;
}

/** What is due and not done, up to 1,000 a kind. */
export async function dueNow(views: Views, now: string): Promise<DueNow> {
  const waiting = await Promise.all(
    Object.entries(KINDS).map(async ([kind, name]) => ({
      kind,
      count: await views.documents.count(views.current(name), { index: 'next', equals: [], to: now }),
    })),
  );
  const [first] = await dueBefore(views, now, 1);
  return { waiting, oldestSeconds: first ? (Date.parse(now) - Date.parse(first.next_at)) / 1_000 : 0 };
}
