import type { UseMutationResult } from '@tanstack/react-query';
import { ApiError, messageOf } from '../api/problem.ts';
import { type DraftFaults, serverFaults } from './draft.ts';

/** How a form sees the mutation that makes what it was filled in for. */
export function creationOf<Made, Body>(mutation: UseMutationResult<Made, Error, Body>) {
  const { error } = mutation;
  const faults: DraftFaults = error instanceof ApiError ? serverFaults(error.errors) : {};
  return {
    create: mutation.mutateAsync,
    creating: mutation.isPending,
    /** It waits for the connection. */
    paused: mutation.isPaused,
    forget: mutation.reset,
    error,
    faults,
    /** What was refused without naming a field, as a sentence; null when nothing was. */
    fault: error && Object.keys(faults).length === 0 ? messageOf(error) : null,
  };
}
