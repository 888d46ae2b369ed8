import type { Position } from '../../domain/kernel/event.ts';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';

interface Waiter {
  readonly position: Position;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Callers that wait until the read models include a position. */
export class Waiters {
  readonly #waiting = new Set<Waiter>();

  /** @throws StoreUnavailable after `timeoutMs` */
  wait(position: Position, timeoutMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiter);
        reject(new StoreUnavailable(`The read models did not reach ${position} within ${timeoutMs} ms. What was written is kept.`));
      }, timeoutMs);
      const waiter: Waiter = { position, resolve, reject, timer };
      this.#waiting.add(waiter);
    });
  }

  get any(): boolean {
    return this.#waiting.size > 0;
  }

  reached(position: Position): void {
    for (const waiter of this.#waiting) if (waiter.position <= position) this.#release(waiter).resolve();
  }

  end(): void {
    for (const waiter of this.#waiting) this.#release(waiter).reject(new StoreUnavailable('The program is ending.'));
  }

  #release(waiter: Waiter): Waiter {
    clearTimeout(waiter.timer);
    this.#waiting.delete(waiter);
    return waiter;
  }
}
