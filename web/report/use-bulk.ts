import { plural } from '../../src/contracts/words/format.ts';
import type { BatchChange } from '../api/batches.ts';
import { messageOf } from '../api/problem.ts';
import type { Task } from '../api/tasks.ts';
import { useBatches } from '../tasks/batches.ts';
import { rememberChange } from '../tasks/last-change.ts';
import { toast } from '../ui/toast.tsx';

const TOAST = 'putting-off';

export interface BulkPart {
  readonly tasks: readonly Task[];
  readonly change: BatchChange;
}

/** Changes of several tasks, which one undo takes back. */
export function useBulk() {
  const batches = useBatches();
  const takeBack = async (ids: readonly string[], words: string): Promise<void> => {
    try {
      const refused = await batches.takeBack(ids, `Take back: ${words}`);
      if (refused.length > 0) toast.error('Some of them were changed since, and stay as they are now.');
      else toast.success(`Taken back: ${words}`);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return async (parts: readonly BulkPart[], words: string): Promise<void> => {
    const {
      done,
      refused,
      failure,
      batches: made,
    } = await batches.press({
      changes: parts.map(({ tasks, change }) => ({ ids: tasks.map(({ id }) => id), change })),
      alerts: [],
      words,
    });
    if (failure) return void toast.error(messageOf(failure));
    const first = refused[0];
    if (first) toast.error(`${plural(refused.length, 'task')} could not be changed.`, { detail: first.message });
    if (done.length === 0) return;
    const undo = () => void takeBack(made, words);
    rememberChange(TOAST, undo);
    toast.success(words, { id: TOAST, undo });
  };
}
