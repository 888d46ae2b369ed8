import { StoreUnavailable } from '../domain/kernel/event-store.ts';
import type { Log } from '../ports/log.ts';
import { OWN_TIME, type OwnTime } from '../projections/engine/views.ts';
import { safeText } from './logger.ts';

export interface AwaitStoresOptions {
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Aborts when the program gets a signal to stop. Then the wait ends at once. */
  readonly signal: AbortSignal;
  /** Called each time that a store does not answer, with a sentence that names the store and holds no secrets. */
  readonly onWait?: (why: string) => void;
  /** How long to wait for the stores, in milliseconds (default 60,000). */
  readonly waitMs?: number;
  readonly time?: OwnTime;
}

const WAIT_MS = 60_000;
const PAUSE_MS = 1_000;
/** The pause between two log lines, in milliseconds. */
const LINE_MS = 10_000;
const inSeconds = (ms: number): number => Math.round(ms / 1_000);

/**
 * Repeats the attempt while a store is slow or unavailable. Gives null if the program was told to end meanwhile; the
 * running attempt is then abandoned.
 * @throws StoreUnavailable naming the store when the time is over; any other error of the attempt at once
 */
export async function awaitStores<Result>(attempt: () => Promise<Result>, options: AwaitStoresOptions): Promise<Result | null> {
  const { log, signal, onWait = () => undefined, waitMs = WAIT_MS, time = OWN_TIME } = options;
  const aborted = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));
  const began = time.monotonic();
  let lastLogged = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const result = await Promise.race([attempted(attempt()), aborted]);
    if (result === null) return null;
    if ('value' in result) {
      if (lastLogged >= began) log.info({ waited_s: inSeconds(time.monotonic() - began) }, 'store.available');
      return result.value;
    }
    const now = time.monotonic();
    const why = safeText(result.error.message);
    if (now - began >= waitMs) throw new StoreUnavailable(`The program waited ${inSeconds(waitMs)} s for its stores, and ends. ${why}`);
    onWait(why);
    if (now - lastLogged >= LINE_MS) {
      lastLogged = now;
      log.warn({ why, waited_s: inSeconds(now - began), at_most_s: inSeconds(waitMs) }, 'store.unavailable');
    }
    await time.sleep(PAUSE_MS, signal);
  }
  return null;
}

type Attempt<Result> = { readonly value: Result } | { readonly error: StoreUnavailable };

/** Gives a StoreUnavailable as a value. @throws any other error */
const attempted = <Result>(attempt: Promise<Result>): Promise<Attempt<Result>> =>
  attempt.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (error instanceof StoreUnavailable) return { error };
      throw error;
    },
  );
