import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { newKey } from '../api/client.ts';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { createRoutine, editRoutine, routineKeys, type TaggedRoutine } from '../api/routines.ts';
import { quoted, refreshAfterTask } from '../ledger/task-acts.ts';
import { toast } from '../ui/toast.tsx';
import { bodyOf, changesOf, draftOf, type RoutineDraft, serverFaults } from './routine-draft.ts';

/** Saves a routine, or makes it; a second try of the same makes it only once. */
export function useSaveRoutine(tagged: TaggedRoutine | null, onSaved: () => void) {
  const client = useQueryClient();
  const tried = useRef({ said: '', key: '' });
  const mutation = useMutation({
    mutationFn: (draft: RoutineDraft): Promise<TaggedRoutine> => {
      if (tagged) return editRoutine(tagged.routine.id, changesOf(draftOf(tagged.routine), draft), tagged.etag);
      const body = bodyOf(draft);
      const said = JSON.stringify(body);
      if (tried.current.said !== said) tried.current = { said, key: newKey() };
      return createRoutine(body, tried.current.key);
    },
    onSuccess: (saved) => {
      client.setQueryData(routineKeys.one(saved.routine.id), saved);
      void client.invalidateQueries({ queryKey: routineKeys.list() });
      refreshAfterTask(client);
      toast.success(
        tagged ? `Saved ${quoted(saved.routine.title)}` : `Written down: ${quoted(saved.routine.title)}`,
        tagged ? { detail: 'It holds from what is not yet due.' } : {},
      );
      onSaved();
    },
    onError: (error) => {
      if (tagged && failedWith(error, 'precondition_failed'))
        void client.invalidateQueries({ queryKey: routineKeys.one(tagged.routine.id) });
    },
  });
  const { error } = mutation;
  const faults = error instanceof ApiError ? serverFaults(error.errors) : {};
  const stale = failedWith(error, 'precondition_failed');
  return {
    save: (draft: RoutineDraft) => {
      if (tagged && Object.keys(changesOf(draftOf(tagged.routine), draft)).length === 0) onSaved();
      else mutation.mutate(draft);
    },
    saving: mutation.isPending,
    forget: mutation.reset,
    faults,
    fault:
      error && Object.keys(faults).length === 0
        ? stale
          ? 'This routine was changed elsewhere. Save again to write yours over.'
          : messageOf(error)
        : null,
  };
}
