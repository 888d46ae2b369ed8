import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { ErrorType } from '@eventstore/db-client';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';

/** The server did not answer within its time. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  constructor(ms: number) {
    super(`no answer within ${Math.round(ms)} ms`);
  }
}

/**
 * `broken`: the connection cannot be used any more. `busy`: the server refuses for now. `refused`: the server will
 * refuse again. `fault`: any other error.
 */
export type Failure = 'broken' | 'busy' | 'refused' | 'fault';

const BY_TYPE: Readonly<Record<string, Failure>> = {
  [ErrorType.UNAVAILABLE]: 'broken',
  [ErrorType.DEADLINE_EXCEEDED]: 'broken',
  [ErrorType.CANCELLED]: 'broken',
  [ErrorType.TIMEOUT]: 'busy',
  [ErrorType.NOT_LEADER]: 'busy',
  [ErrorType.ACCESS_DENIED]: 'refused',
};

/** gRPC codes for which the client has no error type. */
const BY_CODE: Readonly<Record<number, Failure>> = {
  1: 'broken', // cancelled
  2: 'busy', // unknown: the answer of a server that is shutting down
  4: 'broken', // deadline exceeded
  8: 'busy', // resource exhausted
  10: 'busy', // aborted
  13: 'broken', // internal: a stream that was reset
  14: 'broken', // unavailable
};

const has = (error: unknown, type: ErrorType): boolean => error instanceof Error && 'type' in error && error.type === type;

export const isWrongRevision = (error: unknown): error is { actualVersion: bigint | 'no_stream' } =>
  has(error, ErrorType.WRONG_EXPECTED_VERSION);
export const isNoStream = (error: unknown): boolean => has(error, ErrorType.STREAM_NOT_FOUND);
export const isTooLarge = (error: unknown): boolean => has(error, ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED);

/** Classifies by type and then by code, because messages and classes differ between the client's call paths. */
export function failureOf(error: unknown): Failure {
  if (error instanceof NoAnswer) return 'broken';
  if (!(error instanceof Error)) return 'fault';
  const { type, code }: Error & { type?: string; code?: unknown } = error;
  if (type !== undefined && type !== ErrorType.UNKNOWN) return BY_TYPE[type] ?? 'fault';
  if (typeof code === 'number') return BY_CODE[code] ?? 'fault';
  // A failed discovery of a cluster's nodes is a plain Error.
  return Object.getPrototypeOf(error) === Error.prototype ? 'broken' : 'fault';
}

/** The error that the port promises. Faults of the program stay as they are. */
export function asStoreError(error: unknown): unknown {
  if (failureOf(error) === 'fault') return error;
  return new StoreUnavailable(`EventStoreDB cannot be used now: ${error instanceof Error ? error.message : String(error)}.`, {
    cause: error,
  });
}

/** Time limits, in milliseconds. */
export interface Timeouts {
  /** After this time a call has failed for good; default 5000. */
  readonly call: number;
  /** After this time without an answer the call is retried on a new connection; default 2000. */
  readonly silence: number;
  /** The pause between checks whether a subscription has gone silent; default 1000. */
  readonly watch: number;
}

export const TIMEOUTS: Timeouts = { call: 5000, silence: 2000, watch: 1000 };

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 500;

/**
 * Repeats an attempt, which must be safe to repeat, until it succeeds or the time is over.
 * @throws StoreUnavailable, and faults of the program as they are
 */
export async function withRetries<Result>(
  { call, silence }: Timeouts,
  attempt: (ms: number) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const until = performance.now() + call;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await attempt(Math.max(1, Math.min(silence, until - performance.now())));
    } catch (error) {
      const failure = failureOf(error);
      const again = (failure === 'broken' || failure === 'busy') && performance.now() + 2 * pause < until;
      if (!again) throw asStoreError(error);
    }
    await delay(pause, undefined, { ...(signal && { signal }) });
  }
}
