import { type Position, START } from '../../domain/kernel/event.ts';
import { type EventStore, withAppend } from '../../domain/kernel/event-store.ts';
import type { Checkpoint, Documents } from '../../ports/documents.ts';
import type { Log } from '../../ports/log.ts';
import { CheckpointWatch } from './checkpoint-watch.ts';
import type { Demanded } from './demanded.ts';
import { FreshReads } from './fresh-reads.ts';
import { type AnyProjection, collectionName } from './projection.ts';
import { RepeatedWork } from './repeated-work.ts';
import { type Building, type ProjectionStatus, type Runner, shareOf, type WaitOptions } from './runner.ts';
import { nameIn, type Views } from './views.ts';

export interface SharedViewsPorts {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly projections: readonly AnyProjection[];
  readonly log: Pick<Log, 'info' | 'error'>;
  /** Milliseconds between two reads of the serving versions, while not all do or some are not reliable (default 1,000). */
  readonly lookMs?: number;
  /** How long readers wait for their own writes, in milliseconds (default 5,000). */
  readonly timeoutMs?: number;
  /** What the present request must see; null outside a request. Left out: there are no requests. */
  readonly demanded?: () => Demanded | null;
}

const TIMEOUT = 5_000;
const LOOK_MS = 1_000;
const STARTING_MS = 100;
/** Long enough for some reads of the checkpoints. */
const SOON_MS = 100;
/** Longer than another worker needs to continue the work of a dead one. */
const LONG_MS = 30_000;
/** So many events after a read model's checkpoint are looked at, to find out whether any of them concerns it. */
const LOOKED_AT = 250;
const BEYOND: Position = '9'.repeat(START.length);
/** Before every position, even that of an empty log. */
const NOWHERE: Position = '';

/**
 * The read models of a process whose read models are folded by workers, in this process or in others. For each read model it serves the
 * newest version that has caught up once and is not newer than this program's. Readers wait for their own writes by the checkpoint of the
 * collection that they read. If a read model is late (there is no worker, or its fold fails), the first reader gets an error after the
 * time-out. Until it has caught up, later readers wait only for what their own request has written, or for what its client says it has
 * seen. Writers never wait: what is written is durable, whatever shows it.
 */
export class SharedViews implements Omit<Runner, 'rebuild'> {
  readonly views: Views;
  readonly watch: CheckpointWatch;
  readonly #ports: SharedViewsPorts;
  readonly #fresh: FreshReads;
  readonly #serving = new Map<string, string>();
  readonly #late = new Map<string, { readonly position: Position; readonly since: number }>();
  /** Requests that claim a position beyond the end of the log. */
  readonly #beyond = new WeakSet<Demanded>();
  readonly #looks: RepeatedWork;
  readonly #timeoutMs: number;

