import { type Position, START } from '../../domain/kernel/event.ts';
import type { Documents } from './documents.ts';
import { Waiters } from './waiters.ts';

const FIRST_MS = 20;
/** Between two looks, however many come to wait. */
const LEAST_MS = 10;
const SLOWEST_MS = 100;
const SLOWER = 1.25;

/**
 * How far collections go that other processes write. Their checkpoints are looked up only while somebody waits:
 * every 20 ms at first, every 100 ms for who waits long.
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

  /** As last seen; it may be farther. */
  held(collection: string): Position {
    return this.#held.get(collection) ?? START;
  }

  /** Resolves once the collection holds the position. @throws StoreUnavailable after `timeoutMs` */
  reached(collection: string, position: Position, timeoutMs: number): Promise<void> {
    if (this.held(collection) >= position) return Promise.resolve();
    const waiters = this.#waiting.get(collection) ?? new Waiters();
    this.#waiting.set(collection, waiters);
    const reached = waiters.wait(position, timeoutMs);
    this.hurry();
    return reached;
  }

  /** A collection was seen to go so far. */
  saw(collection: string, position: Position): void {
    this.#held.set(collection, position);
    this.#waiting.get(collection)?.reached(position);
  }

  /** Something has probably moved: whoever waits is looked after at once. */
  hurry(): void {
    this.#pause = FIRST_MS;
    if (this.#looking) return;
    const early = this.#looked + LEAST_MS - performance.now();
    if (early <= 0) void this.#look();
    else this.#after(early);
  }

  /** Whoever waits hears that the program is ending. */
  end(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const waiters of this.#waiting.values()) waiters.end();
  }

  get #wanted(): readonly string[] {
    return [...this.#waiting].filter(([, waiters]) => waiters.any).map(([collection]) => collection);
  }

  async #look(): Promise<void> {
    const names = this.#wanted;
    if (names.length === 0) return;
    this.#looking = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    try {
      const found = await this.#documents.checkpoints(names);
      for (const [name, { position }] of found) this.saw(name, position);
    } catch {
      // Whoever waits waits on, and hears of it at the latest by the time-out.
    }
    this.#looking = false;
    this.#looked = performance.now();
    if (this.#wanted.length === 0) return;
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
