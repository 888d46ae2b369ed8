import { Binary, type Collection } from 'mongodb';
import type { StoredPushTarget } from '../../../ports/push.ts';
import type { Wrapping } from '../../vault/master-key.ts';
import { openProgramKey, openTarget, wrapProgramKey, wrapTarget } from '../../vault/push.ts';
import { ignoreDuplicate, type Run } from '../connect.ts';

export interface PushTargetRow {
  readonly _id: string;
  readonly owner: string;
  readonly endpoint_hash: string;
  readonly wrapped: Binary;
}

const BY_ENDPOINT = { name: 'by_endpoint', key: { endpoint_hash: 1 }, unique: true } as const;
const BY_OWNER = { name: 'by_owner', key: { owner: 1 } } as const;

export async function pushTargets(collection: Collection<PushTargetRow>, wrap: Wrapping, run: Run) {
  await run(() => collection.createIndexes([BY_ENDPOINT, BY_OWNER]));
  const opened = (row: PushTargetRow | null): StoredPushTarget | null =>
    row && openTarget(wrap, { id: row._id, owner: row.owner, endpoint_hash: row.endpoint_hash, wrapped: row.wrapped.buffer });
  return {
    get: (id: string) => run(async () => opened(await collection.findOne({ _id: id }))),
    at: (endpoint_hash: string) => run(async () => opened(await collection.findOne({ endpoint_hash }))),
    async put(target: StoredPushTarget) {
      const { id, owner, endpoint_hash } = target;
      await run(() => collection.deleteMany({ endpoint_hash, _id: { $ne: id } }));
      const row = { owner, endpoint_hash, wrapped: new Binary(wrapTarget(wrap, target)) };
      await run(() => collection.replaceOne({ _id: id }, row, { upsert: true }));
    },
    remove: (id: string) => run(() => collection.deleteOne({ _id: id })),
    forget: (owner: string) => run(() => collection.deleteMany({ owner })),
  };
}

export interface ProgramKeyRow {
  /** The name. */
  readonly _id: string;
  readonly wrapped: Binary;
}

export const programKeys = (collection: Collection<ProgramKeyRow>, wrap: Wrapping, run: Run) => {
  const get = (name: string): Promise<string | null> =>
    run(async () => {
      const row = await collection.findOne({ _id: name });
      return row && openProgramKey(wrap, name, row.wrapped.buffer);
    });
  return {
    get,
    async keep(name: string, key: string): Promise<string> {
      const row = { _id: name, wrapped: new Binary(wrapProgramKey(wrap, name, key)) };
      await run(() => ignoreDuplicate(collection.insertOne(row)));
      return (await get(name)) ?? key;
    },
  };
};
