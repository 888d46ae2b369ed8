import type { Position } from '../domain/kernel/event.ts';
import { StoreFull, StoreUnavailable } from '../domain/kernel/event-store.ts';

/** Work that this process runs in the background, each piece under an id. */
export class UnderWay {
  readonly #works = new Map<string, Promise<void>>();

  get size(): number {
    return this.#works.size;
  }

  has(id: string): boolean {
    return this.#works.has(id);
  }

  /** `onFault` receives the error if the work fails. */
  start(id: string, work: Promise<void>, onFault: (error: unknown) => void): void {
    this.#works.set(
      id,
      work.catch(onFault).finally(() => this.#works.delete(id)),
    );
  }

  /** Resolves when any piece of work has ended. */
  async oneEnded(): Promise<void> {
    await Promise.race(this.#works.values());
  }

  /** Resolves when all the present work has ended. True: there was some. */
  async settled(): Promise<boolean> {
    const all = [...this.#works.values()];
    await Promise.all(all);
    return all.length > 0;
  }

  /** Resolves when all the present work has ended, or after `ms` milliseconds. */
  async settledWithin(ms: number): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, ms);
    await Promise.race([this.settled(), late.promise]);
    clearTimeout(timer);
  }
}

/**
 * Records the outcomes of attempts at messages, emails and reviews. An outcome that cannot be recorded stays in memory
 * until it can.
 */
export interface Outcomes {
  /**
   * Records the outcome of the attempt at `id` by running `work`. While the store is down, it tries again for about 95 s.
   * That is less than the two minutes for which an attempt is claimed.
   * @throws what the last try threw
   */
  note(id: string, work: WriteOutcome): Promise<Position | null>;
  /** The outcome of an attempt that is not recorded yet; null if there is none. */
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

/** The timer does not keep the process alive. */
const waited = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
