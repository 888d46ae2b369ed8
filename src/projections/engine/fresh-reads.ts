import { type Position, type Recorded, START } from '../../domain/kernel/event.ts';
import { type EventStore, withAppend } from '../../domain/kernel/event-store.ts';
import { type Documents, readModelOf } from '../../ports/documents.ts';
import type { AnyProjection } from './projection.ts';

/**
 * Makes readers wait instead of writers: a read waits until its read model includes the newest event that it handles. If read models are
 * not reliable at present, writers wait instead.
 */
export class FreshReads {
  readonly #takers = new Map<string, string[]>();
  /** For each read model the newest appended event that it handles. */
  readonly #appended = new Map<string, Position>();
  #promised: Position = START;

  constructor(projections: readonly AnyProjection[]) {
    for (const { name, on } of projections)
      for (const type of Object.keys(on)) this.#takers.set(type, [...(this.#takers.get(type) ?? []), name]);
  }

  promise(position: Position): void {
    if (position > this.#promised) this.#promised = position;
  }

  /**
   * The same store, which now remembers what is appended through it. Readers will see these events, as long as read models are reliable.
   */
  noting(store: EventStore, reliable: () => boolean): EventStore {
    return withAppend(store, async (stream, expected, events) => {
      const appended = await store.append(stream, expected, events);
      this.#note(appended.events);
      if (reliable()) this.promise(appended.position);
      return appended;
    });
  }

  /** The same documents. A read first calls `waitFor` if its collection does not include yet what it must show. */
  guarding(
    documents: Documents,
    held: (collection: string) => Position,
    waitFor: (position: Position, collection: string) => Promise<void>,
  ): Documents {
    const after = <T>(collection: string, read: () => Promise<T>): Promise<T> => {
      const needed = this.#neededOf(collection);
      return needed <= held(collection) ? read() : waitFor(needed, collection).then(read);
    };
    const { first } = documents;
    return {
      ...(first && { first: (collection, index, limit) => after(collection, () => first(collection, index, limit)) }),
      ensure: (spec) => documents.ensure(spec),
      apply: (batch) => documents.apply(batch),
      checkpoint: (name) => documents.checkpoint(name),
      checkpoints: (names) => documents.checkpoints(names),
      list: () => documents.list(),
      drop: (collection) => documents.drop(collection),
      close: () => documents.close(),
      get: (collection, id) => after(collection, () => documents.get(collection, id)),
      getMany: (collection, ids) => after(collection, () => documents.getMany(collection, ids)),
      find: (collection, query) => after(collection, () => documents.find(collection, query)),
      count: (collection, query, limit) => after(collection, () => documents.count(collection, query, limit)),
    };
  }

  #note(events: readonly Recorded[]): void {
    for (const { type, position } of events)
      for (const name of this.#takers.get(type) ?? [])
        if (position > (this.#appended.get(name) ?? START)) this.#appended.set(name, position);
  }

  #neededOf(collection: string): Position {
    const appended = this.#appended.get(readModelOf(collection)) ?? START;
    const isPromised = appended <= this.#promised;
    return isPromised ? appended : this.#promised;
  }
}
