import type { Counts } from '../../contracts/report.ts';
import type { Task } from '../../contracts/task.ts';
import { number } from './words.ts';

/** The tasks of a report; `more`: how many are left out of them. Of the whole record there is no list. */
interface Listed {
  readonly tasks?: readonly Task[];
  readonly more?: number;
}

/**
 * What became of the misses: '1 done late, 1 rejected for good'. A task whose proof was rejected, or did not come, was done in time
 * and is a miss all the same. Only a report that lists all of its tasks can tell.
 */
export function missWords(counts: Counts, { tasks = [], more = 0 }: Listed): string {
  if (counts.missed === 0) return 'none';
  const unproven = more > 0 ? [] : tasks.filter(({ outcome, late, completed }) => outcome === 'missed' && completed && !late);
  const rejected = unproven.filter(({ verification_state: state }) => state === 'rejected').length;
  const parts = [
    [counts.late, 'done late'],
    [rejected, 'rejected for good'],
    [unproven.length - rejected, 'without proof in time'],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${number(count)} ${what}`);
  return words.length === 0 ? 'none done late' : words.join(', ');
}
