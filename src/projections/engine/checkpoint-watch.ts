import { type Position, START } from '../../domain/kernel/event.ts';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { Documents } from '../../ports/documents.ts';

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

const FIRST_MS = 20;
/** Milliseconds between two reads, however many callers wait. */
const LEAST_MS = 10;
const SLOWEST_MS = 100;
const SLOWER = 1.25;

/**
 * Knows how far other processes have written their collections. It reads the checkpoints only while somebody waits: every 20 ms at first,
 * later every 100 ms.
 */
export class CheckpointWatch {
  readonly #documents: Pick<Documents, 'checkpoints'>;
  readonly #held = new Map<string, Position>();
  readonly #waiting = new Map<string, Waiters>();
  #timer: NodeJS.Timeout | null = null;
  #pause = FIRST_MS;
  #looking = false;
  #looked = Number.NEGATIVE_INFINITY;

  constructor(documents: Pick<Documents, 'checkpoints'>) {
    this.#documents = documents;
  }

  /** The position at the last read. The collection may be further by now. */
  held(collection: string): Position {
    return this.#held.get(collection) ?? START;
  }

  /**
   * Resolves once the collection holds the position.
   * @throws StoreUnavailable after `timeoutMs`
   */
  reached(collection: string, position: Position, timeoutMs: number): Promise<void> {
    if (this.held(collection) >= position) return Promise.resolve();
    const waiters = this.#waiting.get(collection) ?? new Waiters();
    this.#waiting.set(collection, waiters);
    const reached = waiters.wait(position, timeoutMs);
    this.hurry();
    return reached;
  }

  saw(collection: string, position: Position): void {
    this.#held.set(collection, position);
    this.#waiting.get(collection)?.reached(position);
  }

  /** Reads the checkpoints at once, because something has probably moved. */
  hurry(): void {
    this.#pause = FIRST_MS;
    if (this.#looking) return;
    const early = this.#looked + LEAST_MS - performance.now();
    if (early <= 0) void this.#look();
    else this.#after(early);
  }

  /** Rejects all waiting callers, because the program is ending. */
  end(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const waiters of this.#waiting.values()) waiters.end();
  }

  get #waitedFor(): readonly string[] {
    return [...this.#waiting].filter(([, waiters]) => waiters.any).map(([collection]) => collection);
  }

  async #look(): Promise<void> {
    const names = this.#waitedFor;
    if (names.length === 0) return;
    this.#looking = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    try {
      const found = await this.#documents.checkpoints(names);
      for (const [name, { position }] of found) this.saw(name, position);
    } catch {
      // The callers wait for the next read, or until their time-out.
    }
    this.#looking = false;
    this.#looked = performance.now();
    if (this.#waitedFor.length === 0) return;
    this.#after(this.#pause);
    this.#pause = Math.min(SLOWEST_MS, this.#pause * SLOWER);
  }

  #after(ms: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#look();
    }, ms);
  }
}
