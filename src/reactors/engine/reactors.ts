import { type Position, type Recorded, START } from '../../domain/kernel/event.ts';
import type { Subscription } from '../../domain/kernel/event-store.ts';
import type { HeldEvent } from '../../ports/coordination.ts';
import { Follower } from './follower.ts';
import { beginning, newestPlace, type Reactor, type ReactorPorts } from './reactor.ts';
import { sharedPages } from './shared-pages.ts';

export interface Reactors {
  /**
   * Starts each reactor where it stopped. Resolves once the place of each reactor is known. Failed steps are tried again with each
   * `catchUp`.
   */
  start(): Promise<void>;
  /**
   * Resolves once the reactors have processed the log up to its end, and failed events whose pause is over were tried again. True:
   * something was written meanwhile. With `all` it also waits for reactors that are still far behind. It does nothing in a process that
   * does not run reactors.
   * @throws StoreUnavailable, StoreFull
   */
  catchUp(options?: { readonly all?: boolean }): Promise<boolean>;
  /** The next instant at which `catchUp` would try a failed event again; null: none has failed. */
  nextAt(): string | null;
  stop(): Promise<void>;
}

/** A request applies the effects of its own events. Reactors wait this long, so that they do not do the same work at the same time. */
const HEAD_START_MS = 200;
/** When a checkpoint moved without a reaction, it is stored after this time at the latest. */
const FLUSH_MS = 1_000;
/** How often the held events are read again, because an operator may have changed them. */
const WAITING_MS = 5_000;
const BATCH = 500;

/** Runs reactors, each from its own checkpoint, over one subscription. It can be started and stopped any number of times. */
export function createReactors<Context>(reactors: readonly Reactor<Context>[], ports: ReactorPorts<Context>): Reactors {
  const { store, progress, log } = ports;
  let on = false;
  let begun: Promise<void> | null = null;
  let followers: readonly Follower<Context>[] = [];
  let feed: Subscription | null = null;
  /** The reactors that have caught up have received everything up to this position. */
  let handed: Position = START;
  let turning: NodeJS.Timeout | null = null;
  let flushing: NodeJS.Timeout | null = null;
  let failing = false;
  let readAt = Number.NEGATIVE_INFINITY;

  async function begin(): Promise<void> {
    const head = await newestPlace(store);
    const stored = new Map((await progress.checkpoints()).map((checkpoint) => [checkpoint.reactor, checkpoint]));
    const waiting = await progress.waiting();
    const readAll = sharedPages(store);
    const placed: Follower<Context>[] = [];
    for (const reactor of reactors) {
      const place = await beginning(ports, reactor, stored.get(reactor.name), head);
      placed.push(new Follower(ports, reactor, { place, waiting, readAll }));
    }
    if (!on) return;
    handed = head.position;
    followers = placed;
    feed = store.subscribe(handed, async (events) => hand(events));
    for (const follower of followers) void follower.catchUp(() => handed).catch(failed);
  }

  const begunOnce = (): Promise<void> =>
    (begun ??= begin().catch((error: unknown) => {
      begun = null;
      throw error;
    }));

  /** Gives events to the reactors. The subscription can deliver events again that a quicker read has already brought. */
  function hand(events: readonly Recorded[]): void {
    const fresh = events.filter(({ position }) => position > handed);
    handed = fresh.at(-1)?.position ?? handed;
    if (fresh.length === 0 || !on) return;
    for (const follower of followers) follower.offer(fresh);
    if (followers.some(({ hasWork }) => hasWork)) turning ??= after(HEAD_START_MS, turnSoon);
    flushing ??= after(FLUSH_MS, flushSoon);
  }

  function turnSoon(): void {
    turning = null;
    void catchUp().catch(() => undefined);
  }

  function flushSoon(): void {
    flushing = null;
    void storeCheckpoints().catch(failed);
  }

  /** Stores the checkpoints of all reactors with one write. */
  async function storeCheckpoints(): Promise<void> {
    const moved = followers.flatMap((follower) => (follower.unstored ? [{ follower, checkpoint: follower.unstored }] : []));
    if (moved.length === 0) return;
    await progress.putCheckpoints(moved.map(({ checkpoint }) => checkpoint));
    for (const { follower, checkpoint } of moved) follower.noteStored(checkpoint);
  }

  function failed(error: unknown): void {
    if (!failing && on) log.error({ err: error }, 'reactor.interrupted');
    failing = true;
  }

  async function catchUp({ all = false } = {}): Promise<boolean> {
    try {
      return on && (await processAll(all));
    } catch (error) {
      failed(error);
      throw error;
    }
  }

  /** Null: they were read lately. Since then only this process has changed them, or an operator, who can wait. */
  async function waitingNow(all: boolean): Promise<readonly HeldEvent[] | null> {
    const now = performance.now();
    if (!all && now - readAt < WAITING_MS) return null;
    const waiting = await progress.waiting();
    readAt = now;
    return waiting;
  }

  async function processAll(all: boolean): Promise<boolean> {
    await begunOnce();
    const head = await store.head();
    while (handed < head) {
      const events = await store.readAll(handed, BATCH);
      if (events.length === 0) break;
      hand(events);
    }
    const waiting = await waitingNow(all);
    const wrote = await Promise.all(
      followers.map(async (follower) => {
        if (follower.isLive) return follower.turn(waiting);
        const catching = follower.catchUp(() => handed);
        if (all) return catching;
        void catching.catch(failed);
        return false;
      }),
    );
    failing = false;
    if (!wrote.includes(true)) return false;
    await storeCheckpoints();
    return true;
  }

  return {
    async start() {
      on = true;
      await begunOnce().catch(failed);
    },
    catchUp,
    nextAt: () => followers.flatMap(({ nextTryAt }) => nextTryAt ?? []).sort()[0] ?? null,
    async stop() {
      on = false;
      for (const timer of [turning, flushing]) if (timer) clearTimeout(timer);
      [turning, flushing] = [null, null];
      await begun?.catch(() => undefined);
      await feed?.stop();
      await Promise.all(followers.map((follower) => follower.stop()));
      await storeCheckpoints().catch(failed);
      [followers, feed, begun] = [[], null, null];
    },
  };
}

function after(ms: number, work: () => void): NodeJS.Timeout {
  return setTimeout(work, ms).unref();
}
