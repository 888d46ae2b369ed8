import type { Readable } from 'node:stream';
import { type App, createOpenConnections } from '../../../app/app.ts';
import { LIVE_KINDS, type LiveKind } from '../../../contracts/live.ts';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import type { Log } from '../../../ports/log.ts';
import { account } from '../../../projections/account/accounts.ts';
import { RepeatedWork } from '../../../projections/engine/repeated-work.ts';
import { Refusal } from '../../kernel/problems.ts';
import { type Changes, ofKinds } from './changes.ts';
import { CHANGED_BY_MIDNIGHT, Channel } from './channel.ts';
import { LiveConnection } from './connection.ts';
import type { KindsOf } from './kinds.ts';
import { eventIdOf, toldBy } from './known-changes.ts';
import { type Following, LogFollower } from './log-follower.ts';

/** Connections of one owner at a time, over all processes. */
const MOST_CONNECTIONS = 20;
/** Long enough for a browser to notice that another tab was closed. */
const AGAIN_S = 15;
const COMMENT_MS = 15_000;
/** A connection whose session has ended must be closed within 5 s. */
const CHECK_MS = 2_000;
const CHECKED_AT_ONCE = 100;
const TICK_MS = 500;

export interface Visit {
  readonly owner: string;
  readonly lastEventId: string | undefined;
  /** Whether the session or token of the request still exists. */
  readonly isSignedIn: () => Promise<boolean>;
  /** Whether the client wants to know which tasks have changed. */
  readonly namesTasks: boolean;
}

export interface Live {
  /**
   * Opens a connection. Whoever reads the stream closes it by destroying it.
   * @throws Refusal 429 if the owner has too many, StoreUnavailable
   */
  open(visit: Visit): Promise<Readable>;
  /**
   * The id of an event that would be sent now: every later read contains all changes up to it. Null: the program does not follow
   * the log yet. It then begins to, and nobody waits for that.
   */
  position(): string | null;
  /** Closes all connections and opens no more. */
  end(): Promise<void>;
}

export interface LiveOptions {
  readonly app: App;
  readonly kindsOf: KindsOf;
  readonly log: Pick<Log, 'error'>;
}

export const createLive = (options: LiveOptions): Live => new LiveChannels(options);

class LiveChannels implements Live {
  readonly #app: App;
  readonly #channels = new Map<string, Channel>();
  readonly #follower: LogFollower;
  readonly #counted: NonNullable<App['shared']>['connections'];
  readonly #checks: RepeatedWork;
  readonly #comments: RepeatedWork;
  readonly #ticks: RepeatedWork;
  #hasBegun = false;
  #hasEnded = false;

  constructor({ app, kindsOf, log }: LiveOptions) {
    this.#app = app;
    this.#counted = app.shared?.connections ?? createOpenConnections();
    this.#follower = new LogFollower({ app, kindsOf, changed: (owner, changes) => this.#changed(owner, changes) });
    this.#checks = new RepeatedWork(() => this.#endUnsigned(), log);
    this.#comments = new RepeatedWork(() => this.#keepAlive(), log);
    this.#ticks = new RepeatedWork(async () => this.#tick(), log);
  }

