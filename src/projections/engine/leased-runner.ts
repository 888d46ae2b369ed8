import type { Position } from '../../domain/kernel/event.ts';
import type { Lease, Leases } from '../../ports/coordination.ts';
import { Feeding, ON_SERVERS } from './feeding.ts';
import type { Folding } from './folding.ts';
import { type Member, takeUp } from './member.ts';
import { type AnyProjection, collectionName } from './projection.ts';
import { RepeatedWork } from './repeated-work.ts';
import type { RunnerPorts } from './runner.ts';
import { SharingOut } from './sharing-out.ts';
import { OlderVersions } from './versions.ts';
import { OWN_TIME, type OwnTime } from './views.ts';

export interface LeasedRunnerPorts extends RunnerPorts {
  readonly leases: Leases;
  /** Called with the position up to which this process has written one of its collections. */
  readonly written?: (collection: string, position: Position) => void;
  /** Called with leases of this process that an operator wants to move and that belong to no read model. */
  readonly handoverRequested?: (names: readonly string[]) => void;
  /** Milliseconds between two reads of the leases (default 1,000). A worker that is alone and holds everything reads them less often. */
  readonly lookMs?: number;
  /** How long the lease of an older version must be free before the version is dropped (default 60,000). */
  readonly olderMs?: number;
  readonly time?: OwnTime;
}

export interface HeldProjection {
  readonly name: string;
  readonly collection: string;
  readonly token: number;
  readonly state: 'live' | 'building' | 'failing';
  readonly position: Position;
}

interface Held {
  readonly projection: AnyProjection;
  readonly lease: Lease;
  faulty: boolean;
}

const LOOK_MS = 1_000;
/** How many times longer a worker waits that is alone: nobody waits for what it could release or take. */
const ALONE_FACTOR = 3;
/** How many times sooner it looks while read models move from one worker to another. Nobody folds one between two such looks. */
const MOVING_FACTOR = 5;
/** It looks this long after the lease of another worker has expired, if that lease is not renewed. */
const EXPIRED_MS = 20;
const OLDER_MS = 60_000;
/** During slow writes, new events gather for at most this many milliseconds. */
const MAX_GATHER_MS = 20;

/**
 * Folds a fair share of the projections, each under the lease of its collection; other workers fold the others. A new projection catches up
 * in parallel, and then shares the subscription. If a lease is lost, its projection is dropped at once. A write that is still running
 * carries the old token, so the store refuses it if another worker has taken over.
 */
export class LeasedRunner {
  readonly #ports: LeasedRunnerPorts;
  readonly #held = new Map<string, Held>();
  readonly #feeding: Feeding;
  readonly #sharing: SharingOut;
  readonly #older: OlderVersions;
  readonly #looks: RepeatedWork;
  #workers = 0;
  #isMoving = false;
  #nextExpiryMs: number | null = null;

