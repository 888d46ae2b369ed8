import { useMutationState } from '@tanstack/react-query';
import { TASK_ACTS } from './after-task.ts';
import type { Act } from './task-acts.ts';

/** The ids of tasks with a change that waits for the connection. */
export function useWaiting(): ReadonlySet<string> {
  const paused = useMutationState({
    filters: { mutationKey: TASK_ACTS, predicate: (mutation) => mutation.state.isPaused },
    select: (mutation) => (mutation.state.variables as Act | undefined)?.id,
  });
  return new Set(paused.filter((id) => id !== undefined));
}
