import { StoreUnavailable } from '../domain/kernel/event-store.ts';
import type { Log } from '../jobs/log.ts';
import { OWN_TIME, type OwnTime } from '../projections/engine/pauses.ts';
import { safeText } from './operations/safe-text.ts';

export interface AwaitStoresOptions {
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Aborts when the program is told to end: nothing is waited for any more. */
  readonly signal: AbortSignal;
  /** Hears, without secrets, which store it is waited for each time that one does not answer. */
  readonly onWait?: (why: string) => void;
  /** For how long stores are waited for, in milliseconds (default 60,000). */
  readonly waitMs?: number;
  readonly time?: OwnTime;
}

const WAIT_MS = 60_000;
const PAUSE_MS = 1_000;
/** Between two lines in the log. */
const LINE_MS = 10_000;
const inSeconds = (ms: number): number => Math.round(ms / 1_000);

/**
 * Tries again while a store is slow or away. Null: it was told to end meanwhile; what was under way is left to itself.
 * @throws StoreUnavailable naming the store once the time is over, and at once any other error of the attempt
 */
export async function awaitStores<Result>(attempt: () => Promise<Result>, options: AwaitStoresOptions): Promise<Result | null> {
  const { log, signal, onWait = () => undefined, waitMs = WAIT_MS, time = OWN_TIME } = options;
  const aborted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
  const began = time.monotonic();
  let told = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const result = await Promise.race([settled(attempt()), aborted]);
    if (result === null) return null;
    if ('value' in result) {
      if (told >= began) log.info({ waited_s: inSeconds(time.monotonic() - began) }, 'The stores answer.');
      return result.value;
    }
    const now = time.monotonic();
    const why = safeText(result.error.message);
    if (now - began >= waitMs) throw new StoreUnavailable(`The program waited ${inSeconds(waitMs)} s for its stores, and ends. ${why}`);
    onWait(why);
    if (now - told >= LINE_MS) {
      told = now;
      log.warn({ waited_s: inSeconds(now - began), at_most_s: inSeconds(waitMs) }, `Waiting for a store. ${why}`);
    }
    await time.sleep(PAUSE_MS, signal);
  }
  return null;
}

type Settled<Result> = { readonly value: Result } | { readonly error: StoreUnavailable };

/** @throws what is no matter of a store that is away */
const settled = <Result>(attempt: Promise<Result>): Promise<Settled<Result>> =>
  attempt.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (error instanceof StoreUnavailable) return { error };
      throw error;
    },
  );
