import type { App } from '../app/app.ts';
import { type Position, START } from '../domain/kernel/event.ts';
import type { DueWork } from '../projections/engine/due-work.ts';
import { inParallel } from './in-parallel.ts';
import type { Log } from './log.ts';

export interface SchedulerPorts {
  readonly app: App;
  /** At or before the instant, in the order in which it is to be done. */
  readonly dueBefore: (instant: string, limit: number) => Promise<readonly DueWork[]>;
  /** Sends the command; resolves with the position of what it wrote, or null. */
  readonly run: (work: DueWork) => Promise<Position | null>;
  readonly log: Log;
  /** Whether this process still keeps the time for all; nothing more begins once it does not. */
  readonly may?: () => boolean;
  /**
   * Resolves once what events bring about is done (see src/reactors); true: something was written. `all`: also where
   * that takes long. What keeps it from being done is told elsewhere.
   */
  readonly follow?: (options: { readonly all: boolean }) => Promise<boolean>;
}

export interface Scheduler {
  /**
   * Does what is due, in the order of its instants, until nothing is due at or before `until`; what one instant's
   * events bring about comes before the next instant. `before` is told each instant first, and `until` at the end (the
   * moved clock stands there meanwhile). Never rejects over a single piece of work.
   */
  runDue(until: string, before?: (instant: string) => void): Promise<void>;
  /** Work that is under way ends; nothing more begins. */
  stop(): void;
  /** How many pieces of work failed and wait to be tried again. */
  aside(): number;
}

/** Work that failed waits, and lets the rest go on. */
interface SetAside {
  readonly tries: number;
  readonly until: string;
}

interface Ready {
  readonly work: DueWork;
  readonly at: string;
}

const AT_ONCE = 64;
const PAGE = 500;
/** Most instants have no more than this, and are read at once. */
const FIRST = 4;
const MAX_PAUSE_S = 3600;
const AFTER_ALL = '9999';

/** One run at a time: the caller sees to it. */
export function createScheduler({ app, dueBefore, run, log, may = () => true, follow = async () => false }: SchedulerPorts): Scheduler {
  const aside = new Map<string, SetAside>();
  /** What was done, and may come again as it was. */
  const done = new Map<string, { readonly work: DueWork; readonly at: string }>();
  let stopped = false;

  /** The first instant at which something is to be done, and what: of one kind, since the kinds have an order. */
  async function next(until: string): Promise<{ at: string; group: readonly DueWork[] } | null> {
    // the first that is not set aside is among these; if there may be more at its instant, only what is due by then is read
    const { ready, through } = await readyBefore(until, FIRST);
    const first = earliest(ready);
    if (first === null) return null;
    const all = through > first.at ? ready : (await readyBefore(first.at, PAGE)).ready;
    return { at: first.at, group: all.filter(({ work, at }) => at === first.at && work.kind === first.work.kind).map(({ work }) => work) };
  }

  /** `through`: before this instant nothing is left out. */
  async function readyBefore(instant: string, limit: number): Promise<{ ready: readonly Ready[]; through: string }> {
    const most = limit + aside.size;
    const due = await dueBefore(instant, most);
    const ready = due.map((work) => ({ work, at: later(work.next_at, aside.get(keyOf(work))?.until) })).filter(({ at }) => at <= instant);
    return { ready, through: due.length < most ? AFTER_ALL : (due.at(-1)?.next_at ?? AFTER_ALL) };
  }

  /** Undefined: it failed. Null: there was nothing left to do. */
  async function attempt(work: DueWork): Promise<Position | null | undefined> {
    try {
      return await run(work);
    } catch (error) {
      setAside(work, error);
      return undefined;
    }
  }

  function setAside(work: DueWork, error: unknown): void {
    const tries = (aside.get(keyOf(work))?.tries ?? 0) + 1;
    const seconds = Math.min(2 ** tries, MAX_PAUSE_S);
    const until = Temporal.Instant.from(app.clock.now()).add({ seconds }).toString({ smallestUnit: 'millisecond' });
    aside.set(keyOf(work), { tries, until });
    log.error({ err: error, kind: work.kind, tries, until }, 'due work failed');
  }

  async function runGroup(group: readonly DueWork[], at: string): Promise<void> {
    const positions = await inParallel(group, AT_ONCE, attempt);
    for (const [index, work] of group.entries()) if (positions[index] !== undefined) done.set(stampOf(work), { work, at });
    // Nothing left to do: another command did it, and the read models do not know yet.
    const newest = positions.includes(null)
      ? await app.store.head()
      : positions.reduce<Position>((most, each) => (each && each > most ? each : most), START);
    await app.waitForReadModels(newest);
    const failed = group.filter((_, index) => positions[index] === undefined);
    if (failed.length > 0) await forgive(failed, at);
  }

  /** What failed and is due no more, since another did it, is not waited for. */
  async function forgive(failed: readonly DueWork[], at: string): Promise<void> {
    const still = new Set((await dueBefore(at, PAGE + aside.size)).map(stampOf));
    for (const work of failed) if (!still.has(stampOf(work))) aside.delete(keyOf(work));
  }

  /** What is due just as it was before it was done would be done for ever: it is set aside like a failure. */
  function setIdleAside(group: readonly DueWork[]): boolean {
    const idle = group.filter((work) => done.delete(stampOf(work)));
    for (const work of idle) setAside(work, new Error('It is still due after it was done.'));
    return idle.length > 0;
  }

  /** What was done and has not come again by a later instant is over. */
  function settle(instant: string): void {
    for (const [stamp, { work, at }] of done) {
      if (at >= instant) continue;
      done.delete(stamp);
      aside.delete(keyOf(work));
    }
  }

  /** A regular turn does what is due also while reactions have to wait. */
  const followedOnce = (): Promise<boolean> => follow({ all: false }).catch(() => false);

  /** Who moves the clock waits for all of it, and for what that brings about. True: something was written. */
  async function followedToTheEnd(): Promise<boolean> {
    let wrote = false;
    while (!stopped && (await follow({ all: true }))) wrote = true;
    return wrote;
  }

  return {
    async runDue(until, before) {
      done.clear();
      const followed = before ? followedToTheEnd : followedOnce;
      await followed();
      while (!stopped && may()) {
        const found = await next(until);
        settle(found?.at ?? AFTER_ALL);
        if (found === null) {
          if (!before) return;
          before(until);
          if (await followed()) continue;
          return;
        }
        if (setIdleAside(found.group)) continue;
        before?.(found.at);
        await runGroup(found.group, found.at);
        await followed();
      }
    },
    stop: () => {
      stopped = true;
    },
    aside: () => aside.size,
  };
}

const keyOf = ({ kind, id }: DueWork): string => `${kind} ${id}`;
const stampOf = (work: DueWork): string => `${keyOf(work)} ${work.next_at}`;
const earliest = (ready: readonly Ready[]): Ready | null =>
  ready.reduce<Ready | null>((least, each) => (least === null || each.at < least.at ? each : least), null);

const later = (a: string, b: string | undefined): string => (b !== undefined && b > a ? b : a);
