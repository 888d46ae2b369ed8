import { setTimeout as after } from 'node:timers/promises';
import { START } from '../../domain/kernel/event.ts';
import { type EventStore, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { Lease, Leases } from '../../ports/coordination.ts';
import type { Documents } from '../../ports/documents.ts';
import { ON_SERVERS } from './feeding.ts';
import { Folding } from './folding.ts';
import { pagesAhead } from './pages-ahead.ts';
import { type AnyProjection, collectionName, specOf } from './projection.ts';

export interface Rebuilding {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly leases: Leases;
  /** Between two tries to get the lease from its holder, in milliseconds (default 50). */
  readonly pollMs?: number;
}

const HOT = 1_000;
const POLL_MS = 50;
/** After this many tries the holder is asked again, because another worker may have taken the lease first. */
const ASK_EVERY = 40;
const MOST_TRIES = 600;

/** A read model that is folded again. */
interface Rebuilt {
  readonly projection: AnyProjection;
  /** The collection that serves. */
  readonly own: string;
  /** The collection that is folded beside it. */
  readonly spare: string;
  /** Keeps other processes from rebuilding it. */
  readonly beside: Lease;
}

/**
 * Folds read models again, each into a second collection, and then replaces the serving ones, each in one step, under its lease. The log is
 * read once for all of them. The program continues meanwhile, and so do the workers that fold the serving ones; they are asked to release
 * the leases for the last step. After an error, those that were replaced by then stay replaced.
 * @throws Error if another process is rebuilding one of them, or the stores cannot do it
 */
export async function rebuildBeside(rebuilding: Rebuilding, projections: readonly AnyProjection[]): Promise<void> {
  const { documents } = rebuilding;
  if (!documents.replace) throw new Error('These stores cannot put one collection in the place of another.');
  const all: Rebuilt[] = [];
  try {
    for (const projection of projections) all.push(await claim(rebuilding, projection));
    const folding = new Folding(documents, { hot: HOT });
    for (const { projection, spare } of all) {
      await documents.drop(spare);
      await documents.ensure(specOf(projection, spare));
      folding.add(projection, { checkpoint: START, collection: spare });
    }
    await foldAll(rebuilding, folding, all);
    for (const one of all) {
      const lease = await fromItsHolder(rebuilding, one.own);
      try {
        await takeOver(rebuilding, { folding, all, one, lease });
      } finally {
        await lease.release();
      }
    }
  } finally {
    for (const { beside } of all) await beside.release();
  }
}

async function claim({ leases }: Rebuilding, projection: AnyProjection): Promise<Rebuilt> {
  const own = collectionName(projection);
  const spare = `${own}.rebuilding`;
  const beside = await leases.acquire(spare);
  if (beside === null) throw new Error(`${projection.name} is being rebuilt already.`);
  return { projection, own, spare, beside };
}

interface TakingOver {
  readonly folding: Folding;
  readonly all: readonly Rebuilt[];
  readonly one: Rebuilt;
  readonly lease: Lease;
}

/** Fences off the former holder first, so that afterwards the new collection includes at least as much as the old one. */
async function takeOver(rebuilding: Rebuilding, { folding, all, one: { projection, own, spare }, lease }: TakingOver): Promise<void> {
  const { documents } = rebuilding;
  await documents.ensure(specOf(projection));
  const served = (await documents.checkpoints([own])).get(own)?.position ?? START;
  await documents.apply({ writes: [], checkpoints: [{ name: own, position: served, token: lease.token }] });
  await foldAll(rebuilding, folding, all);
  const [member] = folding.remove([spare]);
  await documents.apply({ writes: [], checkpoints: [{ name: spare, position: member?.folded ?? START, live: true }] });
  stillHeld(lease);
  await documents.replace?.(spare, own);
}

async function foldAll({ store }: Rebuilding, folding: Folding, all: readonly Rebuilt[]): Promise<void> {
  for await (const events of pagesAhead(store, folding.members[0]?.folded ?? START, ON_SERVERS.batch)) {
    await folding.fold(events);
    for (const { beside } of all) stillHeld(beside);
    await folding.write(events.length < ON_SERVERS.batch ? 0 : ON_SERVERS.unwritten);
  }
}

function stillHeld({ name, lost }: Lease): void {
  if (lost.aborted) throw new StoreUnavailable(`The lease of ${name} was lost in the middle; begin again.`);
}

async function fromItsHolder({ leases, pollMs = POLL_MS }: Rebuilding, own: string): Promise<Lease> {
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const lease = await leases.acquire(own);
    if (lease) return lease;
    if (tried % ASK_EVERY === 0) await leases.requestHandover(own);
    await after(pollMs);
  }
  throw new StoreUnavailable(`Whoever folds ${own} does not let go of it.`);
}
