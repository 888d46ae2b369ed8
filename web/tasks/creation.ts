import type { UseMutationResult } from '@tanstack/react-query';
import { ApiError, messageOf } from '../api/problem.ts';
import { type DraftFaults, serverFaults } from './draft.ts';

/** The state of a mutation that creates something, as its form shows it. */
export function creationOf<Made, Body>(mutation: UseMutationResult<Made, Error, Body>) {
  const { error } = mutation;
  const faults: DraftFaults = error instanceof ApiError ? serverFaults(error.errors) : {};
  return {
    create: mutation.mutateAsync,
    creating: mutation.isPending,
    /** Whether it waits for the connection. */
    paused: mutation.isPaused,
    forget: mutation.reset,
    error,
    faults,
    /** The message of a failure that concerns no field, or null. */
    fault: error && Object.keys(faults).length === 0 ? messageOf(error) : null,
  };
}
