import { type Position, type Recorded, START } from '../../domain/kernel/event.ts';
import type { EventStore, Subscription } from '../../domain/kernel/event-store.ts';
import { Folding } from './folding.ts';
import { FreshReads } from './fresh-reads.ts';
import { backOff, breath, Lull } from './pauses.ts';
import { type AnyProjection, collectionName } from './projection.ts';
import type { ProjectionStatus, Runner, RunnerPorts } from './runner.ts';
import { forget, type Versions, versionsOf } from './versions.ts';
import { nameIn, type Views } from './views.ts';
import { Waiters } from './waiters.ts';

const TIMEOUT = 5_000;

/** Before anything is served: larger writes, within the memory that a rebuild may take. Beside a serving program: steps that keep nobody waiting. */
const ALONE = { batch: 250, unwritten: 1_500 };
const BESIDE = { batch: 250, unwritten: 1_000 };
const HOT = 1_000;

/** While nobody waits, what comes within this time is folded and written together. */
const LULL_MS = 100;

/** See `Runner`. */
export class ProjectionRunner implements Runner {
  readonly views: Views;
  readonly #ports: RunnerPorts;
  readonly #serving: Map<string, string>;
  readonly #waiters = new Waiters();
  /** Those caught up, fed by one subscription; and newer versions, being built beside the ones that serve. */
  #live: Folding;
  #building: Folding;
  #older: readonly string[] = [];
  #subscription: Subscription | null = null;
  #build: Promise<void> = Promise.resolve();
  #halting = new AbortController();
  /** The batch that the subscription is handing over. */
  #handing: Promise<void> | null = null;
  /** Up to where the subscription has handed over. */
  #handed: Position = START;
  #failing = new Set<Folding>();
  readonly #fresh: FreshReads;
  readonly #lull = new Lull();

