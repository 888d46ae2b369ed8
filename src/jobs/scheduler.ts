import type { App } from '../app/app.ts';
import { latest } from '../app/task/task-send.ts';
import { type Position, START } from '../domain/kernel/event.ts';
import type { DueWork } from '../ports/due-work.ts';
import type { Log } from '../ports/log.ts';
import type { DueQueue } from '../projections/engine/due-work.ts';
import { doSideBySide, type Heard, keyOf, type Run } from './group.ts';
import type { HandingOut } from './handing-out.ts';

export interface SchedulerPorts {
  readonly app: App;
  /** Work that is due at or before the instant, in the order in which it must run, and when more is due. */
  readonly dueQueue: (instant: string, limit: number) => Promise<DueQueue>;
  readonly run: Run;
  readonly log: Log;
  /** Whether this process still holds the lease for due work. If not, no more work begins. */
  readonly may?: () => boolean;
  /**
   * Runs the reactions to events (see src/reactors). Resolves with true if they wrote something. With `all` it also
   * runs reactions that take long. Failures are reported elsewhere.
   */
  readonly follow?: (options: { readonly all: boolean }) => Promise<boolean>;
  /** What failed and waits for a retry. Schedulers that can meet the same work share it. */
  readonly aside?: Map<string, SetAside>;
  /** Left out if this process does all due work itself. */
  readonly handingOut?: HandingOut;
}

export interface Scheduler {
  /**
   * Runs due work in the order of its instants until nothing is due at or before `until`. Reactions to the events of one instant run before
   * the next instant. `before` is called with each instant first, and with `until` at the end, so that a moved clock can show that instant.
   * Never rejects because of a single piece of work.
   */
  runDue(until: string, before?: (instant: string) => void): Promise<void>;
  /**
   * The instant at which due work has to be looked for again, as far as the read models showed it at the end of the last run; null: nothing
   * is due. After a run that did not end, the instant of that run.
   */
  nextAt(): string | null;
  stop(): void;
  /** The number of pieces of work that failed and wait for a retry. */
  aside(): number;
}

export interface SetAside {
  readonly tries: number;
  readonly until: string;
}

/** Work of one kind at one instant. */
interface Group {
  readonly at: string;
  readonly works: readonly DueWork[];
  /** How many pieces were read to find it. */
  readonly read: number;
}

interface ReadyWork {
  readonly work: DueWork;
  readonly at: string;
}

const PAGE = 500;
/** Most instants have no more work than this, and one read is enough. */
const FIRST_LOOK = 4;
const MAX_PAUSE_S = 3600;
const END_OF_TIME = '9999';