  constructor(ports: LeasedRunnerPorts) {
    this.#ports = ports;
    const { store, documents, log, pause, olderMs = OLDER_MS, time = OWN_TIME } = ports;
    this.#feeding = new Feeding({
      store,
      documents,
      log,
      ...(pause && { pause }),
      moved: () => this.#moved(),
      gatherMs: (tookMs) => Math.min(tookMs, MAX_GATHER_MS),
      pace: ON_SERVERS,
      fenced: (collections) => {
        for (const collection of collections) this.#lose(collection, 'It is written under a newer lease.');
      },
      faulty: (member) => this.#setApart(member),
    });
    this.#sharing = new SharingOut(ports.projections.map(collectionName));
    this.#older = new OlderVersions({ ...ports, olderMs, time });
    this.#looks = new RepeatedWork(() => this.#look(), log, time);
  }

  /**
   * Resolves after the first read of the leases. Catching up happens afterwards.
   * @throws StoreUnavailable
   */
  async start(): Promise<void> {
    this.#feeding.subscribe(await this.#ports.store.head());
    await this.#looks.run();
    this.#looks.every(() => this.#untilNextLook());
  }

  #untilNextLook(): number {
    const { lookMs = LOOK_MS, projections } = this.#ports;
    if (this.#workers === 1 && this.#held.size === projections.length) return lookMs * ALONE_FACTOR;
    const pause = this.#isMoving ? lookMs / MOVING_FACTOR : lookMs;
    return Math.min(pause, (this.#nextExpiryMs ?? pause) + EXPIRED_MS);
  }

  /** The number of workers at the last look, this one included; 0: it has not looked yet. */
  workers(): number {
    return this.#workers;
  }

  held(): readonly HeldProjection[] {
    return [...this.#held].map(([collection, { projection, lease, faulty }]) => {
      const member = this.#feeding.live.members.find((each) => each.collection === collection);
      const state = faulty ? 'failing' : member ? 'live' : 'building';
      return { name: projection.name, collection, token: lease.token, state, position: member?.written ?? '' };
    });
  }

  async stop(): Promise<void> {
    await this.#looks.stop();
    await this.#feeding.halt();
    await Promise.all([...this.#held.keys()].map((collection) => this.#give(collection)));
  }

  async #look(): Promise<void> {
    const { leases } = this.#ports;
    const { holders: leased, nextExpiryMs, ...presence } = await leases.heartbeat();
    this.#workers = presence.workers;
    this.#nextExpiryMs = nextExpiryMs;
    this.#ports.handoverRequested?.(presence.handoverRequested.filter((name) => !this.#held.has(name)));
    const { give, take, ask, isMoving } = this.#sharing.look({ held: [...this.#held.keys()], leased, presence });
    this.#isMoving = isMoving;
    for (const collection of give) await this.#give(collection);
    await this.#take(take);
    for (const collection of ask) await leases.requestHandover(collection);
    await this.#older.look(leased);
  }

  async #take(collections: readonly string[]): Promise<void> {
    // Projections that already serve do not wait for those that begin with the first event.
    const [living, building] = [this.#feeding.folding(), this.#feeding.folding()];
    const toTake = this.#ports.projections.filter((each) => collections.includes(collectionName(each)));
    const taken = await Promise.allSettled(toTake.map((projection) => this.#takeOne(projection, { living, building })));
    for (const folding of [living, building]) {
      // A projection that was lost while the others were prepared is still in the folding, so it is removed here.
      folding.remove(folding.members.filter(({ hold }) => hold?.lost.aborted).map(({ collection }) => collection));
      if (folding.members.length > 0) void this.#feeding.beside(folding);
    }
    const refused = taken.find((each) => each.status === 'rejected');
    if (refused) throw refused.reason;
  }

  async #takeOne(projection: AnyProjection, { living, building }: Readonly<Record<'living' | 'building', Folding>>): Promise<void> {
    const { leases, log } = this.#ports;
    const collection = collectionName(projection);
    const lease = this.#looks.stopped ? null : await leases.acquire(collection);
    const start = lease && (await takeUp(this.#ports, projection, lease));
    if (!lease || !start || lease.lost.aborted) return;
    this.#hold(collection, projection, lease);
    (start.live ? living : building).add(projection, start);
    log.info({ collection, token: lease.token, position: start.checkpoint }, 'read_model.taken');
  }

  #hold(collection: string, projection: AnyProjection, lease: Lease): void {
    this.#held.set(collection, { projection, lease, faulty: false });
    const lost = (): void => {
      if (this.#held.get(collection)?.lease === lease) this.#lose(collection, 'The lease was lost.');
    };
    lease.lost.addEventListener('abort', lost, { once: true });
  }

  /** Drops a projection that another worker has, or may have. */
  #lose(collection: string, why: string): void {
    const held = this.#held.get(collection);
    this.#forget(collection);
    this.#ports.log.error({ collection, token: held?.lease.token, why }, 'read_model.lost');
    void held?.lease.release().catch(() => undefined);
  }

  async #give(collection: string): Promise<void> {
    const { log } = this.#ports;
    const held = this.#held.get(collection);
    this.#forget(collection);
    await this.#feeding.still();
    // A lease that cannot be released expires by itself.
    await held?.lease.release().catch((error: unknown) => log.error({ err: error, collection }, 'read_model.release_failed'));
    log.info({ collection, token: held?.lease.token }, 'read_model.released');
  }

  #forget(collection: string): void {
    this.#held.delete(collection);
    this.#feeding.remove(collection);
  }

  /** Its fold throws, so this projection is tried again alone, and the others continue. */
  #setApart({ projection, collection, hold, written, live }: Member): void {
    const held = this.#held.get(collection);
    if (!held || !hold || held.lease.token !== hold.token) return;
    held.faulty = true;
    const apart = this.#feeding.folding();
    apart.add(projection, { checkpoint: written, hold, live });
    void this.#feeding.beside(apart).then((joined) => {
      if (joined) held.faulty = false;
    });
  }

  #moved(): void {
    const { written } = this.#ports;
    if (written) for (const member of this.#feeding.live.members) written(member.collection, member.written);
  }
}
