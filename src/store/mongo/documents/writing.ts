import { MongoBulkWriteError, type UpdateFilter, type UpdateOneModel } from 'mongodb';
import type { Position } from '../../../domain/kernel/event.ts';
import { itemAt } from '../../../domain/kernel/records.ts';
import type { CollectionSpec, Write } from '../../../ports/documents.ts';
import type { Mongo } from '../connect.ts';
import { DUPLICATE_KEY } from '../errors.ts';
import { keysOf } from './keys.ts';

/** A document as it is stored. A removed document stays as `gone`, so that a repeated older write does not restore it. */
export interface StoredDocument {
  readonly _id: string;
  readonly position: Position;
  /** The document as JSON, so that it comes back exactly as it was, whatever its keys and texts are. */
  readonly doc?: string;
  readonly keys?: Readonly<Record<string, string>>;
  readonly gone?: true;
  readonly token?: number;
}

export interface Operation {
  readonly updateOne: UpdateOneModel<StoredDocument>;
}

/** The number of operations in one call, small enough for a slow server to answer in time. */
const CHUNK = 200;

/**
 * The operations for a batch: the newest write of each document, so that no id occurs twice.
 * @throws TypeError for a field that cannot be sorted
 */
export function operationsOf(spec: CollectionSpec, writes: readonly Write[], token: number | undefined): readonly Operation[] {
  const newest = new Map<string, Write>();
  for (const write of writes) {
    const other = newest.get(write.id);
    if (!other || write.position > other.position) newest.set(write.id, write);
  }
  return [...newest.values()].map((write) => operation(spec, write, token));
}

/** One atomic write, if there is no document, or an older one under no newer lease. Otherwise the upsert fails with a duplicate key. */
function operation(spec: CollectionSpec, { id, position, doc }: Write, token: number | undefined): Operation {
  const fence = token === undefined ? {} : { token: { $not: { $gt: token } } };
  const set = { position, ...(token !== undefined && { token }) };
  const update: UpdateFilter<StoredDocument> =
    doc === null
      ? { $set: { ...set, gone: true }, $unset: { doc: '', keys: '' } }
      : { $set: { ...set, doc: JSON.stringify(doc), keys: keysOf(spec, doc, id) }, $unset: { gone: '' } };
  return { updateOne: { filter: { _id: id, position: { $lt: position }, ...fence }, update, upsert: true } };
}

/** Stores the documents of `first` before the others: with one call, if there are few and nobody else has written any of them. */
export async function writeInOrder(
  mongo: Mongo,
  collection: string,
  first: readonly Operation[],
  others: readonly Operation[],
): Promise<void> {
  const all = [...first, ...others];
  if (first.length === 0 || others.length === 0) return write(mongo, collection, all);
  if (all.length <= CHUNK) {
    try {
      await mongo.run(() => mongo.db.collection<StoredDocument>(collection).bulkWrite(all, { ordered: true }));
      return;
    } catch (error) {
      if (refusedIn(error).length === 0) throw error;
    }
  }
  await write(mongo, collection, first);
  await write(mongo, collection, others);
}

async function write(mongo: Mongo, collection: string, operations: readonly Operation[]): Promise<void> {
  for (let at = 0; at < operations.length; at += CHUNK) await writeChunk(mongo, collection, operations.slice(at, at + CHUNK));
}

/**
 * A duplicate key means that there is a newer document, or an older one that another writer created at the same
 * moment. So refused operations are tried once more without inserting.
 */
async function writeChunk(mongo: Mongo, collection: string, operations: readonly Operation[]): Promise<void> {
  const documents = mongo.db.collection<StoredDocument>(collection);
  try {
    await mongo.run(() => documents.bulkWrite(operations, { ordered: false }));
  } catch (error) {
    const refused = refusedIn(error).map((index) => itemAt(operations, index));
    if (refused.length === 0) throw error;
    const again = refused.map(({ updateOne }) => ({ updateOne: { ...updateOne, upsert: false } }));
    await mongo.run(() => documents.bulkWrite(again, { ordered: false }));
  }
}

/** The indexes of operations that failed with a duplicate key; none if anything else failed. */
function refusedIn(error: unknown): readonly number[] {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) return [];
  const errors = [error.writeErrors].flat();
  return errors.every(({ code }) => code === DUPLICATE_KEY) ? errors.map(({ index }) => index) : [];
}