/** Creates a scheduler. The caller must not run it twice at the same time. */
export function createScheduler(ports: SchedulerPorts): Scheduler {
  const { app, dueQueue, run, log, may = () => true, follow = async () => false, handingOut } = ports;
  const { aside = new Map<string, SetAside>() } = ports;
  /** Work that was done and could appear as due again unchanged. */
  const done = new Map<string, { readonly work: DueWork; readonly at: string }>();
  let stopped = false;
  let nextAt: string | null = null;
  const mayGoOn = (): boolean => !stopped && may();

  /** The first instant with work to do, and its work of one kind, since the kinds have an order. */
  async function next(until: string): Promise<Group | null> {
    // The first work that is not set aside is among these. If there may be more at its instant, all work up to that instant is
    // read.
    const { ready, through, later } = await readyBefore(until, FIRST_LOOK);
    const first = earliest(ready);
    nextAt = first === null ? later : until;
    if (first === null) return null;
    const { kind } = first.work;
    const read = handingOut?.most(kind, PAGE) ?? PAGE;
    const all = through > first.at ? ready : (await readyBefore(first.at, read)).ready;
    return { at: first.at, works: all.filter(({ work, at }) => at === first.at && work.kind === kind).map(({ work }) => work), read };
  }

  /**
   * `through`: the result is complete for every instant before this one. `later`: when the next work after the instant is due, or may be
   * tried again.
   */
  async function readyBefore(instant: string, limit: number) {
    const most = limit + aside.size;
    const { works: due, later } = await dueQueue(instant, most);
    const all = due.map((work) => ({ work, at: laterOf(work.next_at, aside.get(keyOf(work))?.until) }));
    const ready = all.filter(({ at }) => at <= instant);
    const waiting = all.flatMap(({ at }) => (at > instant ? [at] : []));
    const through = due.length < most ? END_OF_TIME : (due.at(-1)?.next_at ?? END_OF_TIME);
    return { ready, through, later: [...waiting, ...(later === null ? [] : [later])].sort()[0] ?? null };
  }

  function setAside(work: DueWork, error: unknown): void {
    const tries = (aside.get(keyOf(work))?.tries ?? 0) + 1;
    const seconds = Math.min(2 ** tries, MAX_PAUSE_S);
    const until = Temporal.Instant.from(app.clock.now()).add({ seconds }).toString({ smallestUnit: 'millisecond' });
    aside.set(keyOf(work), { tries, until });
    log.error({ err: error, kind: work.kind, tries, until }, 'due_work.failed');
  }

  async function runGroup({ works, at, read }: Group): Promise<void> {
    const positions: (Position | null)[] = [];
    const failed: DueWork[] = [];
    const heard: Heard = {
      done(work, position) {
        positions.push(position);
        done.set(keyAndInstantOf(work), { work, at });
      },
      failed(work, error) {
        setAside(work, error);
        failed.push(work);
      },
    };
    if (handingOut?.isWorthIt(works)) await handingOut.run(works, at, heard, mayGoOn);
    else await doSideBySide(works, run, heard);
    // If there was nothing left to do, another command has done it, and the read models do not show it yet.
    const newest = positions.includes(null) ? await app.store.head() : (latest(positions) ?? START);
    await app.waitForReadModels(newest);
    if (failed.length > 0) await takeUpDoneElsewhere(failed, at, read);
  }

  /** Failed work that is no longer due was done by another command, and need not be retried. */
  async function takeUpDoneElsewhere(failed: readonly DueWork[], at: string, read: number): Promise<void> {
    const still = new Set((await dueQueue(at, read + aside.size)).works.map(keyAndInstantOf));
    for (const work of failed) if (!still.has(keyAndInstantOf(work))) aside.delete(keyOf(work));
  }

  /** Work that is still due unchanged after it was done would run for ever. It is set aside like a failure. */
  function setIdleAside({ works }: Group): boolean {
    const idle = works.filter((work) => done.delete(keyAndInstantOf(work)));
    for (const work of idle) setAside(work, new Error('It is still due after it was done.'));
    return idle.length > 0;
  }

  /** Work that was done and has not reappeared by a later instant is finished. */
  function forgetFinished(instant: string): void {
    for (const [stamp, { work, at }] of done) {
      if (at >= instant) continue;
      done.delete(stamp);
      aside.delete(keyOf(work));
    }
  }

  /** A regular turn also runs due work while reactions have to wait. */
  const runReactionsOnce = (): Promise<boolean> => follow({ all: false }).catch(() => false);

  /** A move of the clock waits for all reactions and for what they cause. Returns true if something was written. */
  async function runAllReactions(): Promise<boolean> {
    let wrote = false;
    while (!stopped && (await follow({ all: true }))) wrote = true;
    return wrote;
  }

  return {
    async runDue(until, before) {
      done.clear();
      nextAt = until;
      const followed = before ? runAllReactions : runReactionsOnce;
      await followed();
      while (mayGoOn()) {
        const found = await next(until);
        forgetFinished(found?.at ?? END_OF_TIME);
        if (found === null) {
          if (!before) return;
          before(until);
          if (await followed()) continue;
          return;
        }
        if (setIdleAside(found)) continue;
        before?.(found.at);
        await runGroup(found);
        await followed();
      }
    },
    nextAt: () => nextAt,
    stop: () => {
      stopped = true;
    },
    aside: () => aside.size,
  };
}

const keyAndInstantOf = (work: DueWork): string => `${keyOf(work)} ${work.next_at}`;
const earliest = (ready: readonly ReadyWork[]): ReadyWork | null =>
  ready.reduce<ReadyWork | null>((least, each) => (least === null || each.at < least.at ? each : least), null);

const laterOf = (a: string, b: string | undefined): string => (b !== undefined && b > a ? b : a);
