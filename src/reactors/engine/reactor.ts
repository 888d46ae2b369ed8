import { type Position, type Recorded, START } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Checkpoint, ReactorProgress } from '../../ports/coordination.ts';
import type { Log } from '../../ports/log.ts';

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

export interface ReactorPorts<Context> {
  readonly store: Pick<EventStore, 'readAll' | 'readStream' | 'readLast' | 'head' | 'subscribe'>;
  readonly progress: ReactorProgress;
  readonly clock: Clock;
  readonly context: Context;
  readonly log: Log;
  /** Whether the owner's key is destroyed. After that, reactors skip the owner's events, and these block nothing. */
  readonly hasLeft: (owner: string) => Promise<boolean>;
  /** Describes the error in a sentence without personal data. */
  readonly describe: (error: unknown) => string;
}

/**
 * A reactor starts this many events before the end of the log if a regular job did its work before reactors existed: that job read as many
 * events at each start. A reactor starts here, too, if it must not miss what another process has just written.
 */
export const NEWEST = { newest: 5_000 } as const;

export type LogPlace = Omit<Checkpoint, 'reactor'>;

const BEFORE_ALL: LogPlace = { position: START, event: null };

export const placeOf = ({ position, stream, revision }: Recorded): LogPlace => ({ position, event: { stream, revision } });

export async function newestPlace(store: Pick<ReactorPorts<unknown>['store'], 'readLast'>): Promise<LogPlace> {
  const [newest] = await store.readLast(1);
  return newest ? placeOf(newest) : BEFORE_ALL;
}

/**
 * The place in the log at which a reactor continues. A new reactor stores its first checkpoint before it does anything. A checkpoint beyond
 * the end of the log moves back to the end: then the log was restored from an older backup than the vault.
 */
export async function beginning<Context>(
  { store, progress, log }: Pick<ReactorPorts<Context>, 'store' | 'progress' | 'log'>,
  reactor: Reactor<Context>,
  stored: Checkpoint | undefined,
  head: LogPlace,
): Promise<LogPlace> {
  if (stored && stored.position <= head.position) return { position: stored.position, event: stored.event };
  if (stored) log.warn({ reactor: reactor.name, ...positions(stored.position, head) }, 'reactor.set_back');
  const place = stored ? head : await firstPlace(store, reactor.from, head);
  await progress.putCheckpoints([{ reactor: reactor.name, ...place }]);
  return place;
}

const positions = (stood: Position, head: LogPlace) => ({ stood, head: head.position });

async function firstPlace(store: ReactorPorts<unknown>['store'], from: Reactor<unknown>['from'], head: LogPlace): Promise<LogPlace> {
  if (from === 'now') return head;
  if (from === 'start') return BEFORE_ALL;
  const last = await store.readLast(from.newest + 1);
  const before = last[from.newest];
  return before ? placeOf(before) : BEFORE_ALL;
}
