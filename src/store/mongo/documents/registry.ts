import type { Collection, Document } from 'mongodb';
import type { Position } from '../../../domain/kernel/event.ts';
import { itemAt } from '../../../domain/kernel/records.ts';
import type { Checkpoint, CheckpointWrite, CollectionSpec } from '../../../ports/documents.ts';
import { Fenced } from '../../../ports/documents.ts';
import { storedJson } from '../../stored-json.ts';
import type { Mongo } from '../connect.ts';
import { codeOf, NAMESPACE_NOT_FOUND } from '../errors.ts';
import { pathOf } from './keys.ts';

/** A document in `_checkpoints`: one for each present or former collection. */
interface Row {
  readonly _id: string;
  /** The collection's spec as JSON; null if the collection was dropped. */
  readonly spec: string | null;
  /** A new value each time the collection is emptied, so that a process that filled it before can no longer write a checkpoint for it. */
  readonly made: string;
  /** True when the collection is empty and has its indexes. */
  readonly ready: boolean;
  readonly position: Position | null;
  /** The position with which a document of the collection was last written. Only valid if `noted` is the position. */
  readonly written?: Position;
  /** The position at the last write by a program that keeps `written`. Older programs move the position alone. */
  readonly noted?: Position;
  readonly live: boolean;
  /** The token of the newest lease. It never decreases, not even when the collection is dropped. */
  readonly token: number;
}

export interface Known {
  readonly spec: CollectionSpec | null;
  readonly made: string;
}

const anyOf = (guards: readonly { readonly filter: Document }[]): Document => ({ $or: guards.map(({ filter }) => filter) });

const EMPTY = { position: null, live: false } as const;
/** Marks removed documents. There are few, and they are only counted. */
export const GONE = 'gone';

/** The state of each collection: its spec, its checkpoint, and the lease under which it was written. */
export class Registry {
  readonly #mongo: Mongo;
  readonly #rows: Collection<Row>;
  /** The collections as this process first saw them. Its folds are based on that state. */
  readonly #known = new Map<string, Known>();
  /** For each collection the token that this process has stored last, and the `made` under which it did. */
  readonly #raised = new Map<string, string>();

  constructor(mongo: Mongo) {
    this.#mongo = mongo;
    this.#rows = mongo.db.collection<Row>('_checkpoints');
  }

  /** The spec of a collection. @throws Error if the collection was never ensured */
  async spec(name: string): Promise<CollectionSpec> {
    const known = this.#known.get(name);
    // A dropped collection may have been created again by another process.
    const spec = known?.spec ?? (await this.#look(name))?.spec;
    if (spec) return spec;
    throw new Error(`There is no collection ${name}: ensure() makes it.`);
  }

  async ensure(spec: CollectionSpec): Promise<void> {
    for (const { name } of spec.indexes) if (!/^[\w-]+$/.test(name)) throw new TypeError(`${name} is no name for an index.`);
    const { name } = spec;
    const wanted = JSON.stringify({ name, indexes: spec.indexes });
    const row = await this.#row(name);
    if (row?.spec === wanted && row.ready) {
      await this.#index(spec);
      this.#known.set(name, { spec, made: row.made });
      return;
    }
    // The collection is emptied and filled again. It is marked before and after, so that a process that still writes the old
    // content is fenced off in either case.
    await this.#mark(name, { spec: wanted, ready: false });
    await this.#remove(name);
    await this.#index(spec);
    const made = await this.#mark(name, { spec: wanted, ready: true });
    this.#known.set(name, { spec, made });
  }

  async drop(name: string): Promise<void> {
    const made = await this.#mark(name, { spec: null, ready: false });
    this.#known.set(name, { spec: null, made });
    await this.#remove(name);
  }

  /**
   * Replaces `to` by `from` in one step. After a crash at any point one of them is complete, or is folded again from
   * an earlier position.
   */
  async replace(from: string, to: string): Promise<void> {
    const [rising, falling] = [await this.#row(from), await this.#row(to)];
    if (!rising?.spec) throw new Error(`There is no collection ${from}: ensure() makes it.`);
    const spec: CollectionSpec = { ...storedJson<CollectionSpec>(rising.spec), name: to };
    const { position, live, token } = rising;
    await this.#mark(from, { ready: false });
    const least = [position ?? '', falling?.position ?? ''].sort()[0] || null;
    const { spec: before = null, ready = false, live: served = false } = falling ?? {};
    await this.#mark(to, { spec: before, ready, live: served, position: least, token });
    await this.#mongo.run((db) => db.renameCollection(from, to, { dropTarget: true }));
    const made = await this.#mark(to, { spec: JSON.stringify(spec), ready: true, position, live, token });
    this.#known.set(to, { spec, made });
    await this.drop(from);
  }

  async checkpoints(names: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>> {
    const rows = await this.#mongo.run(() => this.#rows.find({ _id: { $in: [...names] } }).toArray());
    const found = rows.flatMap(({ _id, position, live, token }) => (position === null ? [] : [[_id, { position, live, token }] as const]));
    return new Map(found);
  }

  /**
   * For each collection with a row, a text that changes when the collection is written, emptied or replaced, or when another lease writes
   * it.
   */
  async states(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const projection = { made: 1, position: 1, written: 1, noted: 1, token: 1 };
    const rows = await this.#mongo.run(() => this.#rows.find({ _id: { $in: [...names] } }, { projection }).toArray());
    return new Map(
      rows.map(({ _id, made, position, written, noted, token }) => [_id, `${made} ${noted === position ? written : position} ${token}`]),
    );
  }

  async list(): Promise<readonly { readonly name: string; readonly checkpoint: Position | null }[]> {
    const rows = await this.#mongo.run(() =>
      this.#rows
        .find({ spec: { $ne: null } })
        .sort({ _id: 1 })
        .toArray(),
    );
    return rows.map(({ _id: name, position: checkpoint }) => ({ name, checkpoint }));
  }

  /**
   * After this, nobody can write under a smaller token. Nothing is asked for tokens that this process has stored before: if another
   * process has taken over since, this one is as if it had been suspended after this step.
   * @throws Fenced
   */
  raiseTokens(reached: readonly CheckpointWrite[]): Promise<void> {
    return this.#guarded(
      reached.filter((one) => one.token !== undefined && !this.#hasRaised(one)),
      ({ token }) => ({ token }),
    );
  }

  /** Stores the checkpoints. `written`: the collections of which documents were written. @throws Fenced if another process has taken over */
  writeCheckpoints(reached: readonly CheckpointWrite[], written: ReadonlySet<string>): Promise<void> {
    return this.#guarded(reached, (one) => {
      const { name, position, token, live } = one;
      const isNew = token !== undefined && !this.#hasRaised(one);
      const atThis = { position, noted: position, ...(written.has(name) && { written: position }) };
      return { ...atThis, ...(isNew && { token }), ...(live && { live }) };
    });
  }

