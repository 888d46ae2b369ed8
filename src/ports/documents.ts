import type { JsonObject, Position } from '../domain/kernel/event.ts';

/** A declared index: equality on all but the last fields, range and order on the last. Ties break by id. */
export interface IndexSpec {
  readonly name: string;
  /** Top-level fields of the document: strings, numbers, booleans or null. */
  readonly fields: readonly string[];
  /** Leave out documents in which the last field is null (a sparse index). */
  readonly sparse?: boolean;
}

export interface CollectionSpec {
  /** Versioned name, as `tasks.v1`. */
  readonly name: string;
  readonly indexes: readonly IndexSpec[];
}

export type Scalar = string | number | boolean | null;

export interface Query {
  readonly index: string;
  /** Equality on a leading run of the index's fields, in order. */
  readonly equals: readonly Scalar[];
  /** Bounds on the field after those. */
  readonly from?: Scalar;
  readonly to?: Scalar;
  readonly toExclusive?: boolean;
  readonly order?: 'asc' | 'desc';
  readonly limit: number;
  /** Continue after this key, as a previous page gave it. */
  readonly after?: Cursor;
}

/** The remaining sort fields and the id of a page's last document. Opaque to callers but JSON. */
export type Cursor = readonly Scalar[];

export interface Stored<D extends JsonObject = JsonObject> {
  readonly id: string;
  /** Position of the last event that changed it. */
  readonly position: Position;
  readonly doc: D;
}

export interface Page<D extends JsonObject = JsonObject> {
  readonly items: readonly Stored<D>[];
  /** Null: no more. */
  readonly next: Cursor | null;
}

export interface Write<D extends JsonObject = JsonObject> {
  readonly id: string;
  readonly position: Position;
  /** Null removes the document. */
  readonly doc: D | null;
}

export interface CheckpointWrite {
  /** The collection's. */
  readonly name: string;
  readonly position: Position;
  /**
   * The token of the lease under which the collection is written. It goes with the checkpoint and with each write of
   * the batch to this collection. Where a greater token is stored already, nothing is overwritten.
   */
  readonly token?: number;
  /** It has caught up for the first time: from now on it may serve. */
  readonly live?: true;
}

/** Writes to several collections and the checkpoint of those that they came from. */
export interface Batch {
  readonly writes: readonly { readonly collection: string; readonly writes: readonly Write[] }[];
  readonly checkpoints: readonly CheckpointWrite[];
}

export interface Checkpoint {
  readonly position: Position;
  readonly live: boolean;
  /** The token of the newest lease that has written; 0: none has. */
  readonly token: number;
}

/** Another process holds the collection under a newer lease, so this process has lost it. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
  readonly collections: readonly string[];
  constructor(collections: readonly string[]) {
    super(`${collections.join(', ')}: written under a newer lease.`);
    this.collections = collections;
  }
}

/**
 * Where read models live. A write is taken only if its position is newer than the stored one's, so that
 * redelivery is harmless. Sealed values stay sealed here.
 * @throws StoreUnavailable, StoreFull (domain/kernel/event-store.ts)
 */
export interface Documents {
  /** Creates the collection and its indexes where they do not exist. */
  ensure(spec: CollectionSpec): Promise<void>;
  /**
   * Before collections are filled from nothing: what only queries need may be put off until the function that
   * it gives is called; nothing is asked of them meanwhile but documents by id. Where that is never called,
   * `ensure` makes up for it. A driver that puts nothing off leaves this out.
   */
  filling?(collections: readonly string[]): Promise<() => Promise<void>>;
  get<D extends JsonObject>(collection: string, id: string): Promise<Stored<D> | null>;
  getMany<D extends JsonObject>(collection: string, ids: readonly string[]): Promise<ReadonlyMap<string, Stored<D>>>;
  find<D extends JsonObject>(collection: string, query: Query): Promise<Page<D>>;
  /**
   * The first documents of an index, at most `limit`, as `find` gives them. They are read again only after the collection was
   * written; where other processes write it, too, one query finds that out for all collections that are asked at once.
   */
  first?<D extends JsonObject>(collection: string, index: string, limit: number): Promise<readonly Stored<D>[]>;
  /** Counts up to `limit` (default 1,000) documents that the query would give. */
  count(collection: string, query: Omit<Query, 'limit' | 'after' | 'order'>, limit?: number): Promise<number>;
  /**
   * Checkpoints are written no earlier than the documents; on an embedded driver in the same transaction. An
   * older position than the one that is there is no fault: a checkpoint is set, also back.
   * @throws Fenced where a collection was written under a greater token; what else is in the batch may be written
   */
  apply(batch: Batch): Promise<void>;
  checkpoint(name: string): Promise<Position>;
  /** Of those that have one. */
  checkpoints(names: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>>;
  /** Collections that exist, with the checkpoints, for status and for taking over. */
  list(): Promise<readonly { readonly name: string; readonly checkpoint: Position | null; readonly documents: number }[]>;
  drop(collection: string): Promise<void>;
  /** * Replaces one collection by another at once, with its checkpoint. Drivers of stores that only one process writes leave this out. */
  replace?(from: string, to: string): Promise<void>;
  close(): Promise<void>;
}
