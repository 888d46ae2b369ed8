import { LRUCache } from 'lru-cache';
import { type NewEvent, type Position, START } from '../../../domain/kernel/event.ts';
import { type EventStore, StoreFull, WrongExpectedRevision, withAppend } from '../../../domain/kernel/event-store.ts';

/** A time without any change of an owner. What is remembered about the owner belongs to it, and ends with it. */
export interface Unchanged {
  /** The position of the last change, or a later one. */
  readonly since: Position;
  isOver: boolean;
}

const MOST_OWNERS = 50_000;
/** After every position of the log. */
const NEVER: Position = '9'.repeat(START.length);

/** Events of a partner, or of nobody, can change what is shown to owners whom they do not name. */
const isOneOwner = (owner: string | null): boolean => owner !== null && !owner.includes(':');

/** After any other error of an append, its events may be in the log. */
const wroteNothing = (error: unknown): boolean => error instanceof WrongExpectedRevision || error instanceof StoreFull;

/**
 * Knows for each owner whether anything has changed. A change lasts from before its append until its events are durable. During this
 * time nothing is remembered, and nothing that was remembered is used.
 */
export class OwnerChanges {
  readonly #includes: (position: Position) => boolean;
  readonly #owners: LRUCache<string, Unchanged>;
  /** The number of running appends, by owner. */
  readonly #running = new Map<string, number>();
  #runningForAll = 0;
  #newest: Position = START;

  /**
   * `includes`: whether all read models include the events up to this position. `ended` is called when an owner's time without a change
   * has ended.
   */
  constructor(includes: (position: Position) => boolean, ended: (unchanged: Unchanged) => void) {
    this.#includes = includes;
    this.#owners = new LRUCache({
      maxSize: MOST_OWNERS,
      sizeCalculation: () => 1,
      dispose: (unchanged) => {
        unchanged.isOver = true;
        ended(unchanged);
      },
    });
  }

  /** Null: the owner is being changed, or the read models do not include the last change yet. */
  of(owner: string): Unchanged | null {
    if (this.#runningForAll > 0 || this.#running.has(owner)) return null;
    const unchanged = this.#owners.get(owner) ?? this.#begin(owner, this.#newest);
    return this.#includes(unchanged.since) ? unchanged : null;
  }

  /** Something about this owner has changed, although no event was appended. */
  end(owner: string): void {
    if (isOneOwner(owner)) this.#owners.delete(owner);
    else this.#owners.clear();
  }

  /** The same store, whose appends count as changes. */
  noting(store: EventStore): EventStore {
    return withAppend(store, async (stream, expected, events) => {
      const owners = ownersOf(events);
      for (const owner of owners) this.#start(owner);
      let isUncertain = false;
      try {
        const appended = await store.append(stream, expected, events);
        if (appended.position > this.#newest) this.#newest = appended.position;
        return appended;
      } catch (error) {
        isUncertain = !wroteNothing(error);
        throw error;
      } finally {
        for (const owner of owners) this.#finish(owner, isUncertain);
      }
    });
  }

  #begin(owner: string, since: Position): Unchanged {
    const unchanged = { since, isOver: false };
    this.#owners.set(owner, unchanged);
    return unchanged;
  }

  #start(owner: string | null): void {
    if (owner === null) {
      this.#runningForAll += 1;
      this.#owners.clear();
    } else {
      this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1);
      this.#owners.delete(owner);
    }
  }

  /** If it is uncertain whether there was a change, nothing is remembered until the next one. */
  #finish(owner: string | null, isUncertain: boolean): void {
    if (owner === null) {
      this.#runningForAll -= 1;
      if (isUncertain) this.#newest = NEVER;
      return;
    }
    const left = (this.#running.get(owner) ?? 1) - 1;
    if (left > 0) this.#running.set(owner, left);
    else this.#running.delete(owner);
    if (isUncertain) this.#begin(owner, NEVER);
  }
}

/** Null stands for all owners. */
function ownersOf(events: readonly NewEvent[]): readonly (string | null)[] {
  const owners = new Set(events.map(({ metadata }) => metadata.owner));
  return [...owners].every(isOneOwner) ? [...owners] : [null];
}
