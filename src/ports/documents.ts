import type { JsonObject, Position, Recorded } from '../domain/kernel/event.ts';

/**
 * A declared index: queries compare all fields but the last for equality, and use the last one for ranges and order.
 * Documents with equal values are ordered by id.
 */
export interface IndexSpec {
  readonly name: string;
  /** Top-level fields of the document: strings, numbers, booleans or null. */
  readonly fields: readonly string[];
  /** Leaves out documents whose last field is null (a sparse index). */
  readonly sparse?: boolean;
}

export interface CollectionSpec {
  /** A name with a version, such as `tasks.v1`. */
  readonly name: string;
  readonly indexes: readonly IndexSpec[];
  /**
   * Each document is made from one event and from nothing else, and its id is the position of this event. A driver that has the log at hand
   * stores only its indexed fields, and makes it again when it is read.
   */
  readonly ofEvents?: boolean;
  /** Fields that are texts or null, and of which several often have the same long text. A driver may store it once. */
  readonly alike?: readonly string[];
}

/** The name of the read model of a collection: that of the collection without its version. */
export const readModelOf = (collection: string): string => collection.slice(0, collection.lastIndexOf('.v'));

/** Makes the documents of a collection with `ofEvents` from their events. Null: it does not know the collection. */
export type Refolds = (collection: string) => ((event: Recorded) => JsonObject) | null;

export type Scalar = string | number | boolean | null;

export interface Query {
  readonly index: string;
  /** Values for the first fields of the index, in its order. */
  readonly equals: readonly Scalar[];
  /** Limits for the field after those. */
  readonly from?: Scalar;
  readonly to?: Scalar;
  readonly toExclusive?: boolean;
  readonly order?: 'asc' | 'desc';
  readonly limit: number;
  /** Continue after this key of an earlier page. */
  readonly after?: Cursor;
}

/** The remaining sort fields and the id of a page's last document. Callers treat it as opaque. It can be stored as JSON. */
export type Cursor = readonly Scalar[];

export interface Stored<D extends JsonObject = JsonObject> {
  readonly id: string;
  /** The position of the last event that changed the document. */
  readonly position: Position;
  readonly doc: D;
}

export interface Page<D extends JsonObject = JsonObject> {
  readonly items: readonly Stored<D>[];
  /** Null: there are no more. */
  readonly next: Cursor | null;
}

export interface Write<D extends JsonObject = JsonObject> {
  readonly id: string;
  readonly position: Position;
  /** Null removes the document. */
  readonly doc: D | null;
}

export interface CheckpointWrite {
  /** The name of the collection. */
  readonly name: string;
  readonly position: Position;
  /**
   * The token of the lease under which the collection is written. It is stored with the checkpoint, and with each
   * document that the batch writes to this collection. Nothing that was stored with a greater token is overwritten.
   */
  readonly token?: number;
  /** The collection has caught up for the first time, so queries may use it from now on. */
  readonly live?: true;
}

export interface CollectionWrites {
  readonly collection: string;
  readonly writes: readonly Write[];
}

/** Writes to several collections, with the checkpoints of these collections. */
export interface Batch {
  /** Documents that are there before those of `writes` to the same collection: whoever finds one of the others finds these as well. */
  readonly first?: readonly CollectionWrites[];
  readonly writes: readonly CollectionWrites[];
  readonly checkpoints: readonly CheckpointWrite[];
}

export interface Checkpoint {
  readonly position: Position;
  readonly live: boolean;
  /** The token of the newest lease that has written; 0: no lease has. */
  readonly token: number;
}

/** Another process writes the collection under a newer lease, so this process has lost it. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
  readonly collections: readonly string[];
  constructor(collections: readonly string[]) {
    super(`${collections.join(', ')}: written under a newer lease.`);
    this.collections = collections;
  }
}

/**
 * The store of the read models. A document is written only if its position is newer than the stored one, so events can be
 * delivered twice. Sealed values stay sealed here.
 * @throws StoreUnavailable, StoreFull (domain/kernel/event-store.ts)
 */
export interface Documents {
  /** Creates the collection and its indexes if they do not exist. */
  ensure(spec: CollectionSpec): Promise<void>;
  /**
   * Call this before empty collections are filled. The driver may then delay the work for indexes that only queries need,
   * until the returned function is called. Until then, documents may only be read by id. If that function is never
   * called, `ensure` does the work later. A driver that delays nothing has no such method.
   */
  filling?(collections: readonly string[]): Promise<() => Promise<void>>;
  get<D extends JsonObject>(collection: string, id: string): Promise<Stored<D> | null>;
  getMany<D extends JsonObject>(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, Stored<D>>>;
  find<D extends JsonObject>(collection: string, query: Query): Promise<Page<D>>;
  /**
   * The first documents of an index, at most `limit`, in the order of `find`. The driver reads them again only after the
   * collection was written. If other processes write it as well, one query answers this for all collections that are
   * requested at the same time.
   */
  first?<D extends JsonObject>(collection: string, index: string, limit: number): Promise<readonly Stored<D>[]>;
  /** Counts the documents of the query, up to `limit` (default 1,000). */
  count(collection: string, query: Omit<Query, 'limit' | 'after' | 'order'>, limit?: number): Promise<number>;
  /**
   * Checkpoints are not written before the documents; an embedded driver writes both in one transaction. A checkpoint may
   * also move back: an older position replaces a newer one.
   * @throws Fenced if a collection was written under a greater token; the rest of the batch may be written
   */
  apply(batch: Batch): Promise<void>;
  checkpoint(name: string): Promise<Position>;
  /** Names without a checkpoint are left out. */
  checkpoints(names: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>>;
  /** All existing collections with their checkpoints, for status reports and for taking over. */
  list(): Promise<readonly { readonly name: string; readonly checkpoint: Position | null; readonly documents: number }[]>;
  drop(collection: string): Promise<void>;
  /**
   * Replaces one collection by another, with its checkpoint, in one step. Drivers whose store is written by one process
   * only do not have it.
   */
  replace?(from: string, to: string): Promise<void>;
  close(): Promise<void>;
}

/** Reads whole collections. Only commands that look at everything need it. */
export interface WholeCollections {
  /** The first documents behind an id, at most `limit`, in the order of their ids as UTF-8. Null: from the beginning. */
  scan<D extends JsonObject>(collection: string, after: string | null, limit: number): Promise<readonly Stored<D>[]>;
}