  async open({ owner, lastEventId, isSignedIn, namesTasks }: Visit): Promise<Readable> {
    if (this.#hasEnded) throw new StoreUnavailable('The program is ending.');
    const id = this.#app.newId();
    if (!(await this.#counted.open(owner, id, MOST_CONNECTIONS))) throw tooMany();
    try {
      const [following, zone] = await Promise.all([this.#follower.follow(), this.#zoneOf(owner)]);
      const connection = new LiveConnection(id, isSignedIn, namesTasks);
      connection.stream.once('close', () => this.#leave(owner, connection));
      this.#enter(owner, connection, zone, following, lastEventId);
      return connection.stream;
    } catch (error) {
      await this.#counted.close(owner, id);
      throw error;
    }
  }

  position(): string | null {
    if (this.#hasEnded) return null;
    const { begun } = this.#follower;
    if (begun === null) void this.#follower.follow().catch(() => undefined);
    return begun && this.#eventIdNow(begun);
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    for (const channel of this.#channels.values()) channel.close();
    await Promise.all([this.#checks.stop(), this.#comments.stop(), this.#ticks.stop(), this.#follower.stop()]);
  }

  /** Runs without interruption, so that no change is lost between the first event and the next one. */
  #enter(owner: string, connection: LiveConnection, zone: string | null, following: Following, lastEventId: string | undefined): void {
    const eventId = (): string => this.#eventIdNow(following);
    const channel = this.#channels.get(owner) ?? new Channel(eventId);
    this.#channels.set(owner, channel);
    if (zone !== null) channel.setZone(zone, this.#app.clock.now());
    connection.begin(ofKinds(this.#kindsSince(owner, channel, following, lastEventId)), eventId());
    channel.connections.add(connection);
    if (this.#hasEnded) connection.close();
    this.#begin();
  }

  #eventIdNow({ position }: Following): string {
    return eventIdOf({ position: position(), at: this.#app.clock.now() });
  }

  #kindsSince(owner: string, channel: Channel, { position, known }: Following, lastEventId: string | undefined): ReadonlySet<LiveKind> {
    if (lastEventId === undefined) return new Set();
    const told = toldBy(lastEventId);
    const now = this.#app.clock.now();
    const changed = told === null || told.position > position() || told.at > now ? null : known.since(owner, told.position);
    if (told === null || changed === null) return new Set(LIVE_KINDS);
    return channel.hasMidnightBetween(told.at, now) ? changed.union(new Set(CHANGED_BY_MIDNIGHT)) : changed;
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#checks.every(CHECK_MS);
    this.#comments.every(COMMENT_MS);
    this.#ticks.every(TICK_MS);
  }

  #leave(owner: string, connection: LiveConnection): void {
    const channel = this.#channels.get(owner);
    channel?.connections.delete(connection);
    if (channel?.connections.size === 0) {
      channel.close();
      this.#channels.delete(owner);
    }
    // If it cannot be removed now, it expires.
    void this.#counted.close(owner, connection.id).catch(() => undefined);
  }

  #changed(owner: string, changes: Changes): void {
    const channel = this.#channels.get(owner);
    if (channel === undefined) return;
    channel.changed(changes);
    if (changes.kinds.has('settings')) void this.#followZone(owner, channel);
  }

  async #followZone(owner: string, channel: Channel): Promise<void> {
    const zone = await this.#zoneOf(owner).catch(() => null);
    if (zone !== null) channel.setZone(zone, this.#app.clock.now());
  }

  /** Null: the account was deleted. */
  async #zoneOf(owner: string): Promise<string | null> {
    return (await account(this.#app.views, owner))?.doc.timezone ?? null;
  }

  #tick(): void {
    const now = this.#app.clock.now();
    for (const channel of this.#channels.values()) channel.tick(now);
  }

  get #connections(): readonly LiveConnection[] {
    return [...this.#channels.values()].flatMap(({ connections }) => [...connections]);
  }

  async #keepAlive(): Promise<void> {
    const connections = this.#connections;
    for (const connection of connections) connection.comment();
    await this.#counted.renew(connections.map(({ id }) => id));
  }

  async #endUnsigned(): Promise<void> {
    const connections = this.#connections;
    for (let at = 0; at < connections.length; at += CHECKED_AT_ONCE)
      await Promise.all(connections.slice(at, at + CHECKED_AT_ONCE).map(endUnlessSignedIn));
  }
}

const tooMany = (): Refusal =>
  new Refusal(429, 'rate_limited', `At most ${MOST_CONNECTIONS} windows can follow changes at the same time. Close one of them.`, {
    headers: { 'Retry-After': String(AGAIN_S) },
  });

/** While the store does not answer, nobody knows that the session has ended, and the connection stays. */
async function endUnlessSignedIn(connection: LiveConnection): Promise<void> {
  const isSignedIn = await connection.isSignedIn().catch(() => true);
  if (!isSignedIn) connection.end();
}
