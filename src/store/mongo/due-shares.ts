import { randomUUID } from 'node:crypto';
import type { Collection, Document, Filter } from 'mongodb';
import type { ShareResult, TakenShare, WorkShare, WorkSharing } from '../../ports/due-work.ts';
import type { MongoAccess } from './connect.ts';

interface Row extends Omit<WorkShare, 'id'> {
  readonly _id: string;
  /** Until when somebody has it, in milliseconds of the server's clock; 0: nobody has it. */
  readonly until: number;
  /** The take by which somebody has it, or had it last. */
  readonly take: string | null;
  readonly result: ShareResult | null;
}

/**
 * The shares of due work under way, one document each in `_due_shares`. It has some dozens of documents at most and no index. `fixed`
 * replaces the server's clock, in milliseconds, in tests.
 */
export function openMongoWorkSharing({ db, run }: MongoAccess, { fixed }: { readonly fixed?: () => number } = {}): WorkSharing {
  const rows: Collection<Row> = db.collection<Row>('_due_shares');
  const now = (): Document => ({ $toLong: fixed ? { $literal: fixed() } : '$$NOW' });
  const taken = ({ id, take }: TakenShare): Filter<Row> => ({ _id: id, take, result: null });
  return {
    async handOut(shares) {
      await run(() => rows.insertMany(shares.map(({ id, ...share }) => ({ _id: id, ...share, until: 0, take: null, result: null }))));
    },
    async take({ group, kinds }, ms) {
      const take = randomUUID();
      const free: Filter<Row> = {
        result: null,
        ...(group !== undefined && { group }),
        ...(kinds && { kind: { $in: [...kinds] } }),
        $expr: { $lte: ['$until', now()] },
      };
      const change: Document[] = [{ $set: { take, until: { $add: [now(), ms] } } }];
      const row = await run(() => rows.findOneAndUpdate(free, change, { returnDocument: 'after' }));
      if (row === null) return null;
      const { _id: id, until: _, result: __, ...share } = row;
      return { ...share, id, take };
    },
    async keep(share, ms) {
      const { matchedCount } = await run(() => rows.updateOne(taken(share), [{ $set: { until: { $add: [now(), ms] } } }]), ms);
      return matchedCount === 1;
    },
    finish: async (share, result) => void (await run(() => rows.updateOne(taken(share), { $set: { result } }))),
    giveBack: async (share) => void (await run(() => rows.updateOne(taken(share), { $set: { until: 0, take: null } }))),
    async results(group) {
      const found = await run(() => rows.find({ group }, { projection: { result: 1 } }).toArray());
      return new Map(found.map(({ _id, result }) => [_id, result]));
    },
    end: async (groups) => void (await run(() => rows.deleteMany({ group: { $in: [...groups] } }))),
    clear: async () => void (await run(() => rows.deleteMany({}))),
  };
}
