import { type Position, type Recorded, START } from '../../domain/kernel/event.ts';
import type { EventStore, Subscription } from '../../domain/kernel/event-store.ts';
import { type Documents, Fenced } from './documents.ts';
import { Folding } from './folding.ts';
import { FoldFault, type Member } from './member.ts';
import { backOff, InterruptiblePause, yieldToEventLoop } from './pauses.ts';
import type { RunnerLog } from './runner.ts';

export interface FeedingPorts {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly log: RunnerLog;
  readonly pause?: (attempt: number, signal: AbortSignal) => Promise<void>;
  /** Is called when something was folded and written. */
  readonly moved: () => void;
  /** After a batch that took `tookMs` milliseconds: for how many milliseconds new events may gather, to be written together. */
  readonly gatherMs: (tookMs: number) => number;
  /** Is called with collections that were written under a newer lease. They get no more events. */
  readonly fenced?: (collections: readonly string[]) => void;
  /**
   * If given: a projection whose fold throws is removed and given to this function, instead of being tried again
   * together with all the others.
   */
  readonly faulty?: (member: Member) => void;
}

export interface Pace {
  /** Events in a step. */
  readonly batch: number;
  /** How many changed documents may wait before they are written. */
  readonly unwritten: number;
}

/**
 * The pace before anything is served: larger writes, within the memory that a rebuild may use. Beside a serving program
 * the steps are small, so that nobody waits.
 */
export const ALONE: Pace = { batch: 250, unwritten: 1_500 };
const BESIDE: Pace = { batch: 250, unwritten: 1_000 };
const HOT = 1_000;

/** Feeds events to projections: to those that have caught up by one subscription, to the others beside it. */
export class Feeding {
  /** Those caught up. */
  readonly live: Folding;
  readonly failing = new Set<Folding>();
  readonly #ports: FeedingPorts;
  readonly #halting = new AbortController();
  readonly #gathering = new InterruptiblePause();
  readonly #builds = new Map<Folding, Promise<boolean>>();
  #subscription: Subscription | null = null;
  /** The batch that the subscription is processing now. */
  #handing: Promise<void> | null = null;
  /** The position up to which the subscription has delivered events. */
  #handed: Position = START;

  constructor(ports: FeedingPorts) {
    this.#ports = ports;
    this.live = this.folding();
  }

  get signal(): AbortSignal {
    return this.#halting.signal;
  }

  /** A new one, with nothing in it. */
  folding(): Folding {
    return new Folding(this.#ports.documents, { hot: HOT });
  }

  /** Feeds the projections that have caught up with the events after the position, up to which each of them is folded. */
  subscribe(after: Position): void {
    this.#handed = after;
    this.#subscription = this.#ports.store.subscribe(after, (events) => this.#hand(events));
  }

  /** Somebody waits, so gathered events are processed now. */
  hurry(): void {
    this.#gathering.end();
  }

  /** Resolves when no batch is being handed over. */
  async still(): Promise<void> {
    await this.#handing?.catch(() => undefined);
  }

  /** Folds the whole log. After an error it tries again, until it is done or halted. */
  async catchUp(folding: Folding, { batch, unwritten }: Pace): Promise<void> {
    const { store, pause = backOff } = this.#ports;
    let attempt = 0;
    let at = folding.position;
    while (folding.members.length > 0 && !this.signal.aborted) {
      try {
        const events = await store.readAll(at, batch);
        await this.#take(folding, events, unwritten);
        at = events.at(-1)?.position ?? at;
        if (events.length < batch) {
          folding.announce();
          return await this.#write(folding);
        }
        attempt = 0;
        await yieldToEventLoop();
      } catch (error) {
        this.#failed(folding, error);
        at = folding.position;
        attempt += 1;
        await pause(attempt, this.signal);
      }
    }
  }

  /** Catches up with the subscription and joins the projections that it feeds. False: it was halted before. */
  beside(folding: Folding): Promise<boolean> {
    const build = this.#beside(folding).finally(() => this.#builds.delete(folding));
    this.#builds.set(folding, build);
    return build;
  }

  async #beside(folding: Folding): Promise<boolean> {
    while (!this.signal.aborted) {
      await this.catchUp(folding, BESIDE);
      // Between two batches of the subscription no event can be missed.
      if (!this.signal.aborted && this.#handing === null && folding.position >= this.#handed) {
        this.live.join(folding);
        this.failing.delete(folding);
        return true;
      }
      await this.still();
      await yieldToEventLoop();
    }
    return false;
  }

  /** Removes members, wherever they are fed. Nothing more is written for them except what is under way. */
  remove(collection: string): void {
    for (const folding of [this.live, ...this.#builds.keys()]) folding.remove([collection]);
  }

  /** Ends everything, within the batch that is under way. */
  async halt(): Promise<void> {
    this.#halting.abort();
    this.#gathering.end();
    await this.#subscription?.stop();
    this.#subscription = null;
    await Promise.all(this.#builds.values());
  }

  /** One batch from the subscription. What fails is thrown: the store hands the same batch over again after a pause. */
  #hand(events: readonly Recorded[]): Promise<void> {
    const begun = performance.now();
    this.#handing = this.#take(this.live, events, 0)
      .then(() => {
        this.#handed = events.at(-1)?.position ?? this.#handed;
      })
      .catch((error: unknown) => {
        this.#failed(this.live, error);
        throw error;
      })
      .finally(() => {
        this.#handing = null;
      });
    return this.#handing.then(() => {
      const ms = this.signal.aborted ? 0 : this.#ports.gatherMs(performance.now() - begun);
      return ms > 0 ? this.#gathering.begin(ms) : undefined;
    });
  }

  async #take(folding: Folding, events: readonly Recorded[], unwritten: number): Promise<void> {
    await folding.fold(events);
    if (folding.unwritten >= unwritten) await this.#write(folding);
    this.failing.delete(folding);
    this.#ports.moved();
  }

  /** Writes. Collections that another lease has taken over are removed, and the rest is written. */
  async #write(folding: Folding): Promise<void> {
    for (;;) {
      try {
        return await folding.write();
      } catch (error) {
        if (!(error instanceof Fenced) || folding.remove(error.collections).length === 0) throw error;
        this.#ports.fenced?.(error.collections);
      }
    }
  }

  #failed(folding: Folding, error: unknown): void {
    const { log, faulty } = this.#ports;
    folding.reset();
    const projections = error instanceof FoldFault ? [error.collection] : folding.members.map(({ collection }) => collection);
    log.error({ err: error, projections, position: folding.position }, 'Read models could not be brought up to date; trying again.');
    // A projection that is fed alone beside the others keeps nobody waiting.
    const apart = folding !== this.live && folding.members.length === 1;
    const [fault] = faulty && !apart && error instanceof FoldFault ? folding.remove([error.collection]) : [];
    if (fault) faulty?.(fault);
    else this.failing.add(folding);
  }
}
