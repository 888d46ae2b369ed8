import type { Collection } from 'mongodb';
import type { Checkpoint, HeldEvent, ReactorProgress } from '../../../ports/coordination.ts';
import type { MongoAccess } from '../connect.ts';

interface CheckpointRow extends Pick<Checkpoint, 'position' | 'event'> {
  readonly _id: string;
}

interface HeldRow extends HeldEvent {
  /** The reactor and the event id as JSON. */
  readonly _id: string;
}

const idOf = ({ reactor, event_id }: Pick<HeldEvent, 'reactor' | 'event_id'>): string => JSON.stringify([reactor, event_id]);

/** Opens the reactors' progress in collections beside those of the vault. @throws StoreUnavailable */
export async function openMongoReactorProgress({ db, run }: MongoAccess): Promise<ReactorProgress> {
  const checkpoints: Collection<CheckpointRow> = db.collection('vault_reactors');
  const held: Collection<HeldRow> = db.collection('vault_reactor_events');
  await run(() => held.createIndexes([BY_PLACE]));
  const heldWhere = (aside: boolean): Promise<readonly HeldEvent[]> =>
    run(async () => (await held.find({ aside }, { sort: { position: 1 } }).toArray()).map(({ _id, ...event }) => event));
  return {
    checkpoints: () =>
      run(async () => (await checkpoints.find().toArray()).map(({ _id, position, event }) => ({ reactor: _id, position, event }))),
    async putCheckpoints(all) {
      if (all.length === 0) return;
      const writes = all.map(({ reactor, position, event }) => ({
        replaceOne: { filter: { _id: reactor }, replacement: { position, event }, upsert: true },
      }));
      await run(() => checkpoints.bulkWrite(writes, { ordered: false }));
    },
    waiting: () => heldWhere(false),
    aside: () => heldWhere(true),
    async hold(event) {
      const { upsertedCount } = await run(() => held.updateOne({ _id: idOf(event) }, { $setOnInsert: { ...event } }, { upsert: true }));
      return upsertedCount > 0;
    },
    change: async (event) => {
      const { tries, next_at, aside, error } = event;
      await run(() => held.updateOne({ _id: idOf(event) }, { $set: { tries, next_at, aside, error } }));
    },
    release: async (event) => void (await run(() => held.deleteOne({ _id: idOf(event) }))),
    async counts() {
      const all = [...(await heldWhere(false)), ...(await heldWhere(true))];
      const byReactor = [...Map.groupBy(all, ({ reactor }) => reactor)].sort(([a], [b]) => (a < b ? -1 : 1));
      return byReactor.map(([reactor, events]) => {
        const aside = events.filter((event) => event.aside).length;
        return { reactor, waiting: events.length - aside, aside };
      });
    },
    async clear() {
      await run(() => checkpoints.deleteMany({}));
      await run(() => held.deleteMany({ aside: { $in: [false, true] } }));
    },
  };
}

const BY_PLACE = { name: 'by_place', key: { aside: 1, position: 1 } } as const;
