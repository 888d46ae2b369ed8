import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { quoted } from '../lib/words.ts';
import { routineBody, useNewRoutine } from '../recurrence/new-routine.ts';
import { faultsOf } from '../tasks/draft.ts';
import { useNewTask } from '../tasks/new-task.ts';
import { toast } from '../ui/toast.tsx';
import { mergedDraft } from './new-draft.ts';
import { parseQuickAdd } from './parse-quick-add.ts';

/** Creates a task or a routine from a line of text, as the quick add does, from any screen. */
export function useCreateFromLine(): (line: string) => Promise<void> {
  const clock = useOwnerClock();
  const task = useNewTask();
  const routine = useNewRoutine();
  return async (line) => {
    const parsed = parseQuickAdd(line, clock);
    const draft = mergedDraft(parsed, {});
    const fault = Object.values(faultsOf(draft))[0];
    if (fault) {
      toast.error(fault);
      return;
    }
    try {
      if (parsed.routine) await routine.create(routineBody(draft, parsed.routine));
      else await task.create(draft);
      toast.success(`Written down: ${quoted(draft.title)}`);
    } catch (error) {
      toast.error(messageOf(error), { detail: 'Nothing was written.' });
    }
  };
}
