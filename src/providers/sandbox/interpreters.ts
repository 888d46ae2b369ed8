import type { Child } from './child.ts';

/** Calls `work` after `ms` milliseconds. Returns a function that cancels the call. */
export type Schedule = (ms: number, work: () => void) => () => void;

export interface InterpretersOptions {
  readonly start: () => Child;
  /** A spare interpreter that has been idle for this many milliseconds is ended. */
  readonly idleMs: number;
  readonly schedule: Schedule;
}

/**
 * Child processes with an interpreter of one language. Each process runs one submission and is then ended, so that no submission can
 * see anything of another. The first request starts a process. From then on a spare process waits for the next request, because a start
 * takes long. An idle spare process is ended after a while.
 */
export class Interpreters {
  readonly #options: InterpretersOptions;
  #spare: Child | undefined;
  #cancelLettingGo: (() => void) | undefined;
  #isClosed = false;

  constructor(options: InterpretersOptions) {
    this.#options = options;
  }

  /**
   * Returns the spare interpreter, or a new one, as soon as it is ready.
   * @throws the error of the start; the signal's reason
   */
  async take(signal: AbortSignal): Promise<Child> {
    signal.throwIfAborted();
    this.#cancelLettingGo?.();
    const child = this.#spare && !this.#spare.hasEnded ? this.#spare : this.#options.start();
    this.#spare = undefined;
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      await Promise.race([child.ready, aborted.promise]);
      return child;
    } catch (error) {
      await child.end();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Starts a spare interpreter if there is none. Call this after an interpreter that was taken has ended. */
  keepSpare(): void {
    if (this.#isClosed) return;
    if (!this.#spare || this.#spare.hasEnded) this.#spare = this.#startSpare();
    this.#cancelLettingGo?.();
    this.#cancelLettingGo = this.#options.schedule(this.#options.idleMs, () => void this.#letGo());
  }

  /** If the spare interpreter does not start, the next request starts a new one. */
  #startSpare(): Child {
    const child = this.#options.start();
    child.ready.catch(() => {
      if (this.#spare === child) this.#spare = undefined;
      return child.end();
    });
    return child;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#letGo();
  }

  async #letGo(): Promise<void> {
    this.#cancelLettingGo?.();
    const child = this.#spare;
    this.#spare = undefined;
    await child?.end();
  }
}
