import { useState } from 'react';
import type { Routine } from '../api/routines.ts';
import type { Task } from '../api/tasks.ts';
import { plural } from '../lib/words.ts';
import { useEndRoutine } from '../recurrence/end-routine.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { toast } from '../ui/toast.tsx';
import type { ReadLine } from './pasted-lines.tsx';

/** What a line became. */
export type Made = { readonly task: Task } | { readonly routine: Routine };

/** Tasks and routines of several lines. `write` makes one of them. */
export function useMany(write: (line: ReadLine) => Promise<Made>) {
  const { acts } = useTaskScreen();
  const ending = useEndRoutine();
  const [busy, setBusy] = useState(false);

  function takeBack(made: readonly Made[]): void {
    for (const one of made) if ('routine' in one) ending.mutate(one.routine);
    const tasks = made.flatMap((one) => ('task' in one ? [one.task] : []));
    acts.removeAll(tasks, `Taken back: ${plural(made.length, 'task')}`);
  }

  /** Makes one after the other. Gives the lines that were not made, because one of them was refused. */
  async function writeAll(lines: readonly ReadLine[]): Promise<readonly ReadLine[]> {
    const made: Made[] = [];
    setBusy(true);
    try {
      for (const line of lines) made.push(await write(line));
    } catch {
      // The mutation shows why; the lines that are left stay on the screen.
    } finally {
      setBusy(false);
    }
    if (made.length > 0) toast.success(`Written down: ${plural(made.length, 'task')}`, { undo: () => takeBack(made) });
    return lines.slice(made.length);
  }
  return { writeAll, busy };
}
