import { type Position, type Recorded, START } from '../../domain/kernel/event.ts';
import type { EventStore, Subscription } from '../../domain/kernel/event-store.ts';
import { type Documents, Fenced } from '../../ports/documents.ts';
import type { Log } from '../../ports/log.ts';
import { Folding } from './folding.ts';
import { FoldFault, type Member } from './member.ts';
import { pagesAhead } from './pages-ahead.ts';
import { backOff, InterruptiblePause, yieldToEventLoop } from './views.ts';

export interface FeedingPorts {
  readonly store: Pick<EventStore, 'readAll' | 'subscribe'>;
  readonly documents: Documents;
  readonly log: Pick<Log, 'info' | 'error'>;
  readonly pause?: (attempt: number, signal: AbortSignal) => Promise<void>;
  /** Called after events were folded and written. */
  readonly moved: () => void;
  /** Called after events could not be folded or written. */
  readonly failed?: () => void;
  /** How many milliseconds new events may gather after a batch that took `tookMs` milliseconds, so that they are written together. */
  readonly gatherMs: (tookMs: number) => number;
  /** Called with collections that another process has taken over under a newer lease. They get no more events. */
  readonly fenced?: (collections: readonly string[]) => void;
  /** The pace of projections that catch up beside the others; by default one in which requests of this process do not wait. */
  readonly pace?: Pace;
  /** If given, a projection whose fold throws is removed and passed to this function. Otherwise all projections try again together. */
  readonly faulty?: (member: Member) => void;
}

export interface Pace {
  readonly batch: number;
  /** So many changed documents of one collection are written together. */
  readonly unwritten: number;
}

/**
 * Before the program serves requests, writes are larger, within the memory that a rebuild may use. Later the steps are small, so that no
 * request waits.
 */
export const ALONE: Pace = { batch: 250, unwritten: 2_000 };
const BESIDE: Pace = { batch: 250, unwritten: 400 };
/** Writing to a server keeps nobody waiting here. In larger writes a document that changes often is written less often. */
export const ON_SERVERS: Pace = { batch: 250, unwritten: 1_000 };
const HOT = 2_500;

/** Feeds events to projections. Those that have caught up share one subscription; the others read the log in parallel. */
export class Feeding {
  /** The projections that have caught up. */
  readonly live: Folding;
  readonly failing = new Set<Folding>();
  readonly #ports: FeedingPorts;
  readonly #halting = new AbortController();
  readonly #gathering = new InterruptiblePause();
  readonly #builds = new Map<Folding, Promise<boolean>>();
  #subscription: Subscription | null = null;
  #handing: Promise<void> | null = null;
  #handed: Position = START;

  constructor(ports: FeedingPorts) {
    this.#ports = ports;
    this.live = this.folding();
  }

  get signal(): AbortSignal {
    return this.#halting.signal;
  }

  folding(): Folding {
    return new Folding(this.#ports.documents, { hot: HOT });
  }

  /** Feeds the projections that have caught up with the events after this position. Each of them must be folded up to it. */
  subscribe(after: Position): void {
    this.#handed = after;
    this.#subscription = this.#ports.store.subscribe(after, (events) => this.#hand(events));
  }

  /** Processes gathered events now, because somebody waits. */
  hurry(): void {
    this.#gathering.end();
  }

  /** Resolves when no batch is being processed. */
  async still(): Promise<void> {
    await this.#handing?.catch(() => undefined);
  }

  /** Folds the whole log. After an error it tries again, until it is done or halted. */
  async catchUp(folding: Folding, { batch, unwritten }: Pace): Promise<void> {
    const { store, pause = backOff } = this.#ports;
    const isOver = (): boolean => folding.members.length === 0 || this.signal.aborted;
    for (let attempt = 0; !isOver(); ) {
      try {
        for await (const events of pagesAhead(store, folding.position, batch)) {
          await this.#take(folding, events, unwritten);
          if (isOver()) return;
          attempt = 0;
          await yieldToEventLoop();
        }
        folding.announce();
        return await this.#write(folding);
      } catch (error) {
        this.#failed(folding, error);
        attempt += 1;
        await pause(attempt, this.signal);
      }
    }
  }

  /** Catches up with the subscription, and then shares it with the other projections. False: it was halted before. */
  beside(folding: Folding): Promise<boolean> {
    const build = this.#beside(folding).finally(() => this.#builds.delete(folding));
    this.#builds.set(folding, build);
    return build;
  }

  async #beside(folding: Folding): Promise<boolean> {
    while (!this.signal.aborted) {
      await this.catchUp(folding, this.#ports.pace ?? BESIDE);
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

  /** Removes members from every folding. Only a running write may still write for them. */
  remove(collection: string): void {
    for (const folding of [this.live, ...this.#builds.keys()]) folding.remove([collection]);
  }

  /** Stops everything after the running batch at the latest. */
  async halt(): Promise<void> {
    this.#halting.abort();
    this.#gathering.end();
    await this.#subscription?.stop();
    this.#subscription = null;
    await Promise.all(this.#builds.values());
  }

  /** Processes one batch from the subscription. An error is thrown, and the store delivers the same batch again after a pause. */
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
    await this.#write(folding, unwritten);
    this.failing.delete(folding);
    this.#ports.moved();
  }

  /** Writes. Collections that another lease has taken over are removed, and the rest is written. */
  async #write(folding: Folding, atLeast = 0): Promise<void> {
    for (;;) {
      try {
        return await folding.write(atLeast);
      } catch (error) {
        if (!(error instanceof Fenced) || folding.remove(error.collections).length === 0) throw error;
        this.#ports.fenced?.(error.collections);
      }
    }
  }

  #failed(folding: Folding, error: unknown): void {
    const { log, faulty } = this.#ports;
    folding.reset();
    const collections = error instanceof FoldFault ? [error.collection] : folding.members.map(({ collection }) => collection);
    log.error({ err: error, collections, position: folding.position }, 'read_model.update_failed');
    // A projection that reads the log alone delays no other one.
    const apart = folding !== this.live && folding.members.length === 1;
    const [fault] = faulty && !apart && error instanceof FoldFault ? folding.remove([error.collection]) : [];
    if (fault) faulty?.(fault);
    else this.failing.add(folding);
    this.#ports.failed?.();
  }
}
