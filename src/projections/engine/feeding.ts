import { type Position, type Recorded, START } from '../../domain/kernel/event.ts';
import type { EventStore, Subscription } from '../../domain/kernel/event-store.ts';
import { type Documents, Fenced } from './documents.ts';
import { Folding } from './folding.ts';
import { FoldFault, type Member } from './member.ts';
import { backOff, breath, Lull } from './pauses.ts';
import type { RunnerLog } from './runner.ts';

export interface FeedingPorts {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly log: RunnerLog;
  readonly pause?: (attempt: number, signal: AbortSignal) => Promise<void>;
  /** Something is folded and written, as far as it goes. */
  readonly moved: () => void;
  /** After a batch that took so many milliseconds: for how many more what comes may gather, to be written together. */
  readonly lull: (tookMs: number) => number;
  /** Collections that were written under a newer lease: they are fed no more. */
  readonly fenced?: (collections: readonly string[]) => void;
  /** Instead of being tried again with all the others, the one whose fold throws is let go, and told. */
  readonly faulty?: (member: Member) => void;
}

export interface Pace {
  /** Events in a step. */
  readonly batch: number;
  /** Documents that wait before they are written. */
  readonly unwritten: number;
}

/** Before anything is served: larger writes, within the memory that a rebuild may take. Beside a serving program: steps that keep nobody waiting. */
export const ALONE: Pace = { batch: 250, unwritten: 1_500 };
const BESIDE: Pace = { batch: 250, unwritten: 1_000 };
const HOT = 1_000;

/** Feeds events to projections: those caught up by one subscription, those that are not yet beside it. */
export class Feeding {
  /** Those caught up. */
  readonly live: Folding;
  readonly failing = new Set<Folding>();
  readonly #ports: FeedingPorts;
  readonly #halting = new AbortController();
  readonly #lull = new Lull();
  readonly #builds = new Map<Folding, Promise<boolean>>();
  #subscription: Subscription | null = null;
  /** The batch that the subscription is handing over. */
  #handing: Promise<void> | null = null;
  /** Up to where the subscription has handed over. */
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

  /** Feeds those caught up with what comes after the position, which each of them holds. */
  subscribe(after: Position): void {
    this.#handed = after;
    this.#subscription = this.#ports.store.subscribe(after, (events) => this.#hand(events));
  }

  /** Somebody waits: what gathers is handed over now. */
  hurry(): void {
    this.#lull.end();
  }

  /** Resolves when no batch is being handed over. */
  async still(): Promise<void> {
    await this.#handing?.catch(() => undefined);
  }

  /** Folds all that the log holds, and goes on after faults until it is done or halted. */
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
        await breath();
      } catch (error) {
        this.#failed(folding, error);
        at = folding.position;
        attempt += 1;
        await pause(attempt, this.signal);
      }
    }
  }

  /** Catches up with the subscription and joins those that it feeds. False: halted before. */
  beside(folding: Folding): Promise<boolean> {
    const build = this.#beside(folding).finally(() => this.#builds.delete(folding));
    this.#builds.set(folding, build);
    return build;
  }

  async #beside(folding: Folding): Promise<boolean> {
    while (!this.signal.aborted) {
      await this.catchUp(folding, BESIDE);
      // between two batches of the subscription nothing can slip through
      if (!this.signal.aborted && this.#handing === null && folding.position >= this.#handed) {
        this.live.join(folding);
        this.failing.delete(folding);
        return true;
      }
      await this.still();
      await breath();
    }
    return false;
  }

  /** Lets go of members, wherever they are fed: nothing more is written for them but what is under way. */
  remove(collection: string): void {
    for (const folding of [this.live, ...this.#builds.keys()]) folding.remove([collection]);
  }

  /** Ends everything, within the batch that is under way. */
  async halt(): Promise<void> {
    this.#halting.abort();
    this.#lull.end();
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
      const ms = this.signal.aborted ? 0 : this.#ports.lull(performance.now() - begun);
      return ms > 0 ? this.#lull.begin(ms) : undefined;
    });
  }

  async #take(folding: Folding, events: readonly Recorded[], unwritten: number): Promise<void> {
    await folding.fold(events);
    if (folding.unwritten >= unwritten) await this.#write(folding);
    this.failing.delete(folding);
    this.#ports.moved();
  }

  /** What was fenced off is let go, and the rest is written. */
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
    // One that is alone beside the others keeps nobody waiting.
    const apart = folding !== this.live && folding.members.length === 1;
    const [fault] = faulty && !apart && error instanceof FoldFault ? folding.remove([error.collection]) : [];
    if (fault) faulty?.(fault);
    else this.failing.add(folding);
  }
}
