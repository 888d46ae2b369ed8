import type { Position } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { Documents } from '../../ports/documents.ts';
import type { Log } from '../../ports/log.ts';
import type { AnyProjection } from './projection.ts';
import type { Views } from './views.ts';

/** How far the read models of a runner are. */
export interface Progress {
  /** The position that every read model that serves includes. */
  readonly held: Position;
  /** The position that every read model includes, also those that are built beside older ones. */
  readonly position: Position;
  /** No read model fails, and no older version serves. */
  readonly reliable: boolean;
  /** `start` has caught up. */
  readonly started: boolean;
  /** The collection that serves each read model, by its name. */
  readonly serving: ReadonlyMap<string, string>;
  readonly building: readonly Building[];
}

export interface RunnerPorts {
  readonly store: Pick<EventStore, 'readAll' | 'head' | 'subscribe'>;
  readonly documents: Documents;
  readonly projections: readonly AnyProjection[];
  readonly log: Pick<Log, 'info' | 'error'>;
  readonly pause?: (attempt: number, signal: AbortSignal) => Promise<void>;
  /** Called when something of the progress may have changed. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface ProjectionStatus {
  readonly name: string;
  readonly version: number;
  readonly serving: string;
  readonly state: 'live' | 'building' | 'failing';
  readonly position: Position;
  readonly documents: number;
}

/** A read model that queries need and cannot read yet. */
export interface Building {
  readonly name: string;
  readonly version: number;
  readonly share: number;
}

/** How much of the log is before a position, from 0 to 1; 0 for an empty log. */
export const shareOf = (position: Position, head: Position): number =>
  Number(head) === 0 ? 0 : Math.min(1, Number(position) / Number(head));

export interface WaitOptions {
  /** Milliseconds until it rejects with StoreUnavailable; default 5,000. */
  readonly timeoutMs?: number;
  /**
   * true: resolves as soon as every later read through `views` is certain to show the events up to the position. Usually that is at once,
   * because each read waits for its own read model. Otherwise it resolves when every read model includes these events, so that reads of the
   * documents without `views` show them, too.
   */
  readonly readersWait?: boolean;
}

export interface Runner {
  readonly views: Views;
  /** Resolves once every projection can serve: it has caught up, or an older version serves while it is built. */
  start(): Promise<void>;
  /**
   * Resolves once every read model includes the events up to the position.
   * @throws StoreUnavailable after the time-out
   */
  waitForReadModels(position: Position, options?: WaitOptions): Promise<void>;
  /**
   * Whether all reads show the events up to the position, without waiting. Left out if several processes share the folding.
   */
  readonly includes?: (position: Position) => boolean;
  /** The same store. `readersWait` works only for events that were written through it. */
  noting(store: EventStore): EventStore;
  status(): Promise<readonly ProjectionStatus[]>;
  /**
   * The read models for which `start` still waits, and how far each of them is. Empty: all can be read. It counts no documents.
   * @throws StoreUnavailable
   */
  building(): Promise<readonly Building[]>;
  /**
   * Drops one projection, or all, and folds it again. Resolves when that is done.
   * @throws RangeError for an unknown name
   */
  rebuild(name?: string): Promise<void>;
  stop(): Promise<void>;
}
