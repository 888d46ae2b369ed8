import type { Position } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { Documents } from './documents.ts';
import type { AnyProjection } from './projection.ts';
import { ProjectionRunner } from './projection-runner.ts';
import type { Views } from './views.ts';

export interface RunnerPorts {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly projections: readonly AnyProjection[];
  readonly log: RunnerLog;
  /** Waits before something that failed is tried again for the nth time (from 1); ends at once when the signal aborts. */
  readonly pause?: (attempt: number, signal: AbortSignal) => Promise<void>;
}

export interface RunnerLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ProjectionStatus {
  readonly name: string;
  readonly version: number;
  /** The collection that queries read now. */
  readonly serving: string;
  readonly state: 'live' | 'building' | 'failing';
  readonly position: Position;
  readonly documents: number;
}

export interface Runner {
  readonly views: Views;
  /** Resolves once every projection can serve: it is caught up, or an older version serves while it builds. */
  start(): Promise<void>;
  /** Resolves once every projection holds the position. @throws StoreUnavailable after `timeoutMs` (5,000). */
  caughtUp(position: Position, timeoutMs?: number): Promise<void>;
  /** The same store, through which all is to be written that `readable` is asked about. */
  noting(store: EventStore): EventStore;
  /**
   * Resolves once whoever reads through `views` from now on reads what is written up to the position. As a rule
   * at once: the reader waits, where there is something to wait for. @throws StoreUnavailable
   */
  readable(position: Position): Promise<void>;
  status(): Promise<readonly ProjectionStatus[]>;
  /** Drops and folds anew one projection, or all; resolves when done. @throws RangeError for an unknown name. */
  rebuild(name?: string): Promise<void>;
  stop(): Promise<void>;
}

export const createRunner = (ports: RunnerPorts): Runner => new ProjectionRunner(ports);