  /** Updates each collection's document if this process may still write the collection. @throws Fenced */
  async #guarded(reached: readonly CheckpointWrite[], change: (one: CheckpointWrite) => Document): Promise<void> {
    if (reached.length === 0) return;
    for (const { name } of reached) if (!this.#known.has(name)) await this.#look(name);
    const guards = reached.map((one) => ({ filter: this.#guard(one), change: change(one) }));
    // Most collections change in the same way: they are as far as the log, and nothing was written.
    const alike = [...Map.groupBy(guards, (one) => JSON.stringify(one.change)).values()];
    const updates = alike.map((all) => {
      const { filter, change: $set } = itemAt(all, 0);
      return all.length === 1 ? { updateOne: { filter, update: { $set } } } : { updateMany: { filter: anyOf(all), update: { $set } } };
    });
    const { matchedCount } = await this.#mongo.run(() => this.#rows.bulkWrite(updates, { ordered: false }));
    if (matchedCount === reached.length) {
      for (const one of reached) if (one.token !== undefined) this.#raised.set(one.name, this.#raisedAs(one));
      return;
    }
    const held = await this.#mongo.run(() => this.#rows.find(anyOf(guards)).toArray());
    const names = reached.map(({ name }) => name).filter((name) => !held.some(({ _id }) => _id === name));
    // The cached state is outdated, so it is read again before the next attempt.
    for (const name of names) {
      this.#known.delete(name);
      this.#raised.delete(name);
    }
    throw new Fenced(names);
  }

  #guard(one: CheckpointWrite): Document {
    const { name, token } = one;
    const guard = { _id: name, made: this.#known.get(name)?.made ?? '' };
    return token === undefined ? guard : { ...guard, token: this.#hasRaised(one) ? token : { $lte: token } };
  }

  #hasRaised(one: CheckpointWrite): boolean {
    return this.#raised.get(one.name) === this.#raisedAs(one);
  }

  #raisedAs({ name, token }: CheckpointWrite): string {
    return `${this.#known.get(name)?.made} ${token}`;
  }

  #row(name: string): Promise<Row | null> {
    return this.#mongo.run(() => this.#rows.findOne({ _id: name }));
  }

  async #look(name: string): Promise<Known | null> {
    const row = await this.#row(name);
    if (!row) return null;
    const known = { spec: row.spec === null ? null : storedJson<CollectionSpec>(row.spec), made: row.made };
    this.#known.set(name, known);
    return known;
  }

  /** Updates the collection's document with a new `made` value, and gives that value. */
  async #mark(name: string, { token = 0, ...change }: Partial<Row>): Promise<string> {
    const made = crypto.randomUUID();
    const update = { $set: { ...EMPTY, ...change, made }, $max: { token } };
    await this.#mongo.run(() => this.#rows.updateOne({ _id: name }, update, { upsert: true }));
    return made;
  }

  async #index({ name, indexes }: CollectionSpec): Promise<void> {
    const declared = indexes.map((index) => ({ key: { [pathOf(index.name)]: 1 }, name: index.name, sparse: true }));
    const gone = { key: { [GONE]: 1 }, name: `_${GONE}`, sparse: true };
    await this.#mongo.run((db) => db.collection(name).createIndexes([...declared, gone]));
  }

  async #remove(name: string): Promise<void> {
    try {
      await this.#mongo.run((db) => db.collection(name).drop());
    } catch (error) {
      if (codeOf(error) !== NAMESPACE_NOT_FOUND) throw error;
    }
  }
}
