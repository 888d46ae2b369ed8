import { type Position, type Recorded, START } from '../../domain/kernel/event.ts';
import { type EventStore, withAppend } from '../../domain/kernel/event-store.ts';
import type { Documents } from './documents.ts';
import type { AnyProjection } from './projection.ts';

/**
 * Makes readers wait, not writers: a read waits until its read model has taken in the newest event that it handles.
 * Where read models cannot be relied on nothing is promised, and writers wait.
 */
export class FreshReads {
  readonly #takers = new Map<string, string[]>();
  /** Of each read model, the newest event appended that it takes in. */
  readonly #appended = new Map<string, Position>();
  #promised: Position = START;

  constructor(projections: readonly AnyProjection[]) {
    for (const { name, on } of projections)
      for (const type of Object.keys(on)) this.#takers.set(type, [...(this.#takers.get(type) ?? []), name]);
  }

  promise(position: Position): void {
    if (position > this.#promised) this.#promised = position;
  }

  /** The same store; what is appended through it is noted. It is promised to readers while read models can be relied on. */
  noting(store: EventStore, reliable: () => boolean): EventStore {
    return withAppend(store, async (stream, expected, events) => {
      const appended = await store.append(stream, expected, events);
      this.#note(appended.events);
      if (reliable()) this.promise(appended.position);
      return appended;
    });
  }

  /** The same documents. A read first calls `waitFor`, where its collection does not hold yet what it was promised. */
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

  /** Collections carry a version behind their projection's name. */
  #neededOf(collection: string): Position {
    const appended = this.#appended.get(collection.slice(0, collection.lastIndexOf('.v'))) ?? START;
    const isPromised = appended <= this.#promised;
    return isPromised ? appended : this.#promised;
  }
}
