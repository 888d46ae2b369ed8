export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

export interface TurnBounds {
  /** How many pieces of work run at the same time in all. An owner never has more than one of them. */
  readonly running: number;
  /** How many pieces of work may wait: in all, and for one owner. */
  readonly waiting: number;
  readonly waitingOfOwner: number;
}

export interface TurnOptions {
  /** Aborting it removes the work from the queue. Work that has begun has to watch the signal itself. */
  readonly signal: AbortSignal;
  /** Waits however long the queue is. For work that the program does on its own, which is limited elsewhere. */
  readonly alwaysWaits?: boolean;
}

/** Begins the work at one place in the queue. */
type Begin = () => void;

/**
 * A queue that is fair between owners: it runs one piece of work of an owner at a time, and the owners take turns,
 * however many pieces each of them has.
 */
export class Turns {
  readonly #bounds: TurnBounds;
  /** By owner, in the order of their turns. No list is empty. */
  readonly #queues = new Map<string, Begin[]>();
  readonly #running = new Set<string>();

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds;
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#queues.values().reduce((sum, queue) => sum + queue.length, 0);
  }

  /**
   * Runs the work when it is the owner's turn.
   * @throws QueueFull if too much work is waiting; the signal's reason if it aborts before the work begins; what the work
   * throws
   */
  async run<T>(owner: string, work: () => Promise<T>, options: TurnOptions): Promise<T> {
    await this.#turn(owner, options);
    try {
      return await work();
    } finally {
      this.#end(owner);
    }
  }

  #turn(owner: string, { signal, alwaysWaits = false }: TurnOptions): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin: Begin = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = (): void => {
      this.#remove(owner, begin);
      reject(signal.reason);
    };
    const queue = this.#queues.get(owner) ?? [];
    if (!alwaysWaits && !this.#isFree(owner) && this.#isFull(queue)) throw new QueueFull('Too many wait already.');
    signal.addEventListener('abort', leave, { once: true });
    this.#queues.set(owner, [...queue, begin]);
    this.#next();
    return promise;
  }

  #isFree(owner: string): boolean {
    return this.#running.size < this.#bounds.running && !this.#running.has(owner) && !this.#queues.has(owner);
  }

  #isFull(ofOwner: readonly Begin[]): boolean {
    return ofOwner.length >= this.#bounds.waitingOfOwner || this.waiting >= this.#bounds.waiting;
  }

  #remove(owner: string, begin: Begin): void {
    const left = (this.#queues.get(owner) ?? []).filter((one) => one !== begin);
    if (left.length > 0) this.#queues.set(owner, left);
    else this.#queues.delete(owner);
  }

  #next(): void {
    for (const [owner, [begin]] of this.#queues) {
      if (this.#running.size >= this.#bounds.running) return;
      if (this.#running.has(owner) || begin === undefined) continue;
      this.#running.add(owner);
      this.#remove(owner, begin);
      begin();
    }
  }

  /** An owner who had a turn is placed at the end. */
  #end(owner: string): void {
    this.#running.delete(owner);
    const queue = this.#queues.get(owner);
    if (queue !== undefined) {
      this.#queues.delete(owner);
      this.#queues.set(owner, queue);
    }
    this.#next();
  }
}
