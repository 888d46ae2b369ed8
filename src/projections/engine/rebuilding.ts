import { setTimeout as after } from 'node:timers/promises';
import { START } from '../../domain/kernel/event.ts';
import { type EventStore, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { Lease, Leases } from '../../ports/coordination.ts';
import type { Documents } from '../../ports/documents.ts';
import { Folding } from './folding.ts';
import { type AnyProjection, collectionName } from './projection.ts';

export interface Rebuilding {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly leases: Leases;
  /** Between two tries to get the lease from its holder, in milliseconds (default 50). */
  readonly pollMs?: number;
}

const BATCH = 250;
const UNWRITTEN = 1_000;
const HOT = 1_000;
const POLL_MS = 50;
/** After this many tries the holder is asked again, because another worker may have taken the lease first. */
const ASK_EVERY = 40;
const MOST_TRIES = 600;

/**
 * Folds a read model again into a second collection, and then replaces the serving one in one step, under its lease. The program continues
 * meanwhile, and so does the worker that folds the serving one; it is asked to release the lease for the last step.
 * @throws Error if another process is rebuilding it, or the stores cannot do it
 */
export async function rebuildBeside(rebuilding: Rebuilding, projection: AnyProjection): Promise<void> {
  const { documents, leases } = rebuilding;
  if (!documents.replace) throw new Error('These stores cannot put one collection in the place of another.');
  const own = collectionName(projection);
  const spare = `${own}.rebuilding`;
  const beside = await leases.acquire(spare);
  if (beside === null) throw new Error(`${projection.name} is being rebuilt already.`);
  try {
    await documents.drop(spare);
    await documents.ensure({ name: spare, indexes: projection.indexes });
    const folding = new Folding(documents, { hot: HOT });
    folding.add(projection, { checkpoint: START, collection: spare });
    await foldAll(rebuilding, folding, beside);
    const lease = await fromItsHolder(rebuilding, own);
    try {
      await takeOver(rebuilding, { projection, own, spare, folding, lease, beside });
    } finally {
      await lease.release();
    }
  } finally {
    await beside.release();
  }
}

interface TakingOver {
  readonly projection: AnyProjection;
  readonly own: string;
  readonly spare: string;
  readonly folding: Folding;
  readonly lease: Lease;
  readonly beside: Lease;
}

/** Fences off the former holder first, so that afterwards the new collection includes at least as much as the old one. */
async function takeOver(rebuilding: Rebuilding, { projection, own, spare, folding, lease, beside }: TakingOver): Promise<void> {
  const { documents } = rebuilding;
  await documents.ensure({ name: own, indexes: projection.indexes });
  const served = (await documents.checkpoints([own])).get(own)?.position ?? START;
  await documents.apply({ writes: [], checkpoints: [{ name: own, position: served, token: lease.token }] });
  await foldAll(rebuilding, folding, beside);
  const position = folding.members[0]?.folded ?? START;
  await documents.apply({ writes: [], checkpoints: [{ name: spare, position, live: true }] });
  stillHeld(lease);
  await documents.replace?.(spare, own);
}

async function foldAll({ store }: Rebuilding, folding: Folding, beside: Lease): Promise<void> {
  for (let at = folding.members[0]?.folded ?? START; ; ) {
    const events = await store.readAll(at, BATCH);
    await folding.fold(events);
    stillHeld(beside);
    if (events.length < BATCH || folding.unwritten >= UNWRITTEN) await folding.write();
    if (events.length < BATCH) return;
    at = events.at(-1)?.position ?? at;
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
