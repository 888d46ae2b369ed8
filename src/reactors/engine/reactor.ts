import type { Position, Recorded } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReactorProgress } from '../../ports/reactor-progress.ts';

/** The effects of events of some types. A reactor only appends to the log, and never calls services outside the program. */
export interface Reactor<Context> {
  /** Never change it: its checkpoint is stored under this name. */
  readonly name: string;
  /** Where it begins without a checkpoint: with new events, with the first event, or with the given number of newest events. */
  readonly from: 'now' | 'start' | { readonly newest: number };
  readonly events: readonly string[];
  /**
   * May run again for the same event, at any later time and in two processes at once: the ids of what it writes are made from the event,
   * and deciders ignore repetitions. Returns the position of the last event written, null if there was nothing to do. If it throws, it is
   * tried again later. StoreUnavailable and StoreFull do not count as a failure of the event: then the reactor waits for the store.
   */
  react(event: Recorded, context: Context): Promise<Position | null>;
}

export interface ReactorLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ReactorPorts<Context> {
  readonly store: Pick<EventStore, 'readAll' | 'readStream' | 'readLast' | 'head' | 'subscribe'>;
  readonly progress: ReactorProgress;
  readonly clock: Clock;
  readonly context: Context;
  readonly log: ReactorLog;
  /** Whether the owner's key is destroyed. After that, reactors skip the owner's events, and these block nothing. */
  readonly hasLeft: (owner: string) => Promise<boolean>;
  /** Describes the error in a sentence without personal data. */
  readonly describe: (error: unknown) => string;
}
