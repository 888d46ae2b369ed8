import { START } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { Documents } from '../../ports/documents.ts';
import type { Lease } from '../../ports/leases.ts';
import type { MemberStart } from './member.ts';
import { type AnyProjection, collectionName } from './projection.ts';
import type { RunnerLog } from './runner.ts';

export interface TakingUp {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly log: RunnerLog;
}

/**
 * Prepares a collection under a new lease: creates it if it does not exist, and stores the lease's token in its checkpoint, so that the
 * former holder can no longer write. A collection that is ahead of the log belongs to another log and starts again from nothing. Null: it
 * was not possible now, and the lease is released.
 */
export async function takeUp(
  { store, documents, log }: TakingUp,
  projection: AnyProjection,
  lease: Lease,
): Promise<(MemberStart & { readonly live: boolean }) | null> {
  const name = collectionName(projection);
  try {
    const spec = { name, indexes: projection.indexes };
    await documents.ensure(spec);
    const found = (await documents.checkpoints([name])).get(name);
    // The end of the log is read after the checkpoint, because the log only grows.
    const foreign = found !== undefined && found.position > (await store.head());
    if (foreign) {
      await documents.drop(name);
      await documents.ensure(spec);
    }
    const checkpoint = foreign ? START : (found?.position ?? START);
    await documents.apply({ writes: [], checkpoints: [{ name, position: checkpoint, token: lease.token }] });
    return { checkpoint, hold: lease, live: !foreign && found?.live === true };
  } catch (error) {
    log.error({ err: error, collection: name }, 'A read model could not be taken over; trying again.');
    await lease.release().catch(() => undefined);
    return null;
  }
}
