import type { Position } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { required } from '../../domain/kernel/records.ts';
import { type Documents, readModelOf } from '../../ports/documents.ts';
import { FreshReads } from './fresh-reads.ts';
import type { AnyProjection } from './projection.ts';
import type { RemoteFolding } from './remote-folding.ts';
import type { Building, ProjectionStatus, Runner, WaitOptions } from './runner.ts';
import { nameIn, type Views } from './views.ts';

export interface ThreadedRunnerPorts {
  /** Of all groups together. They are only read. */
  readonly documents: Documents;
  readonly groups: readonly RemoteFolding[];
  /** The read models in the order in which they are listed. */
  readonly projections: readonly AnyProjection[];
  /** Calls the listener after each append to the log, until the returned function is called. */
  readonly watch: (listener: () => void) => () => void;
}

const TIMEOUT = 5_000;

/** Other threads fold the read models, each a group, and this one reads them. A reader of one group does not wait for another one. */
class ThreadedRunner implements Runner {
  readonly views: Views;
  readonly #ports: ThreadedRunnerPorts;
  readonly #groups: ReadonlyMap<string, RemoteFolding>;
  readonly #fresh: FreshReads;
  readonly #unwatch: () => void;

  constructor(ports: ThreadedRunnerPorts) {
    const { groups, projections, documents, watch } = ports;
    this.#ports = ports;
    this.#groups = new Map(groups.flatMap((group) => group.projections.map(({ name }) => [name, group] as const)));
    this.#fresh = new FreshReads(projections);
    this.#unwatch = watch(() => {
      for (const group of groups) group.appended();
    });
    this.views = {
      documents: this.#fresh.guarding(
        documents,
        (collection) => this.#groupOf(collection).progress.held,
        (position, collection) => this.#groupOf(collection).reached(position, TIMEOUT),
      ),
      current: (name) => nameIn(this.#groups.get(name)?.progress.serving ?? new Map(projections.map((each) => [each.name, ''])), name),
    };
  }

  async start(): Promise<void> {
    await this.#each((group) => group.start());
  }

  async waitForReadModels(position: Position, { timeoutMs = TIMEOUT, readersWait = false }: WaitOptions = {}): Promise<void> {
    // If read models fail, or an older version still serves, readers cannot rely on them, so the writer waits here.
    if (!readersWait || !this.#reliable) await this.#each((group) => group.reached(position, timeoutMs));
    if (readersWait) this.#fresh.promise(position);
  }

  includes(position: Position): boolean {
    return this.#ports.groups.every(({ progress }) => progress.reliable && progress.started && progress.position >= position);
  }

  noting(store: EventStore): EventStore {
    return this.#fresh.noting(store, () => this.#reliable);
  }

  async status(): Promise<readonly ProjectionStatus[]> {
    const found = new Map((await this.#each((group) => group.status())).flat().map((status) => [status.name, status]));
    return this.#ports.projections.map(({ name }) => required(found.get(name), 'status of a read model'));
  }

  async building(): Promise<readonly Building[]> {
    return this.#ports.groups.flatMap(({ progress }) => progress.building);
  }

  async rebuild(name?: string): Promise<void> {
    if (name === undefined) await this.#each((group) => group.rebuild());
    else {
      this.views.current(name);
      await this.#groups.get(name)?.rebuild(name);
    }
  }

  async stop(): Promise<void> {
    this.#unwatch();
    await this.#each((group) => group.stop());
  }

  get #reliable(): boolean {
    return this.#ports.groups.every(({ progress: { reliable } }) => reliable);
  }

  #groupOf(collection: string): RemoteFolding {
    return required(this.#groups.get(readModelOf(collection)), 'group of a read model');
  }

  #each<T>(work: (group: RemoteFolding) => Promise<T>): Promise<readonly T[]> {
    return Promise.all(this.#ports.groups.map(work));
  }
}

export const createThreadedRunner = (ports: ThreadedRunnerPorts): Runner => new ThreadedRunner(ports);
