import { setTimeout } from 'node:timers/promises';
import type { Position } from '../../domain/kernel/event.ts';
import { StoreFull, StoreUnavailable } from '../../domain/kernel/event-store.ts';

/** Notes what became of attempts to send; what could not be noted is kept while the process lives. */
export interface Outcomes {
  /** While the store is away it is tried again, for less than an attempt is waited for. @throws what the last try threw */
  note(id: string, work: WriteOutcome): Promise<Position | null>;
  /** What is still to be noted of a delivery. */
  pending(id: string): WriteOutcome | null;
}

export type WriteOutcome = () => Promise<Position | null>;

const PAUSES_MS = [100, 400, 1_000, 3_000, 10_000, 20_000, 30_000, 30_000] as const;

export function createOutcomes(): Outcomes {
  const waiting = new Map<string, WriteOutcome>();
  return {
    pending: (id) => waiting.get(id) ?? null,
    async note(id, work) {
      waiting.set(id, work);
      const position = await withRetries(work);
      waiting.delete(id);
      return position;
    },
  };
}

async function withRetries(work: WriteOutcome): Promise<Position | null> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable || error instanceof StoreFull)) throw error;
    }
    // a process that ends does not wait for it
    await setTimeout(pause, undefined, { ref: false });
  }
  return work();
}
