import { useMutation, useQueryClient } from '@tanstack/react-query';
import { serverNow } from '../api/clock.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { editRoutine, type Routine, routineKeys, type TaggedRoutine } from '../api/routines.ts';
import { markStale } from '../api/stale.ts';
import { quoted, shortDate } from '../lib/words.ts';
import { useNewRoutine } from '../recurrence/new-routine.ts';
import { putRoutine } from '../recurrence/routine-cache.ts';
import { readAfterTask, staleAfterOccurrences } from '../tasks/after-task.ts';
import { toast } from '../ui/toast.tsx';
import { bodyOf, changesFrom, changesOf, draftOf, type RoutineDraft, serverFaults } from './routine-draft.ts';

/** Changes a routine, with the ETag of what was read. When it has changed since, the change is refused and the routine is read again. */
function useEditRoutine(from: string | null, onEdited: (routine: Routine) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ read, draft }: { read: TaggedRoutine; draft: RoutineDraft }) =>
      editRoutine(
        read.routine.id,
        from === null ? changesOf(draftOf(read.routine), draft) : changesFrom(draftOf(read.routine), draft, from),
        read.etag,
      ),
    onSuccess: (saved) => {
      putRoutine(client, saved);
      markStale(client, staleAfterOccurrences(client));
      readAfterTask(client, serverNow());
      onEdited(saved.routine);
    },
    onError: (error, { read }) => {
      if (failedWith(error, 'precondition_failed')) void client.invalidateQueries({ queryKey: routineKeys.one(read.routine.id) });
    },
  });
}

/** Saves a routine, or creates one when `tagged` is null. `from`: the day from which a change holds; null: for all that is not yet due. */
export function useSaveRoutine(tagged: TaggedRoutine | null, from: string | null, onSaved: () => void) {
  const making = useNewRoutine(({ title }) => {
    toast.success(`Written down: ${quoted(title)}`);
    onSaved();
  });
  const { today } = useOwnerClock();
  const editing = useEditRoutine(from, ({ title }) => {
    toast.success(`Saved ${quoted(title)}`, {
      detail: from === null ? 'It holds from what is not yet due.' : `It holds from ${shortDate(from, today)} on.`,
    });
    onSaved();
  });
  const error = tagged ? editing.error : making.error;
  const faults = error instanceof ApiError ? serverFaults(error.errors) : {};
  const stale = tagged !== null && failedWith(error, 'precondition_failed');
  return {
    save: (draft: RoutineDraft) => {
      if (!tagged) making.create(bodyOf(draft)).catch(() => undefined);
      else if (Object.keys(changesOf(draftOf(tagged.routine), draft)).length === 0) onSaved();
      else editing.mutate({ read: tagged, draft });
    },
    saving: tagged ? editing.isPending : making.creating,
    forget: tagged ? editing.reset : making.forget,
    faults,
    fault:
      error && Object.keys(faults).length === 0
        ? stale
          ? 'This routine was changed elsewhere. Save again to write yours over.'
          : messageOf(error)
        : null,
  };
}
