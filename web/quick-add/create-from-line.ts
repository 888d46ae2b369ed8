import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { quoted, shortDate } from '../lib/words.ts';
import { routineBody, useNewRoutine } from '../recurrence/new-routine.ts';
import { ruleWords } from '../recurrence/rule-words.ts';
import { faultsOf } from '../tasks/draft.ts';
import { useNewTask } from '../tasks/new-task.ts';
import { toast } from '../ui/toast.tsx';
import { mergedDraft } from './new-draft.ts';
import { parseQuickAdd } from './parse-quick-add.ts';

/** What a line would become besides its title: when it is due, and how it repeats. */
export function understood(line: string, clock: OwnerClock): string {
  const { task, routine } = parseQuickAdd(line, clock);
  const when = task.dueDate === null ? 'No due date' : [shortDate(task.dueDate, clock.today), task.dueTime].filter(Boolean).join(', ');
  return routine ? `${ruleWords(routine.rule, clock.today)}, from ${when}` : when;
}

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
      toast.success(`Written down: ${quoted(draft.title)}`, { detail: understood(line, clock) });
    } catch (error) {
      toast.error(messageOf(error), { detail: 'Nothing was written.' });
    }
  };
}
