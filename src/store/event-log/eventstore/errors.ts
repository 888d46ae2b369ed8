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
  2: 'busy', // unknown: what a server gives that is being shut down
  4: 'broken', // deadline exceeded
  8: 'busy', // resource exhausted
  10: 'busy', // aborted
  13: 'broken', // internal: a stream that was reset
  14: 'broken', // unavailable
};

const has = (error: unknown, type: ErrorType): boolean => (error as { type?: unknown } | null)?.type === type;

export const isWrongRevision = (error: unknown): error is { actualVersion: bigint | 'no_stream' } =>
  has(error, ErrorType.WRONG_EXPECTED_VERSION);
export const isNoStream = (error: unknown): boolean => has(error, ErrorType.STREAM_NOT_FOUND);
export const isTooLarge = (error: unknown): boolean => has(error, ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED);

/** Classifies by type and then by code, because messages and classes differ between the client's call paths. */
export function failureOf(error: unknown): Failure {
  if (error instanceof NoAnswer) return 'broken';
  if (!(error instanceof Error)) return 'fault';
  const { type, code } = error as { type?: string; code?: unknown };
  if (type !== undefined && type !== ErrorType.UNKNOWN) return BY_TYPE[type] ?? 'fault';
  if (typeof code === 'number') return BY_CODE[code] ?? 'fault';
  // A failed discovery of a cluster's nodes is a plain Error.
  return Object.getPrototypeOf(error) === Error.prototype ? 'broken' : 'fault';
}

/** The error that the port promises. Faults of the program stay as they are. */
export function asStoreError(error: unknown): unknown {
  if (failureOf(error) === 'fault') return error;
  return new StoreUnavailable(`EventStoreDB cannot be used now: ${(error as Error).message}.`, { cause: error });
}
