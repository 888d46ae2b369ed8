import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { type EventStore, StoreFull, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { Checkpoint, HeldEvent } from '../../ports/coordination.ts';
import { HeldEvents } from './held-events.ts';
import { type LogPlace, placeOf, type Reactor, type ReactorPorts } from './reactor.ts';

/**
 * Does the work for each item, at most `limit` at once. A failure does not stop the others: when all have ended, the first error is thrown.
 */
async function sideBySide<T>(items: readonly T[], limit: number, work: (item: T) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  // All workers take from the same iterator.
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) {
      try {
        await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (errors.length > 0) throw errors[0];
}

const BATCH = 500;
const AT_ONCE = 16;
/** With more events than this in memory the follower reads the log again instead. */
const MOST = 5_000;

/**
 * Runs one reactor over the log. It processes the events of one stream one after the other, and different streams in parallel. The stored
 * checkpoint never passes an event that is neither done nor held.
 */
export class Follower<Context> {
  readonly name: string;
  readonly #ports: ReactorPorts<Context>;
  readonly #readAll: EventStore['readAll'];
  readonly #reactor: Reactor<Context>;
  readonly #types: ReadonlySet<string>;
  readonly #held: HeldEvents;
  /** Everything up to this place is done or in the queue. */
  #read: LogPlace;
  /** Everything up to this place is done or held. */
  #done: LogPlace;
  #stored: Position;
  #queue: Recorded[] = [];
  /** A batch has left the queue and is not done yet. */
  #processing = false;
  #live = false;
  #stopped = false;
  /** One step at a time. */
  #line: Promise<unknown> = Promise.resolve();
  #catchingUp: Promise<boolean> | null = null;

  constructor(
    ports: ReactorPorts<Context>,
    reactor: Reactor<Context>,
    {
      place,
      waiting,
      readAll,
    }: { readonly place: LogPlace; readonly waiting: readonly HeldEvent[]; readonly readAll: EventStore['readAll'] },
  ) {
    this.name = reactor.name;
    this.#ports = ports;
    this.#readAll = readAll;
    this.#reactor = reactor;
    this.#types = new Set(reactor.events);
    this.#held = new HeldEvents(ports, reactor.name);
    this.#held.load(waiting);
    this.#read = place;
    this.#done = place;
    this.#stored = place.position;
  }

  /** Whether it has caught up and gets new events directly. */
  get isLive(): boolean {
    return this.#live;
  }

  get hasWork(): boolean {
    return this.#queue.length > 0;
  }

  /** The next instant at which a failed event is tried again; null: none has failed. */
  get nextTryAt(): string | null {
    return this.#held.nextTryAt();
  }

  /** Takes the next events of the log, without gaps. */
  offer(events: readonly Recorded[]): void {
    if (!this.#live) return;
    this.#take(events);
    if (this.#queue.length > MOST) this.#live = false;
  }

  /**
   * Processes waiting events, and failed ones whose next try is due. Does not store the checkpoint. `held`: the held events, if they were
   * read again. True: something was written.
   */
  turn(held: readonly HeldEvent[] | null): Promise<boolean> {
    return this.#inLine(async () => {
      if (held !== null) this.#held.load(held);
      const drained = await this.#drain();
      const retried = await this.#retry();
      return drained || retried;
    });
  }

  /** Reads the log up to the place that `handed` returns; from there on it gets events directly. True: something was written. */
  catchUp(handed: () => Position): Promise<boolean> {
    this.#catchingUp ??= this.#inLine(() => this.#catchUp(handed)).finally(() => {
      this.#catchingUp = null;
    });
    return this.#catchingUp;
  }

  /** The checkpoint that has to be stored; null if it is stored already. */
  get unstored(): Checkpoint | null {
    return this.#done.position === this.#stored ? null : { reactor: this.name, ...this.#done };
  }

  /** Notes that the checkpoint is stored. */
  noteStored({ position }: Checkpoint): void {
    this.#stored = position;
  }

  /** Resolves when no reaction is running. Does not store the checkpoint. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#line;
  }

  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#line.then(work);
    this.#line = mine.catch(() => undefined);
    return mine;
  }

  #take(events: readonly Recorded[]): void {
    for (const event of events) {
      if (event.position <= this.#read.position) continue;
      if (this.#types.has(event.type)) this.#queue.push(event);
      this.#read = placeOf(event);
    }
    if (this.#queue.length === 0 && !this.#processing) this.#done = this.#read;
  }

  async #catchUp(handed: () => Position): Promise<boolean> {
    let wrote = await this.#drain();
    while (!this.#live && !this.#stopped) {
      const events = await this.#readAll(this.#read.position, BATCH);
      this.#take(events);
      wrote = (await this.#drain()) || wrote;
      await this.#storeCheckpoint();
      // No event can be missed between this read and the next delivered batch.
      this.#live = events.length < BATCH && this.#read.position >= handed();
    }
    return wrote;
  }

  async #storeCheckpoint(): Promise<void> {
    const checkpoint = this.unstored;
    if (checkpoint === null) return;
    await this.#ports.progress.putCheckpoints([checkpoint]);
    this.noteStored(checkpoint);
  }

  async #drain(): Promise<boolean> {
    let wrote = false;
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, BATCH);
      this.#processing = true;
      try {
        wrote = (await this.#processAll(batch)) || wrote;
      } catch (error) {
        this.#queue.unshift(...batch);
        throw error;
      } finally {
        this.#processing = false;
      }
      const last = batch.at(-1);
      this.#done = last === undefined || this.#queue.length === 0 ? this.#read : placeOf(last);
    }
    return wrote;
  }

  async #processAll(events: readonly Recorded[]): Promise<boolean> {
    let wrote = false;
    const streams = [...Map.groupBy(events, ({ stream }) => stream).values()];
    await sideBySide(streams, AT_ONCE, async (ofStream) => {
      for (const event of ofStream) wrote = (await this.#processOne(event)) || wrote;
    });
    return wrote;
  }

  async #processOne(event: Recorded): Promise<boolean> {
    if (this.#held.has(event.id)) return false;
    if (this.#held.holdsBack(event.stream)) {
      await this.#held.holdBehind(event);
      return false;
    }
    try {
      return await this.#react(event);
    } catch (error) {
      if (isOfTheStore(error)) throw error;
      await this.#held.holdFailed(event, error);
      return false;
    }
  }

  async #retry(): Promise<boolean> {
    let wrote = false;
    await sideBySide(this.#held.streams(), AT_ONCE, async (ofStream) => {
      for (const held of ofStream) {
        if (held.next_at !== null && held.next_at > this.#ports.clock.now()) return;
        const became = await this.#retryOne(held);
        if (became === 'waits') return;
        wrote ||= became === 'wrote';
      }
    });
    return wrote;
  }

  async #retryOne(held: HeldEvent): Promise<'wrote' | 'over' | 'waits'> {
    const [event] = await this.#ports.store.readStream(held.stream, held.revision, 1);
    // The event is missing if the log was restored from an older backup than the vault.
    const isThere = event?.id === held.event_id;
    try {
      const wrote = event !== undefined && isThere && (await this.#react(event));
      await this.#held.release(held);
      return wrote ? 'wrote' : 'over';
    } catch (error) {
      if (isOfTheStore(error)) throw error;
      return (await this.#held.failedAgain(held, error)) ? 'over' : 'waits';
    }
  }

  /** True: something was written. */
  async #react(event: Recorded): Promise<boolean> {
    if (this.#stopped) throw new StoreUnavailable('The program is ending.');
    const { owner } = event.metadata;
    const hasLeft = async (): Promise<boolean> => owner !== null && (await this.#ports.hasLeft(owner));
    if (await hasLeft()) return false;
    try {
      return (await this.#reactor.react(event, this.#ports.context)) !== null;
    } catch (error) {
      // The account may have been deleted during the reaction.
      if (await hasLeft()) return false;
      throw error;
    }
  }
}

/** An error of the store is not the fault of the event: all events wait until the store answers, or until the program starts again. */
const isOfTheStore = (error: unknown): boolean => error instanceof StoreUnavailable || error instanceof StoreFull;