  constructor(ports: RunnerPorts) {
    this.#ports = ports;
    this.#serving = new Map(ports.projections.map((projection) => [projection.name, collectionName(projection)]));
    this.#live = new Folding(ports.documents, { hot: HOT });
    this.#building = new Folding(ports.documents, { hot: HOT });
    this.#fresh = new FreshReads(ports.projections);
    const held = (): Position => this.#live.position;
    const documents = this.#fresh.guarding(ports.documents, held, (position) => this.caughtUp(position));
    this.views = { documents, current: (name) => nameIn(this.#serving, name) };
  }

  async start(): Promise<void> {
    const { store, documents, projections } = this.#ports;
    this.#halting = new AbortController();
    this.#live = new Folding(documents, { hot: HOT });
    this.#building = new Folding(documents, { hot: HOT });
    for (const versions of await versionsOf(documents, projections, await store.head())) this.#place(versions);
    const empty = this.#live.members.filter(({ whole }) => whole).map(({ collection }) => collection);
    const filled = await documents.filling?.(empty);
    await this.#catchUp(this.#live, ALONE);
    await this.#endFilling(filled);
    if (this.#halting.signal.aborted) return;
    this.#handed = this.#live.members.length > 0 ? this.#live.position : await store.head();
    this.#subscription = store.subscribe(this.#handed, (events) => this.#hand(events));
    if (this.#building.members.length > 0) this.#build = this.#buildBeside();
    else await this.#dropOlder();
  }

  caughtUp(position: Position, timeoutMs = TIMEOUT): Promise<void> {
    if (this.#position >= position) return Promise.resolve();
    const reached = this.#waiters.wait(position, timeoutMs);
    this.#lull.end();
    return reached;
  }

  noting(store: EventStore): EventStore {
    return this.#fresh.noting(store, () => this.#reliable);
  }

  /** Read models that fail, or of which an older version still serves, are not promised. */
  async readable(position: Position): Promise<void> {
    if (!this.#reliable) await this.caughtUp(position);
    this.#fresh.promise(position);
  }

  get #reliable(): boolean {
    return this.#failing.size === 0 && this.#building.members.length === 0;
  }

  async status(): Promise<readonly ProjectionStatus[]> {
    const found = new Map((await this.#ports.documents.list()).map((collection) => [collection.name, collection]));
    return this.#ports.projections.map((projection) => {
      const { name, version } = projection;
      const stored = found.get(collectionName(projection));
      const state = this.#stateOf(projection);
      const position = stored?.checkpoint ?? START;
      return { name, version, serving: this.views.current(name), state, position, documents: stored?.documents ?? 0 };
    });
  }

  async rebuild(name?: string): Promise<void> {
    const { documents, projections } = this.#ports;
    if (name !== undefined) this.views.current(name);
    await this.#halt();
    const versions = await versionsOf(documents, projections, await this.#ports.store.head());
    for (const { projection, older } of versions) {
      if (name !== undefined && projection.name !== name) continue;
      for (const collection of [collectionName(projection), ...older]) await forget(documents, collection);
    }
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#halt();
    this.#waiters.end();
  }

  /** What every projection, also one that is being built, holds. */
  get #position(): Position {
    return [this.#live.position, this.#building.position].sort()[0] as Position;
  }

  #place({ projection, checkpoint, older }: Versions): void {
    const serving = projection.incompatible ? undefined : older[0];
    this.#serving.set(projection.name, serving ?? collectionName(projection));
    (serving === undefined ? this.#live : this.#building).add(projection, checkpoint);
    this.#older = [...this.#older, ...older];
  }

  #stateOf({ name }: AnyProjection): ProjectionStatus['state'] {
    const folding = [this.#live, this.#building].find(({ members }) => members.some(({ projection }) => projection.name === name));
    if (folding && this.#failing.has(folding)) return 'failing';
    return folding === this.#building ? 'building' : 'live';
  }

  /** One batch from the subscription. What fails is thrown: the store hands the same batch over again after a pause. */
  #hand(events: readonly Recorded[]): Promise<void> {
    this.#handing = this.#take(this.#live, events, 0)
      .then(() => {
        this.#handed = events.at(-1)?.position ?? this.#handed;
      })
      .catch((error: unknown) => {
        this.#failed(this.#live, error);
        throw error;
      })
      .finally(() => {
        this.#handing = null;
      });
    return this.#handing.then(() => (this.#waiters.any || this.#halting.signal.aborted ? undefined : this.#lull.begin(LULL_MS)));
  }

  async #take(folding: Folding, events: readonly Recorded[], unwritten: number): Promise<void> {
    await folding.fold(events);
    if (folding.unwritten >= unwritten) await folding.write();
    this.#failing.delete(folding);
    this.#waiters.reached(this.#position);
  }

  #failed(folding: Folding, error: unknown): void {
    folding.reset();
    this.#failing.add(folding);
    const projections = folding.members.map(({ collection }) => collection);
    this.#ports.log.error(
      { err: error, projections, position: folding.position },
      'Read models could not be brought up to date; trying again.',
    );
  }

  /** Goes on after faults until what was put off is made up for, or it is halted. */
  async #endFilling(filled: (() => Promise<void>) | undefined): Promise<void> {
    const { log, pause = backOff } = this.#ports;
    for (let attempt = 1; filled && !this.#halting.signal.aborted; attempt += 1) {
      try {
        return await filled();
      } catch (error) {
        log.error({ err: error }, 'The indexes of read models could not be made; trying again.');
        await pause(attempt, this.#halting.signal);
      }
    }
  }

  /** Folds all that the log holds, and goes on after faults until it is done or halted. */
  async #catchUp(folding: Folding, { batch, unwritten }: typeof ALONE): Promise<void> {
    const { store, pause = backOff } = this.#ports;
    const { signal } = this.#halting;
    let attempt = 0;
    let at = folding.position;
    while (folding.members.length > 0 && !signal.aborted) {
      try {
        const events = await store.readAll(at, batch);
        await this.#take(folding, events, unwritten);
        at = events.at(-1)?.position ?? at;
        if (events.length < batch) return await folding.write();
        attempt = 0;
        await breath();
      } catch (error) {
        this.#failed(folding, error);
        at = folding.position;
        attempt += 1;
        await pause(attempt, signal);
      }
    }
  }

  /** Builds the newer versions; once they hold all that the subscription has handed over, they take over. */
  async #buildBeside(): Promise<void> {
    const { signal } = this.#halting;
    const building = this.#building;
    while (!signal.aborted) {
      await this.#catchUp(building, BESIDE);
      // between two batches of the subscription nothing can slip through
      if (this.#handing === null && building.position >= this.#handed) return this.#takeOver(building);
      await this.#handing?.catch(() => undefined);
      await breath();
    }
  }

  async #takeOver(built: Folding): Promise<void> {
    const { documents, log } = this.#ports;
    this.#building = new Folding(documents, { hot: HOT });
    this.#live.join(built);
    for (const { projection, collection } of built.members) this.#serving.set(projection.name, collection);
    this.#waiters.reached(this.#position);
    log.info({ collections: built.members.map(({ collection }) => collection), older: this.#older }, 'New read models have taken over.');
    await this.#dropOlder();
  }

  async #dropOlder(): Promise<void> {
    const { documents, log } = this.#ports;
    try {
      for (const collection of this.#older) await forget(documents, collection);
    } catch (error) {
      log.error({ err: error }, 'Older read models could not be dropped; the next start tries again.');
    }
    this.#older = [];
  }

  async #halt(): Promise<void> {
    this.#halting.abort();
    this.#lull.end();
    await this.#subscription?.stop();
    this.#subscription = null;
    await this.#build;
  }
}
