import type { Task } from '../api/tasks.ts';

export interface Change {
  readonly was: Task;
  readonly is: Task;
}

/**
 * The one task of a list that has changed. Null: none or several have changed, or the list has other tasks. What is known of
 * thousands of tasks can then be corrected instead of being made anew.
 */
export function onlyChange(before: readonly Task[], after: readonly Task[]): Change | null {
  if (before.length !== after.length) return null;
  let found: Change | null = null;
  for (let at = 0; at < after.length; at += 1) {
    const [was, is] = [before[at], after[at]];
    if (was === is) continue;
    if (found || !was || !is || was.id !== is.id) return null;
    found = { was, is };
  }
  return found;
}
