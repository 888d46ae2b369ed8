import { setTimeout as delay } from 'node:timers/promises';

export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class InterruptiblePause {
  #end: () => void = () => undefined;

  begin(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#end = () => resolve(clearTimeout(timer));
    });
  }

  end(): void {
    this.#end();
  }
}

export interface OwnTime {
  /** Milliseconds that never go back. */
  monotonic(): number;
  /** Resolves after that time, or when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const OWN_TIME: OwnTime = {
  monotonic: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
};

export const backOff = (attempt: number, signal: AbortSignal): Promise<void> =>
  OWN_TIME.sleep(Math.min(100 * 2 ** (attempt - 1), 5_000), signal);
