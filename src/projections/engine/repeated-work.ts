import type { Log } from '../../ports/log.ts';
import { OWN_TIME, type OwnTime } from './views.ts';

/** Work that is repeated, one run at a time. A failed run is logged, once until a run succeeds, and the next run follows. */
export class RepeatedWork {
  readonly #work: () => Promise<void>;
  readonly #log: Pick<Log, 'error'>;
  readonly #time: OwnTime;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #ending: Promise<void> = Promise.resolve();
  #failing = false;

  constructor(work: () => Promise<void>, log: Pick<Log, 'error'>, time: OwnTime = OWN_TIME) {
    this.#work = work;
    this.#log = log;
    this.#time = time;
  }

  get stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Runs once more, after the present run. Never rejects. */
  run(): Promise<void> {
    this.#running = this.#running.then(async () => {
      if (this.stopped) return;
      try {
        await this.#work();
        this.#failing = false;
      } catch (error) {
        if (!this.#failing) this.#log.error({ err: error }, 'background_check.failed');
        this.#failing = true;
      }
    });
    return this.#running;
  }

  /** Runs again and again until `stop`, with a pause of `ms` milliseconds before each run. A function is asked before each pause. */
  every(ms: number | (() => number)): void {
    this.#ending = this.#repeat(typeof ms === 'number' ? () => ms : ms);
  }

  /** Waits `ms` milliseconds, or until `stop`. */
  pause(ms: number): Promise<void> {
    return this.#time.sleep(ms, this.#stopping.signal);
  }

  async #repeat(ms: () => number): Promise<void> {
    while (!this.stopped) {
      await this.pause(ms());
      await this.run();
    }
  }

  /** Resolves when no run is active. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#running, this.#ending]);
  }
}
