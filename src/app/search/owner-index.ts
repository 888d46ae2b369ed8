import { type Position, START } from '../../domain/kernel/event.ts';
import type { AnyProjection } from '../../projections/engine/projection.ts';
import { pagesOf } from '../../projections/engine/views.ts';
import { type RoutineDoc, routines } from '../../projections/routine/routines.ts';
import { type TaskDoc, tasks } from '../../projections/task/tasks.ts';
import type { App } from '../app.ts';
import { type Entry, type EntryOf, entryOfRoutine, entryOfTask, inOrder, sizeOf } from './entries.ts';

/** A read model whose documents are found by the search. It has the index `changed`: the owner, and the position of the newest change. */
interface Source<D extends TaskDoc | RoutineDoc> {
  readonly kind: Entry['kind'];
  readonly projection: AnyProjection;
  readonly entryOf: EntryOf<D>;
}

/** Up to which position the documents of a collection have been read. */
interface Read {
  readonly collection: string;
  readonly through: Position;
}

/** Everything of one owner that a search can find, in the order of results. It is only in memory. */
export class OwnerIndex {
  readonly #owner: string;
  readonly #mostLong: number;
  readonly #entries = new Map<string, Entry>();
  readonly #read = new Map<Entry['kind'], Read>();
  #sorted: readonly Entry[] = [];
  #isSorted = true;
  #size = 0;

  /** Long descriptions are held until the whole has so many characters. */
  constructor(owner: string, mostLong: number) {
    this.#owner = owner;
    this.#mostLong = mostLong;
  }

  /** The list is replaced, and never changed, by `refresh`. */
  get sorted(): readonly Entry[] {
    return this.#sorted;
  }

  /** In characters. */
  get size(): number {
    return this.#size;
  }

  /** Reads what has changed since the last time; the first time everything. */
  async refresh(app: Pick<App, 'views' | 'opener'>): Promise<void> {
    this.#isSorted = true;
    const fresh = [
      ...(await this.#readChanged(app, { kind: 'task', projection: tasks, entryOf: entryOfTask })),
      ...(await this.#readChanged(app, { kind: 'routine', projection: routines, entryOf: entryOfRoutine })),
    ];
    if (this.#isSorted) return;
    const isPresent = (entry: Entry): boolean => this.#entries.get(entry.id) === entry;
    // Most of the list is in order already, and such a list is sorted quickly.
    this.#sorted = [...this.#sorted.filter(isPresent), ...fresh.filter(isPresent)].sort(inOrder);
  }

  async #readChanged<D extends TaskDoc | RoutineDoc>(
    { views: { documents, current }, opener }: Pick<App, 'views' | 'opener'>,
    { kind, projection, entryOf }: Source<D>,
  ): Promise<readonly Entry[]> {
    const collection = current(projection.name);
    // Documents up to the checkpoint are all written. Later ones may be written in any order, so they are read again the next time.
    const through = await documents.checkpoint(collection);
    const known = this.#read.get(kind);
    const isBehind = known !== undefined && known.collection === collection && known.through <= through;
    if (!isBehind) this.#clear(kind);
    const query = { index: 'changed', equals: [this.#owner], from: isBehind ? known.through : START, order: 'asc' } as const;
    const fresh: Entry[] = [];
    for await (const page of pagesOf<D>(documents, collection, query)) {
      // Between two pages the key may have been dropped from the opener's cache.
      await opener.ready(this.#owner);
      for (const stored of page) {
        if (this.#entries.get(stored.id)?.changed_at === stored.doc.changed_at) continue;
        const entry = entryOf(opener, stored, this.#size < this.#mostLong);
        this.#put(stored.id, entry);
        if (entry !== null) fresh.push(entry);
      }
    }
    this.#read.set(kind, { collection, through });
    return fresh;
  }

  #put(id: string, entry: Entry | null): void {
    const before = this.#entries.get(id);
    if (before === undefined && entry === null) return;
    this.#isSorted = false;
    this.#size += (entry === null ? 0 : sizeOf(entry)) - (before === undefined ? 0 : sizeOf(before));
    if (entry === null) this.#entries.delete(id);
    else this.#entries.set(id, entry);
  }

  #clear(kind: Entry['kind']): void {
    for (const entry of [...this.#entries.values()]) if (entry.kind === kind) this.#put(entry.id, null);
  }
}
