import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { quoted } from '../../src/contracts/words/format.ts';
import { newKey } from '../api/client.ts';
import { keptAs } from '../api/kept.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { readTask, type TaggedTask, taskKeys } from '../api/tasks.ts';
import { conflictWords, overlap } from '../forms/conflict.tsx';
import { bodyOfTask, changesOf, taskWords, typedFrom } from '../tasks/draft.ts';
import type { Draft, FieldName, TaskBody } from '../tasks/fields.ts';
import { keepable, sendCall } from '../tasks/kept-calls.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';

interface Conflict {
  readonly names: readonly FieldName[];
  readonly theirs: TaggedTask;
  readonly words: string;
}

const editOf = (change: Partial<TaskBody>, { task, etag }: TaggedTask) => ({ name: 'edit' as const, args: { id: task.id, change, etag } });

/**
 * Sends only the changed fields, with the ETag of what was read. If the task has changed since, changes of different fields are
 * merged. If both sides changed the same field, the person decides.
 */
export function useSaveTask(opened: TaggedTask, onSaved: () => void) {
  const client = useQueryClient();
  const { acts, clock } = useTaskScreen();
  const base = useRef(opened);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  async function write(mine: Partial<TaskBody>): Promise<TaggedTask | null> {
    try {
      return await sendCall(editOf(mine, base.current), '');
    } catch (error) {
      if (!failedWith(error, 'precondition_failed')) throw error;
      const theirs = await readTask(opened.task.id);
      client.setQueryData(taskKeys.one(opened.task.id), theirs);
      const names = overlap(bodyOfTask(base.current.task), bodyOfTask(theirs.task), mine);
      base.current = theirs;
      if (names.length === 0) return sendCall(editOf(mine, theirs), '');
      setConflict({ names, theirs, words: conflictWords(names, bodyOfTask(theirs.task), mine, taskWords(clock.today)) });
      return null;
    }
  }
  const mutation = useMutation({
    mutationKey: ['task-edit', opened.task.id],
    meta: keptAs<Partial<TaskBody>>((mine) =>
      keepable(editOf(mine, base.current), newKey(), opened.task.id, `Change ${quoted(opened.task.title)}`, base.current.task),
    ),
    mutationFn: write,
    onSuccess: (saved) => {
      if (!saved) return;
      acts.edited(opened.task, saved);
      onSaved();
    },
  });
  return {
    /** Sends the fields that differ. Rejects with the server's refusal. */
    save: async (fields: Partial<TaskBody>): Promise<void> => {
      const mine = changesOf(bodyOfTask(opened.task), fields);
      setConflict(null);
      if (Object.keys(mine).length === 0) onSaved();
      else await mutation.mutateAsync(mine);
    },
    saving: mutation.isPending,
    paused: mutation.isPaused,
    fault: mutation.error && messageOf(mutation.error),
    conflict: conflict?.words ?? null,
    /** The saved values of the fields that both sides changed, in the shape of the form. */
    keepTheirs: (): Partial<Draft> => {
      if (!conflict) return {};
      const theirs = typedFrom(conflict.theirs.task);
      setConflict(null);
      return Object.fromEntries(conflict.names.map((name) => [name, theirs[name]]));
    },
  };
}
