import type { Position } from '../../domain/kernel/event.ts';
import { StoreFull, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { Log, LogEvent } from '../../ports/log.ts';
import type { Progress } from './runner.ts';

/** What the thread is asked to do. It replies when that is done. */
export type Order = 'start' | 'status' | 'rebuild' | 'stop';

/** From the main thread to one that folds. */
export type ToFolding =
  | { readonly kind: 'order'; readonly id: number; readonly order: Order; readonly name?: string }
  /** Something was appended since the thread asked to be told. */
  | { readonly kind: 'appended' }
  /** Somebody waits until the read models include this position. */
  | { readonly kind: 'awaited'; readonly position: Position; readonly timeoutMs: number };

/** Which documents of a collection were written. */
export interface WrittenIds {
  readonly collection: string;
  readonly ids: readonly string[];
}

/** From a thread that folds to the main thread. */
export type FromFolding =
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: SentError }
  | {
      readonly kind: 'moved';
      /** `serving` is left out while it stays the same. */
      readonly progress: Omit<Progress, 'serving'> & Partial<Pick<Progress, 'serving'>>;
      readonly written: readonly WrittenIds[];
    }
  /** It has read to the end of the log, and is to be told of the next append. */
  | { readonly kind: 'at_end' }
  /** There is no room on the disk for what must be written. */
  | { readonly kind: 'full' }
  | { readonly kind: 'log'; readonly line: SentLine };

/** A line of the log of a thread. The thread has checked that the fields belong to the event. */
export interface SentLine {
  readonly level: 'info' | 'error';
  readonly fields: object;
  readonly event: LogEvent;
}

/** An error as it is sent between threads, which would lose its class. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: unknown;
  readonly cause?: SentError;
}

const DEEP = 4;

export function toSent(error: unknown, deep = 0): SentError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack, cause, code }: Error & { readonly code?: unknown } = error;
  return {
    name,
    message,
    ...(stack !== undefined && { stack }),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(cause instanceof Error && deep < DEEP && { cause: toSent(cause, deep + 1) }),
  };
}

const KINDS = { StoreUnavailable, StoreFull, RangeError } as const;

export function fromSent({ name, message, stack, code, cause }: SentError): Error {
  const options = cause === undefined ? {} : { cause: fromSent(cause) };
  const Kind = name in KINDS ? KINDS[name as keyof typeof KINDS] : Error;
  const error = new Kind(message, options);
  if (stack !== undefined) error.stack = stack;
  return Object.assign(error, error.name === name ? {} : { name }, code === undefined ? {} : { code });
}

/** A log whose lines are written in the other thread. */
export function sendingLog(post: (message: FromFolding) => void): Pick<Log, 'info' | 'error'> {
  const send = (level: SentLine['level'], given: object, event: LogEvent): void => {
    const fields = 'err' in given ? { ...given, err: toSent(given.err) } : given;
    post({ kind: 'log', line: { level, fields, event } });
  };
  return { info: (fields, event) => send('info', fields, event), error: (fields, event) => send('error', fields, event) };
}

/** Writes a line that another thread has sent. */
export function logSent(log: Pick<Log, 'info' | 'error'>, { level, fields, event }: SentLine): void {
  const received = 'err' in fields ? { ...fields, err: fromSent(fields.err as SentError) } : fields;
  // The types of the fields and of the event were checked together in the thread.
  if (level === 'info') log.info(received as never, event as never);
  else log.error(received as never, event as never);
}
