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
/** Own writes are looked for after this share of the time that they usually take, and never later than the maximum. */
const EARLY = 0.9;
const LONGEST_EXPECTED_MS = 150;
/** A look that came too early is followed by the next one after this share of that time, and never before 20 ms. */
const PAUSE = 0.25;
/** How much the newest write counts in the time that writes usually take. */
const NEWEST_SHARE = 0.25;

interface OwnWrite {
  readonly position: Position;
  /** By the process's monotonic clock, in milliseconds. */
  readonly at: number;
  /** A read has come too early for it. */
  missed: boolean;
}

/**
 * Knows how far other processes have written their collections. It reads the checkpoints only while somebody waits: every 20 ms at first,
 * later every 100 ms. After a write of this process the first read comes shortly before the other process usually has folded it.
 */
export class CheckpointWatch {
  readonly #documents: Pick<Documents, 'checkpoints'>;
  readonly #held = new Map<string, Position>();
  readonly #waiting = new Map<string, Waiters>();
  #timer: NodeJS.Timeout | null = null;
  #timerAt = Number.POSITIVE_INFINITY;
  #own: OwnWrite | null = null;
  /** How long it usually takes from a write of this process until a collection holds it, in milliseconds. */
  #usualMs = 0;
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
    this.#hurry(position);
    return reached;
  }

  saw(collection: string, position: Position): void {
    this.#held.set(collection, position);
    this.#waiting.get(collection)?.reached(position);
  }

  /** This process has just written the position to the log, so no collection can hold it yet. */
  wrote(position: Position): void {
    this.#own = { position, at: performance.now(), missed: false };
  }

  /** Reads the checkpoints as soon as they may hold the position. */
  #hurry(position: Position): void {
    this.#pause = Math.max(FIRST_MS, PAUSE * this.#usualMs);
    if (this.#looking) return;
    const expected = this.#own !== null && position >= this.#own.position ? this.#own.at + EARLY * this.#usualMs : 0;
    const at = Math.max(this.#looked + LEAST_MS, expected);
    if (at <= performance.now()) void this.#look();
    else this.#lookAt(at);
  }

  /** Rejects all waiting callers, because the program is ending. */
  end(): void {
    this.#noTimer();
    for (const waiters of this.#waiting.values()) waiters.end();
  }

  get #waitedFor(): readonly string[] {
    return [...this.#waiting].filter(([, waiters]) => waiters.any).map(([collection]) => collection);
  }

  async #look(): Promise<void> {
    const names = this.#waitedFor;
    if (names.length === 0) return;
    this.#looking = true;
    this.#noTimer();
    try {
      const found = await this.#documents.checkpoints(names);
      for (const [name, { position }] of found) this.saw(name, position);
      this.#learn([...found.values()].map(({ position }) => position));
    } catch {
      // The callers wait for the next read, or until their time-out.
    }
    this.#looking = false;
    this.#looked = performance.now();
    if (this.#waitedFor.length === 0) return;
    this.#lookAt(this.#looked + this.#pause);
    this.#pause = Math.min(SLOWEST_MS, this.#pause * SLOWER);
  }

  #learn(found: readonly Position[]): void {
    const own = this.#own;
    if (own === null) return;
    if (found.some((position) => position < own.position)) {
      own.missed = true;
      return;
    }
    const tookMs = Math.min(performance.now() - own.at, LONGEST_EXPECTED_MS);
    // If the first read found it, it was there at some time before.
    const usualMs = own.missed ? tookMs : EARLY * Math.min(tookMs, this.#usualMs);
    this.#usualMs += NEWEST_SHARE * (usualMs - this.#usualMs);
    this.#own = null;
  }

  /** Looks at this moment of the monotonic clock, unless an earlier look is planned. */
  #lookAt(at: number): void {
    if (this.#timer && this.#timerAt <= at) return;
    this.#noTimer();
    this.#timerAt = at;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#look();
    }, at - performance.now());
  }

  #noTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
