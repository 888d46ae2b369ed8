import type { Position } from '../domain/kernel/event.ts';
import { StoreFull, StoreUnavailable } from '../domain/kernel/event-store.ts';

/** Works of this process that run beside everything else, each under an id. */
export class UnderWay {
  readonly #works = new Map<string, Promise<void>>();

  get size(): number {
    return this.#works.size;
  }

  has(id: string): boolean {
    return this.#works.has(id);
  }

  /** `onFault` is told why the work failed. */
  start(id: string, work: Promise<void>, onFault: (error: unknown) => void): void {
    this.#works.set(
      id,
      work.catch(onFault).finally(() => this.#works.delete(id)),
    );
  }

  /** Resolves when any of them has ended. */
  async oneEnded(): Promise<void> {
    await Promise.race(this.#works.values());
  }

  /** Resolves when all have ended that are under way now. True: there were some. */
  async settled(): Promise<boolean> {
    const all = [...this.#works.values()];
    await Promise.all(all);
    return all.length > 0;
  }

  /** Resolves when all have ended that are under way now, or after `ms` milliseconds. */
  async settledWithin(ms: number): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, ms);
    await Promise.race([this.settled(), late.promise]);
    clearTimeout(timer);
  }
}

/** Records how attempts ended: of messages, emails, reviews. What could not be recorded is kept in memory until it can be. */
export interface Outcomes {
  /**
   * Records the outcome of the attempt at `id` with `work`. While the store is away it tries again for about 95 s, which is less
   * than the two minutes for which an attempt is reserved. @throws what the last try threw
   */
  note(id: string, work: WriteOutcome): Promise<Position | null>;
  /** The outcome of an attempt that could not be recorded yet; null if there is none. */
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
    await waited(pause);
  }
  return work();
}

/** This timer does not keep a process alive that wants to end. */
const waited = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
