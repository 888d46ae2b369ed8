import { clockTime, quoted, shortDate } from '../../src/contracts/words/format.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import { ruleWords } from '../recurrence/rule.ts';
import { rememberChange } from '../tasks/last-change.ts';
import { toast } from '../ui/toast.tsx';
import type { ReadLine } from './new-draft.ts';
import { type Made, useTakeBack } from './pasted-lines.tsx';

/** For example 'Added for Fri 20 Nov, 11:00'. */
function words(one: Made, { parsed }: ReadLine, today: string): string {
  if ('routine' in one) return `Routine added${parsed.routine ? `, ${ruleWords(parsed.routine.rule, today)}` : ''}`;
  const { dueDate, dueTime } = one.task;
  return dueDate === null
    ? 'Added without a date'
    : `Added for ${[shortDate(dueDate, today), dueTime && clockTime(dueTime)].filter(Boolean).join(', ')}`;
}

/** The message after a task or a routine was added, with a link to it and its undo. A row that is on the screen is scrolled into view. */
export function useAdded({ today }: Pick<OwnerClock, 'today'>) {
  const takeBack = useTakeBack();
  return {
    /** `onUndo`: called when it is taken back. */
    tell(one: Made, line: ReadLine, isWhole: boolean, onUndo: () => void): void {
      const { id, title } = 'task' in one ? one.task : one.routine;
      const message = `task-${id}`;
      const undo = () => {
        takeBack([one], `Taken back: ${quoted(title)}`, message);
        onUndo();
      };
      rememberChange(id, undo);
      toast.success(`${words(one, line, today)}: ${quoted(title)}`, {
        id: message,
        ...(isWhole ? {} : { detail: 'Not all of its parts were added.' }),
        link: {
          to: 'task' in one ? `/todo?task=${encodeURIComponent(id)}` : `/todo?tab=routines&routine=${encodeURIComponent(id)}`,
          label: 'Open',
        },
        undo,
      });
      requestAnimationFrame(() => document.querySelector(`main [data-task="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' }));
    },
  };
}
