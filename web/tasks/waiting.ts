import { useMutationState } from '@tanstack/react-query';
import { KEPT_CHANGES, TASK_ACTS } from './after-task.ts';

const idOf = (variables: unknown): string | undefined => (variables as { readonly id?: string } | undefined)?.id;

/** The ids of tasks with a change that waits for the connection, or that an earlier page has kept and nobody has answered yet. */
export function useWaiting(): ReadonlySet<string> {
  const paused = useMutationState({
    filters: { mutationKey: TASK_ACTS, predicate: (mutation) => mutation.state.isPaused },
    select: ({ state }) => idOf(state.variables),
  });
  const kept = useMutationState({
    filters: { mutationKey: KEPT_CHANGES, status: 'pending' },
    select: ({ state }) => idOf(state.variables),
  });
  return new Set([...paused, ...kept].filter((id) => id !== undefined));
}
