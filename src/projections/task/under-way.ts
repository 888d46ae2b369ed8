import type { Views } from '../engine/views.ts';
import { sessionUnderWay } from '../focus.ts';
import { timeBoxesAround } from '../time-box.ts';
import type { UnderWay } from './next-tasks.ts';

/** What the owner works on at this instant, for `GET /api/next`: in a focus session, or by the plan of the day. */
export async function workUnderWay(views: Views, owner: string, now: string): Promise<UnderWay> {
  const [session, boxes] = await Promise.all([
    sessionUnderWay(views, owner, now),
    timeBoxesAround(views, owner, [{ starts_at: now, minutes: 0 }]),
  ]);
  const covering = boxes.filter(({ doc }) => doc.starts_at <= now && now < doc.ends_at);
  return { focused: session?.doc.task_id ?? null, boxed: covering.map(({ doc }) => doc.task_id) };
}
