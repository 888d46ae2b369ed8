import type { Task } from '../../api/tasks.ts';
import type { TimeBox } from '../../api/time-boxes.ts';

/** A box that gets another time, a task that gets a box, or a time for which a task is chosen. */
export type PlanSubject =
  | { readonly box: TimeBox }
  | { readonly task: Task }
  | { readonly place: { readonly date: string; readonly time: string | null; readonly minutes: number } };
