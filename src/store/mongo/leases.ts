import type { Document } from 'mongodb';
import type { Leases } from '../../ports/coordination.ts';
import { LENGTHS } from '../lease-length.ts';
import { createLeases, type LeaseOptions, type LeaseRef, type LeaseRows, REAL_TIME } from '../leases.ts';
import type { Mongo } from './connect.ts';
import { codeOf, DUPLICATE_KEY } from './errors.ts';

interface Row {
  readonly _id: string;
  readonly holder: string | null;
  readonly token: number;
  /** When the lease expires, in milliseconds of the server's clock, like all times here. */
  readonly until: number;
  /** Identifies the call that acquired the lease. */
  readonly grant: string;
  /** The holder sends heartbeats, so it counts as a worker. */
  readonly worker?: boolean;
  readonly wanted?: boolean;
  readonly avoid?: { readonly holder: string; readonly until: number };
}

interface Timed {
  readonly _id: string;
  readonly until: number;
  readonly now: number;
}

type HeldRow = Row & Timed & { readonly holder: string };

/** For which part of a lease a call may hang, so that a renewal is repeated before the lease expires. */
const HANGING = 0.4;
/** The limit for calls that give no lease, in milliseconds. */
const CALL_MS = 2_000;
/** How long a dead process is remembered, in milliseconds. */
const REMEMBERED_MS = 60_000;
const SERVER_TIME: Document = { $toLong: '$$NOW' };

const literal = (value: string): Document => ({ $literal: value });
const plus = (now: Document | number, ms: number): Document => ({ $add: [now, ms] });

const isFree = (holder: string, now: Document | number): Document => ({
  $and: [
    {
      $or: [
        { $lte: [{ $ifNull: ['$until', 0] }, now] },
        { $eq: [{ $ifNull: ['$holder', null] }, null] },
        { $eq: ['$holder', literal(holder)] },
      ],
    },
    { $not: [{ $and: [{ $eq: ['$avoid.holder', literal(holder)] }, { $gt: [{ $ifNull: ['$avoid.until', 0] }, now] }] }] },
  ],
});

/** The leases in `_leases` and the heartbeats in `_workers`. `fixed` replaces the server's clock in tests. */
export function mongoLeaseRows(mongo: Mongo, { fixed }: { readonly fixed?: () => Date } = {}): LeaseRows {
  const time = (): Document | number => fixed?.().getTime() ?? SERVER_TIME;
  const rows = mongo.db.collection<Row>('_leases');
  const workers = mongo.db.collection<{ _id: string; until: number }>('_workers');
  /** The processes that send heartbeats through these rows. */
  const beating = new Set<string>();
  const run = <T>(work: () => Promise<T>, ttlMs?: number): Promise<T> =>
    mongo.run(work, ttlMs === undefined ? CALL_MS : Math.ceil(ttlMs * HANGING));
  const isHeld = <T extends Timed>({ until, now }: T): boolean => until > now;
  const addNow = (): Document => ({ $set: { now: time() } });
  const given: Document[] = [{ $match: { holder: { $ne: null } } }, { $sort: { _id: 1 } }];
  const allHeld = async () => (await rows.aggregate<HeldRow>([...given, addNow()]).toArray()).filter(isHeld);

  /** All leases and heartbeats that are valid, read with one call. Heartbeats of processes that died long ago are removed. */
  async function look(): Promise<{ readonly held: readonly HeldRow[]; readonly workers: ReadonlySet<string> }> {
    const both = [...given, { $unionWith: { coll: workers.collectionName } }, addNow()];
    const found = await rows.aggregate<HeldRow | Timed>(both).toArray();
    const isLease = (row: HeldRow | Timed): row is HeldRow => 'holder' in row;
    const [held, beats] = [found.filter(isLease).filter(isHeld), found.filter((row) => !isLease(row))];
    const forgotten = beats.filter(({ until, now }) => until < now - REMEMBERED_MS);
    // A process that was suspended may have come back since.
    const until = { $lt: (forgotten[0]?.now ?? 0) - REMEMBERED_MS };
    if (forgotten.length > 0) await workers.deleteMany({ _id: { $in: forgotten.map(({ _id }) => _id) }, until });
    const holders = held.filter((row) => row.worker).map(({ holder }) => holder);
    return { held, workers: new Set([...holders, ...beats.filter(isHeld).map(({ _id }) => _id)]) };
  }

  return {
    acquire: (name, holder, ttlMs) =>
      run(async () => {
        const grant = crypto.randomUUID();
        const now = time();
        // The token also grows if the documents were lost or restored from an old backup.
        const token = { $max: [{ $add: [{ $ifNull: ['$token', 0] }, 1] }, now] };
        const given = { _id: '$_id', holder: literal(holder), token, until: plus(now, ttlMs), grant, worker: beating.has(holder) };
        const change = [{ $replaceWith: { $cond: [isFree(holder, now), given, '$$ROOT'] } }];
        try {
          const row = await rows.findOneAndUpdate({ _id: name }, change, { upsert: true, returnDocument: 'after' });
          return row?.grant === grant ? row.token : null;
        } catch (error) {
          // Another process created it at the same moment.
          if (codeOf(error) === DUPLICATE_KEY) return null;
          throw error;
        }
      }, ttlMs),

    renew: (holder, held, ttlMs) =>
      run(async () => {
        const mine = { holder, $or: held.map(({ name, token }: LeaseRef) => ({ _id: name, token })) };
        const { matchedCount } = await rows.updateMany(mine, [{ $set: { until: plus(time(), ttlMs), worker: beating.has(holder) } }]);
        const still = matchedCount === held.length ? held : (await rows.find(mine).toArray()).map(({ _id: name }) => ({ name }));
        return new Set(still.map(({ name }) => name));
      }, ttlMs),

    release: (holder, { name, token }) =>
      run(async () => {
        await rows.updateOne({ _id: name, holder, token }, { $set: { holder: null } });
      }),

    heartbeat: (holder, ttlMs) =>
      run(async () => {
        beating.add(holder);
        const { held, workers: known } = await look();
        const own = held.filter((row) => row.holder === holder);
        // Its leases say that a worker lives, so only one without any stores its heartbeat.
        if (!own.some((row) => row.worker))
          await workers.updateOne({ _id: holder }, [{ $set: { until: plus(time(), Math.max(ttlMs, LENGTHS.usual)) } }], { upsert: true });
        const left = held.filter((row) => row.holder !== holder).map(({ until, now }) => until - now);
        return {
          workers: new Set([...known, holder]).size,
          handoverRequested: own.filter((row) => row.wanted).map(({ _id }) => _id),
          holders: new Map(held.map((row) => [row._id, row.holder])),
          nextExpiryMs: left.length === 0 ? null : Math.min(...left),
        };
      }, ttlMs),

    leave: (holder) =>
      run(async () => {
        await workers.deleteOne({ _id: holder });
      }),

    list: () =>
      run(async () => {
        const held = await allHeld();
        return held.map(({ _id: name, holder, token, until }) => ({ name, holder, token, expires_at: new Date(until).toISOString() }));
      }),

    requestHandover: (name, avoidMs) =>
      run(async () => {
        const avoid = { holder: '$holder', until: plus(time(), avoidMs) };
        await rows.updateOne({ _id: name, holder: { $ne: null } }, [{ $set: { wanted: true, avoid } }]);
      }),
  };
}

export const openLeases = (mongo: Mongo, options: LeaseOptions): Leases => createLeases(mongoLeaseRows(mongo), REAL_TIME, options);
