import { Binary, type Collection } from 'mongodb';
import type { StoredAiKey } from '../../../ports/ai-keys.ts';
import type { Wrapping } from '../../vault/master-key.ts';
import type { Run } from '../access.ts';

export interface AiKeyRow {
  /** The owner. */
  readonly _id: string;
  readonly wrapped: Binary;
}

/** Owners' own keys of AI services, each encrypted with the master key. */
export const aiKeys = (collection: Collection<AiKeyRow>, wrap: Wrapping, run: Run) => ({
  get: (owner: string): Promise<StoredAiKey | null> =>
    run(async () => {
      const row = await collection.findOne({ _id: owner });
      return row && wrap.openAiKey(owner, row.wrapped.buffer);
    }),
  put: (owner: string, stored: StoredAiKey) =>
    run(() => collection.replaceOne({ _id: owner }, { wrapped: new Binary(wrap.aiKey(owner, stored)) }, { upsert: true })),
  remove: (owner: string) => run(() => collection.deleteOne({ _id: owner })),
});
