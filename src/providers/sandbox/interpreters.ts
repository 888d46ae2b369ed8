import type { Child } from './child.ts';

/** Calls back after so many milliseconds. Gives what cancels that. */
export type Schedule = (ms: number, work: () => void) => () => void;

export interface InterpretersOptions {
  readonly start: () => Child;
  /** A spare interpreter that nobody took for so long is let go. In milliseconds. */
  readonly idleMs: number;
  readonly schedule: Schedule;
}

/**
 * Child processes with an interpreter of one language. Nobody gets one that somebody else has used: each serves one submission
 * and is then ended. Once one has been asked for, the next one is started before it is needed, since that takes long, and is let
 * go when nobody has taken it for a while. Nothing is started before somebody asks.
 */
export class Interpreters {
  readonly #options: InterpretersOptions;
  #spare: Child | undefined;
  #cancelLettingGo: (() => void) | undefined;
  #isClosed = false;

  constructor(options: InterpretersOptions) {
    this.#options = options;
  }

  /** Gives the spare interpreter, or a new one, as soon as it is ready. @throws what kept it from starting; the signal's reason */
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

  /** Sees to it that there is a spare one, for a while. To be called when an interpreter that was taken has been ended. */
  keepSpare(): void {
    if (this.#isClosed) return;
    if (!this.#spare || this.#spare.hasEnded) this.#spare = this.#startSpare();
    this.#cancelLettingGo?.();
    this.#cancelLettingGo = this.#options.schedule(this.#options.idleMs, () => void this.#letGo());
  }

  /** A spare one that does not start is forgotten: whoever comes next tries anew. */
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
