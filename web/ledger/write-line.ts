import { messageOf } from '../api/problem.ts';
import { toast } from '../ui/toast.tsx';
import { faultsOf } from './draft.ts';
import { useHere } from './here.ts';
import { mergedDraft } from './new-draft.ts';
import { routineBody, useNewRoutine } from './new-routine.ts';
import { useNewTask } from './new-task.ts';
import { understand } from './understand.ts';
import { quoted } from './words.ts';

/** Writes down a line as the quick add would, from anywhere. */
export function useWriteLine(): (line: string) => Promise<void> {
  const here = useHere();
  const task = useNewTask();
  const routine = useNewRoutine();
  return async (line) => {
    const understood = understand(line, here);
    const draft = mergedDraft(understood, {}, here.today);
    const fault = Object.values(faultsOf(draft))[0];
    if (fault) {
      toast.error(fault);
      return;
    }
    try {
      if (understood.routine) await routine.create(routineBody(draft, understood.routine));
      else await task.create(draft);
      toast.success(`Written down: ${quoted(draft.title)}`);
    } catch (error) {
      toast.error(messageOf(error), { detail: 'Nothing was written.' });
    }
  };
}