  constructor(ports: SharedViewsPorts) {
    this.#ports = ports;
    this.#timeoutMs = ports.timeoutMs ?? TIMEOUT;
    this.watch = new CheckpointWatch(ports.documents);
    this.#fresh = new FreshReads(ports.projections);
    const lateIsFine = (collection: string): Position => (this.#late.has(collection) ? BEYOND : this.watch.held(collection));
    const documents = this.#fresh.guarding(
      ports.documents,
      (collection) => (this.#demanded(collection) === null ? lateIsFine(collection) : NOWHERE),
      (needed, collection) => this.#readable(collection, needed),
    );
    const current = (name: string): string => nameIn(this.#serving, name);
    const waitForReadModel = async (name: string, position: Position): Promise<void> => {
      if (this.#lacks(current(name), position)) await this.#reached(current(name), position, this.#timeoutMs);
    };
    const untilCurrent = async (name: string): Promise<void> => {
      await this.#claimed(current(name), await ports.store.head());
    };
    this.views = { documents, current, waitForReadModel, untilCurrent };
    this.#looks = new RepeatedWork(() => this.#look(), ports.log);
  }

  /** Resolves once every projection can serve. For that a worker must be running, or must have run before. */
  async start(): Promise<void> {
    const names = this.#ports.projections.map(({ name }) => name);
    for (let waited = 0; !this.#looks.stopped; waited += STARTING_MS) {
      await this.#looks.run();
      if (names.every((name) => this.#serving.has(name))) break;
      if (waited === 2_000) this.#ports.log.info({}, 'read_model.build_awaited');
      await this.#looks.pause(STARTING_MS);
    }
    this.#looks.every(this.#ports.lookMs ?? LOOK_MS);
  }

  async waitForReadModels(position: Position, { timeoutMs = this.#timeoutMs, readersWait = false }: WaitOptions = {}): Promise<void> {
    if (readersWait) this.#fresh.promise(position);
    else await Promise.all([...this.#serving.values()].map((collection) => this.#reached(collection, position, timeoutMs)));
  }

  /**
   * Waits until the read models include a position that a client says it has seen. It does not wait for a position beyond the end of the
   * log. It does wait for late read models, for instance if their worker died, but not for those that have been late for more than half a
   * minute.
   * @throws StoreUnavailable after `timeoutMs`
   */
  async waitForClaimed(position: Position, timeoutMs = this.#timeoutMs): Promise<void> {
    const behind = (): string[] => [...this.#serving.values()].filter((each) => this.#lacks(each, position));
    // Usually they include it by now. Then there is no need to ask the log, which may be unreachable.
    await Promise.allSettled(behind().map((collection) => this.watch.reached(collection, position, SOON_MS)));
    if (behind().length === 0 || position > (await this.#ports.store.head())) return;
    await Promise.all(behind().map((collection) => this.#reached(collection, position, timeoutMs)));
  }

  noting(store: EventStore): EventStore {
    const noted = this.#fresh.noting(store, () => true);
    return withAppend(noted, async (stream, expected, events) => {
      const appended = await noted.append(stream, expected, events);
      this.watch.wrote(appended.position);
      return appended;
    });
  }

  async status(): Promise<readonly ProjectionStatus[]> {
    const found = new Map((await this.#ports.documents.list()).map((collection) => [collection.name, collection]));
    const checkpoints = await this.#ports.documents.checkpoints(this.#ports.projections.map(collectionName));
    return this.#ports.projections.map((projection) => {
      const { name, version } = projection;
      const own = collectionName(projection);
      const checkpoint = checkpoints.get(own);
      const state = this.#late.has(this.#serving.get(name) ?? '') ? 'failing' : checkpoint?.live ? 'live' : 'building';
      const documents = found.get(own)?.documents ?? 0;
      return { name, version, serving: this.#serving.get(name) ?? own, state, position: checkpoint?.position ?? START, documents };
    });
  }

  async building(): Promise<readonly Building[]> {
    const { store, documents, projections } = this.#ports;
    const missing = projections.filter(({ name }) => !this.#serving.has(name));
    if (missing.length === 0) return [];
    const [head, found] = await Promise.all([store.head(), documents.checkpoints(missing.map(collectionName))]);
    return missing.map((projection) => {
      const position = found.get(collectionName(projection))?.position ?? START;
      return { name: projection.name, version: projection.version, share: shareOf(position, head) };
    });
  }

  async stop(): Promise<void> {
    this.watch.end();
    await this.#looks.stop();
  }

  /** What the present request demands of a collection that may lack it; null: nothing. */
  #demanded(collection: string): Demanded | null {
    const demanded = this.#ports.demanded?.() ?? null;
    if (demanded === null || this.#beyond.has(demanded)) return null;
    const isBehind = (position: Position | null): boolean => position !== null && position > this.watch.held(collection);
    return isBehind(demanded.claimed) || (this.#late.has(collection) && isBehind(demanded.written)) ? demanded : null;
  }

  /** Waits until a read of the collection shows the event that it needs, and what the present request demands. */
  async #readable(collection: string, needed: Position): Promise<void> {
    const demanded = this.#demanded(collection);
    const written = demanded?.written ?? START;
    const least = this.#late.has(collection) && written < needed ? written : needed;
    if (least > this.watch.held(collection)) await this.#reached(collection, least, this.#timeoutMs);
    if (demanded === null || demanded.claimed === null) return;
    if (!(await this.#claimed(collection, demanded.claimed))) this.#beyond.add(demanded);
  }

  /**
   * Waits until a collection includes the events up to a position, which a client says it has seen. It does not wait if none of these
   * events concerns the collection. False: the log has no such position.
   */
  async #claimed(collection: string, position: Position): Promise<boolean> {
    if (!this.#lacks(collection, position)) return true;
    await this.watch.reached(collection, position, SOON_MS).catch(() => undefined);
    if (!this.#lacks(collection, position)) return true;
    const events = await this.#ports.store.readAll(this.watch.held(collection), LOOKED_AT);
    const last = events.at(-1)?.position ?? START;
    if (last < position && events.length < LOOKED_AT) return false;
    const concerned = events.some((event) => event.position <= position && this.#handles(collection, event.type));
    if (concerned || last < position) await this.#reached(collection, position, this.#timeoutMs);
    return true;
  }

  #handles(collection: string, type: string): boolean {
    const projection = this.#ports.projections.find((each) => candidates(each).includes(collection));
    return projection === undefined || type in projection.on || projection.forgetsOn === type;
  }

  #lacks(collection: string, claimed: Position): boolean {
    return this.watch.held(collection) < claimed && !this.#isLongLate(collection);
  }

  async #reached(collection: string, position: Position, timeoutMs: number): Promise<void> {
    try {
      await this.watch.reached(collection, position, timeoutMs);
    } catch (error) {
      if (timeoutMs >= this.#timeoutMs && !this.#looks.stopped) this.#fell(collection, position);
      throw error;
    }
  }

  #isLongLate(collection: string): boolean {
    const late = this.#late.get(collection);
    return late !== undefined && performance.now() - late.since > LONG_MS;
  }

  #fell(collection: string, position: Position): void {
    if (!this.#late.has(collection)) this.#ports.log.error({ collection, position }, 'read_model.late');
    this.#late.set(collection, { position, since: this.#late.get(collection)?.since ?? performance.now() });
  }

  /** Reads which versions serve now, and whether late ones have caught up. */
  async #look(): Promise<void> {
    const { projections, documents } = this.#ports;
    const isComplete = projections.every((each) => this.#serving.get(each.name) === collectionName(each));
    if (isComplete && this.#late.size === 0) return;
    const found = await documents.checkpoints([...projections.flatMap(candidates), ...this.#late.keys()]);
    for (const projection of projections) {
      const serving = candidates(projection).find((collection) => found.get(collection)?.live);
      if (serving !== undefined) this.#serve(projection.name, serving);
    }
    for (const [name, { position }] of found) this.#advanced(name, position);
  }

  #serve(name: string, collection: string): void {
    const before = this.#serving.get(name);
    if (before === collection) return;
    this.#serving.set(name, collection);
    if (before !== undefined) {
      this.#late.delete(before);
      this.#ports.log.info({ collections: [collection], older: [before] }, 'read_model.replaced');
    }
  }

  #advanced(collection: string, position: Checkpoint['position']): void {
    this.watch.saw(collection, position);
    const late = this.#late.get(collection);
    if (late && position >= late.position) this.#late.delete(collection);
  }
}

/** Collections that can serve a projection, newest first. */
function candidates(projection: AnyProjection): readonly string[] {
  const { name, version, incompatible } = projection;
  const oldest = incompatible ? version : 1;
  return Array.from({ length: version - oldest + 1 }, (_, index) => collectionName({ name, version: version - index }));
}
