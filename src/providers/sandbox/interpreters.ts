import type { Thread } from './thread.ts';

/** Calls back after so many milliseconds. Gives what cancels that. */
export type Schedule = (ms: number, work: () => void) => () => void;

export interface InterpretersOptions {
  readonly start: () => Thread;
  /** A spare interpreter that nobody took for so long is let go. In milliseconds. */
  readonly idleMs: number;
  readonly schedule: Schedule;
}

/**
 * Threads with an interpreter of one language. Nobody gets one that somebody else has used: each serves one submission and is
 * then ended. Once one has been asked for, the next one is started before it is needed, since that takes long, and is let go
 * when nobody has taken it for a while. Nothing is started before somebody asks.
 */
export class Interpreters {
  readonly #options: InterpretersOptions;
  #spare: Thread | undefined;
  #cancelLettingGo: (() => void) | undefined;
  #isClosed = false;

  constructor(options: InterpretersOptions) {
    this.#options = options;
  }

  /** Gives the spare interpreter, or a new one, as soon as it is ready. @throws what kept it from starting; the signal's reason */
  async take(signal: AbortSignal): Promise<Thread> {
    signal.throwIfAborted();
    this.#cancelLettingGo?.();
    const thread = this.#spare ?? this.#options.start();
    this.#spare = undefined;
    const aborted = Promise.withResolvers<never>();
    const abort = (): void => aborted.reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      await Promise.race([thread.ready, aborted.promise]);
      return thread;
    } catch (error) {
      await thread.end();
      throw error;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Sees to it that there is a spare one, for a while. To be called when an interpreter that was taken has been ended. */
  keepSpare(): void {
    if (this.#isClosed) return;
    this.#spare ??= this.#startSpare();
    this.#cancelLettingGo?.();
    this.#cancelLettingGo = this.#options.schedule(this.#options.idleMs, () => void this.#letGo());
  }

  /** A spare one that does not start is forgotten: whoever comes next tries anew. */
  #startSpare(): Thread {
    const thread = this.#options.start();
    thread.ready.catch(() => {
      if (this.#spare === thread) this.#spare = undefined;
      return thread.end();
    });
    return thread;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#letGo();
  }

  async #letGo(): Promise<void> {
    this.#cancelLettingGo?.();
    const thread = this.#spare;
    this.#spare = undefined;
    await thread?.end();
  }
}
