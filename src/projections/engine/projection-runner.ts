import { type Position, START } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { required } from '../../domain/kernel/records.ts';
import { Waiters } from './checkpoint-watch.ts';
import { ALONE, Feeding } from './feeding.ts';
import type { Folding } from './folding.ts';
import { FreshReads } from './fresh-reads.ts';
import { type AnyProjection, collectionName } from './projection.ts';
import { type Building, type ProjectionStatus, type Runner, type RunnerPorts, shareOf, type WaitOptions } from './runner.ts';
import { forget, type Versions, versionsOf } from './versions.ts';
import { backOff, nameIn, type Views } from './views.ts';

const TIMEOUT = 5_000;

/** While nobody waits, the events of this time are folded and written together. */
const GATHER_MS = 100;

class ProjectionRunner implements Runner {
  readonly views: Views;
  readonly #ports: RunnerPorts;
  readonly #serving: Map<string, string>;
  readonly #waiters = new Waiters();
  #feeding: Feeding;
  #building: Folding;
  #older: readonly string[] = [];
  /** The position of the end of the log when the start began; null after the start has caught up. */
  #startingTo: Position | null = null;
  #build: Promise<void> = Promise.resolve();
  readonly #fresh: FreshReads;

  constructor(ports: RunnerPorts) {
    this.#ports = ports;
    this.#serving = new Map(ports.projections.map((projection) => [projection.name, collectionName(projection)]));
    this.#feeding = this.#newFeeding();
    this.#building = this.#feeding.folding();
    this.#fresh = new FreshReads(ports.projections);
    const held = (): Position => this.#feeding.live.position;
    const documents = this.#fresh.guarding(ports.documents, held, (position) => this.#reached(position));
    this.views = { documents, current: (name) => nameIn(this.#serving, name) };
  }

  async start(): Promise<void> {
    const { store, documents, projections } = this.#ports;
    this.#feeding = this.#newFeeding();
    this.#building = this.#feeding.folding();
    const { live, signal } = this.#feeding;
    const head = await store.head();
    for (const versions of await versionsOf(documents, projections, head)) this.#place(versions);
    this.#startingTo = head;
    this.#moved();
    const empty = live.members.filter(({ whole }) => whole).map(({ collection }) => collection);
    const filled = await documents.filling?.(empty);
    await this.#feeding.catchUp(live, ALONE);
    await this.#endFilling(filled);
    if (signal.aborted) return;
    this.#startingTo = null;
    this.#feeding.subscribe(live.members.length > 0 ? live.position : await store.head());
    this.#moved();
    if (this.#building.members.length > 0) this.#build = this.#buildBeside();
    else await this.#dropOlder();
  }

  async waitForReadModels(position: Position, { timeoutMs = TIMEOUT, readersWait = false }: WaitOptions = {}): Promise<void> {
    // If read models fail, or an older version still serves, readers cannot rely on them, so the writer waits here.
    if (!readersWait || !this.#reliable) await this.#reached(position, timeoutMs);
    if (readersWait) this.#fresh.promise(position);
  }

  /** While an older version serves, reads do not show what was appended since. */
  includes(position: Position): boolean {
    return this.#reliable && this.#startingTo === null && this.#position >= position;
  }

  noting(store: EventStore): EventStore {
    return this.#fresh.noting(store, () => this.#reliable);
  }

  #reached(position: Position, timeoutMs = TIMEOUT): Promise<void> {
    if (this.#position >= position) return Promise.resolve();
    const reached = this.#waiters.wait(position, timeoutMs);
    this.#feeding.hurry();
    return reached;
  }

  get #reliable(): boolean {
    return this.#feeding.failing.size === 0 && this.#building.members.length === 0;
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

  async building(): Promise<readonly Building[]> {
    return this.#missing();
  }

  #missing(): readonly Building[] {
    const head = this.#startingTo;
    if (head === null) return [];
    return this.#feeding.live.members
      .filter(({ written }) => written < head)
      .map(({ projection: { name, version }, folded }) => ({ name, version, share: shareOf(folded, head) }));
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

  /** The position that every projection includes, also those that are being built. */
  get #position(): Position {
    return required([this.#feeding.live.position, this.#building.position].sort()[0], 'position');
  }

  #newFeeding(): Feeding {
    const { store, documents, log, pause } = this.#ports;
    const moved = (): void => this.#moved();
    const gatherMs = (): number => (this.#waiters.any ? 0 : GATHER_MS);
    return new Feeding({ store, documents, log, ...(pause && { pause }), moved, failed: moved, gatherMs });
  }

  #moved(): void {
    this.#waiters.reached(this.#position);
    this.#ports.onProgress?.({
      held: this.#feeding.live.position,
      position: this.#position,
      reliable: this.#reliable,
      started: this.#startingTo === null,
      serving: this.#serving,
      building: this.#missing(),
    });
  }

  #place({ projection, checkpoint, older }: Versions): void {
    const serving = projection.incompatible ? undefined : older[0];
    this.#serving.set(projection.name, serving ?? collectionName(projection));
    (serving === undefined ? this.#feeding.live : this.#building).add(projection, checkpoint);
    this.#older = [...this.#older, ...older];
  }

  #stateOf({ name }: AnyProjection): ProjectionStatus['state'] {
    const folding = [this.#feeding.live, this.#building].find(({ members }) => members.some(({ projection }) => projection.name === name));
    if (folding && this.#feeding.failing.has(folding)) return 'failing';
    return folding === this.#building ? 'building' : 'live';
  }

  /** Runs the work that was delayed during filling. After an error it tries again, until it is done or halted. */
  async #endFilling(filled: (() => Promise<void>) | undefined): Promise<void> {
    const { log, pause = backOff } = this.#ports;
    for (let attempt = 1; filled && !this.#feeding.signal.aborted; attempt += 1) {
      try {
        return await filled();
      } catch (error) {
        log.error({ err: error }, 'read_model.index_failed');
        await pause(attempt, this.#feeding.signal);
      }
    }
  }

  /** Builds the newer versions. Once they include everything that the subscription has delivered, they replace the older ones. */
  async #buildBeside(): Promise<void> {
    const built = this.#building;
    if (!(await this.#feeding.beside(built))) return;
    this.#building = this.#feeding.folding();
    for (const { projection, collection } of built.members) this.#serving.set(projection.name, collection);
    this.#moved();
    this.#ports.log.info({ collections: built.members.map(({ collection }) => collection), older: this.#older }, 'read_model.replaced');
    await this.#dropOlder();
  }

  async #dropOlder(): Promise<void> {
    const { documents, log } = this.#ports;
    try {
      for (const collection of this.#older) await forget(documents, collection);
    } catch (error) {
      log.error({ err: error }, 'read_model.drop_failed');
    }
    this.#older = [];
  }

  async #halt(): Promise<void> {
    await this.#feeding.halt();
    await this.#build;
  }
}

export const createRunner = (ports: RunnerPorts): Runner => new ProjectionRunner(ports);
