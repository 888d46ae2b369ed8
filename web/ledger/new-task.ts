import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { newKey } from '../api/client.ts';
import { ApiError, messageOf } from '../api/problem.ts';
import { createTask } from '../api/tasks.ts';
import { putTask } from './cache.ts';
import { bodyOf, type Draft, type DraftFaults, serverFaults } from './draft.ts';
import { refreshAfterTask } from './task-acts.ts';

/** Makes a task; a second try of the same draft, after no answer came, makes it only once. */
export function useNewTask(parentId: string | null = null) {
  const client = useQueryClient();
  const tried = useRef({ draft: '', key: '' });
  const mutation = useMutation({
    mutationKey: ['task-new'],
    mutationFn: (draft: Draft) => {
      const body = { ...bodyOf(draft), ...(parentId ? { parentId } : {}) };
      const said = JSON.stringify(body);
      if (tried.current.draft !== said) tried.current = { draft: said, key: newKey() };
      return createTask(body, tried.current.key);
    },
    onSuccess: ({ task }) => {
      tried.current = { draft: '', key: '' };
      putTask(client, task);
      refreshAfterTask(client);
    },
  });
  const { error } = mutation;
  const fields: DraftFaults = error instanceof ApiError ? serverFaults(error.errors) : {};
  return {
    create: mutation.mutateAsync,
    creating: mutation.isPending,
    /** Waits for the connection. */
    paused: mutation.isPaused,
    forget: mutation.reset,
    faults: fields,
    /** A fault that belongs to no field. */
    fault: error && Object.keys(fields).length === 0 ? messageOf(error) : null,
  };
}
