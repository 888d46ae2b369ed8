import { RuleViolation } from '../domain/kernel/decider.ts';
import { StoreUnavailable } from '../domain/kernel/event-store.ts';
import type { ProgramClock } from './clock.ts';
import type { Scheduler } from './scheduler.ts';

export interface Timekeeper {
  /** Runs the work that is due now. A call during a run joins the run that follows it. */
  tick(): Promise<void>;
  /** The same, but resolves without waiting for work whose server may take long, such as sending mails. */
  begin(): Promise<void>;
  /**
   * Moves the clock to the instant that `to` returns for the present instant, and runs everything that is due in between. Moves wait in a
   * queue. Resolves with the clock's instant when the read models have caught up.
   * @throws RuleViolation `conflict` for an earlier instant, StoreUnavailable when the program is ending
   */
  move(to: (now: string) => string): Promise<string>;
  stop(): Promise<void>;
}

export interface Schedulers {
  /** For moves of the clock: all due work, in its order. */
  readonly all: Scheduler;
  /** For the present instant: work that needs the program's own stores only. */
  readonly prompt: Scheduler;
  /** For the present instant: work that waits for servers of others, and must delay nothing else. */
  readonly slow: Scheduler;
}

/** Runs one piece of work after the other. */
function createLine() {
  let line: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const mine = line.then(work);
    line = mine.catch(() => undefined);
    return mine;
  }
  return {
    enqueue,
    /** Joins the work that waits already, if there is some. */
    join(work: () => Promise<void>): Promise<void> {
      waiting ??= enqueue(() => {
        waiting = null;
        return work();
      });
      return waiting;
    },
    ended: async (): Promise<void> => void (await line),
  };
}

/**
 * Ticks and moves share a queue, so due work never runs twice at the same time. Slow work has a queue of its own, and a move waits for
 * both. `may`: see the scheduler.
 */
export function createTimekeeper(
  clock: ProgramClock,
  { all, prompt, slow }: Schedulers,
  may: () => boolean = () => true,
): Timekeeper & Pick<Scheduler, 'nextAt'> {
  const lines = { prompt: createLine(), slow: createLine() };
  let stopped = false;
  /** What the last move has found to be due next, until the next tick looks. */
  let afterMove: string | null = null;

  async function moveTo(target: string): Promise<string> {
    if (target < clock.now()) throw new RuleViolation('conflict', `The clock shows ${clock.now()} already and never runs backwards.`);
    try {
      await all.runDue(target, (instant) => clock.hold(instant));
      if (stopped) throw new StoreUnavailable('The program is ending.');
      if (!may()) throw new StoreUnavailable('Another process keeps the time now.');
      clock.hold(target);
      afterMove = all.nextAt();
    } finally {
      clock.release();
    }
    return clock.now();
  }

  /** Runs the work while no due work runs in any of the queues. */
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    lines.prompt.enqueue(() => {
      const done = Promise.withResolvers<T>();
      void lines.slow.enqueue(async () => {
        // The work may also refuse at once, which must not hold up the queues.
        Promise.try(work).then(done.resolve, done.reject);
        await done.promise.catch(() => undefined);
      });
      return done.promise;
    });

  const runNow = (scheduler: Scheduler) => async (): Promise<void> => {
    afterMove = null;
    if (!stopped) await scheduler.runDue(clock.now());
  };
  const begin = (): Promise<void> => lines.prompt.join(runNow(prompt));
  // Messages about what fell due while the program was down are put together, so they are sent after all of it was found.
  const rest = (): Promise<void> => lines.slow.join(runNow(slow));

  return {
    tick: () => begin().then(rest),
    async begin() {
      await begin();
      // Its error is one of the stores, which the prompt work meets as well.
      rest().catch(() => undefined);
    },
    move: (to) => alone(() => moveTo(to(clock.now()))),
    nextAt: () => [prompt.nextAt(), slow.nextAt(), afterMove].filter((at) => at !== null).sort()[0] ?? null,
    stop: async () => {
      stopped = true;
      for (const scheduler of [all, prompt, slow]) scheduler.stop();
      await Promise.all([lines.prompt.ended(), lines.slow.ended()]);
    },
  };
}
