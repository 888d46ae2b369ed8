import type { Position, Recorded } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReactorProgress } from '../../ports/reactor-progress.ts';

/** What follows from events of some types. It only appends to the log, and never calls outside itself. */
export interface Reactor<Context> {
  /** Its checkpoint is stored under this name, so it stays. */
  readonly name: string;
  /** Where it begins when it has no checkpoint yet: with what comes from now on, with the first event, or with the newest so many. */
  readonly from: 'now' | 'start' | { readonly newest: number };
  /** Types as they are stored. */
  readonly events: readonly string[];
  /**
   * May be called again for the same event, at any later time and by two processes at once: the ids of what it writes
   * are made from the event, and deciders ignore what is there. Gives the position of the last event written, null
   * where there was nothing to do. What it throws is tried again later, except that StoreUnavailable and StoreFull
   * are no failure of the event: then the reactor waits for the store.
   */
  react(event: Recorded, context: Context): Promise<Position | null>;
}

export interface ReactorLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What reactors run on. */
export interface ReactorPorts<Context> {
  readonly store: Pick<EventStore, 'readAll' | 'readStream' | 'readLast' | 'head' | 'subscribe'>;
  readonly progress: ReactorProgress;
  readonly clock: Clock;
  readonly context: Context;
  readonly log: ReactorLog;
  /** Whether the owner's key is destroyed. Nothing of theirs is processed any more, and nothing of theirs holds back others. */
  readonly hasLeft: (owner: string) => Promise<boolean>;
  /** The error in a sentence without personal data. */
  readonly describe: (error: unknown) => string;
}
