import type { TimeBox } from '../contracts/time-box.ts';
import type { Opener } from '../ports/secrets.ts';
import type { StoredTimeBox } from '../projections/time-box.ts';
import { type TaskTitles, titleOf } from './task-titles.ts';

/** What is needed to show time boxes, besides their own fields. */
interface TimeBoxContext {
  readonly titles: TaskTitles;
  /** By box: the ids of those that share time with it. */
  readonly overlaps: ReadonlyMap<string, readonly string[]>;
}

/** `opener` must be ready for the owner. */
export function presentTimeBox(opener: Opener, { id, doc }: StoredTimeBox, { titles, overlaps }: TimeBoxContext): TimeBox {
  return {
    id,
    task_id: doc.task_id,
    title: titleOf(opener, titles, doc.task_id) ?? '',
    date: doc.date,
    time: doc.time,
    minutes: doc.minutes,
    starts_at: doc.starts_at,
    ends_at: doc.ends_at,
    overlaps: [...(overlaps.get(id) ?? [])],
    focused_minutes: Math.floor(doc.focused_seconds / 60),
    created_at: doc.created_at,
  };
}
