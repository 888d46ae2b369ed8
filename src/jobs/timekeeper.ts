import { RuleViolation } from '../domain/kernel/decider.ts';
import { StoreUnavailable } from '../domain/kernel/event-store.ts';
import type { ProgramClock } from './clock.ts';
import type { Scheduler } from './scheduler.ts';

export interface Timekeeper {
  /** Runs the work that is due now. A call during a run joins the run that follows it. */
  tick(): Promise<void>;
  /**
   * Moves the clock to the instant that `to` returns for the present instant, and runs everything that is due in between. Moves wait in a
   * queue. Resolves with the clock's instant when the read models have caught up.
   * @throws RuleViolation `conflict` for an earlier instant, StoreUnavailable when the program is ending
   */
  move(to: (now: string) => string): Promise<string>;
  stop(): Promise<void>;
}

/** Ticks and moves share one queue, so due work never runs twice at the same time. `may`: see the scheduler. */
export function createTimekeeper(clock: ProgramClock, scheduler: Scheduler, may: () => boolean = () => true): Timekeeper {
  let line: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  let stopped = false;

  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = line.then(work);
    line = mine.catch(() => undefined);
    return mine;
  };

  async function moveTo(target: string): Promise<string> {
    if (target < clock.now()) throw new RuleViolation('conflict', `The clock shows ${clock.now()} already and never runs backwards.`);
    try {
      await scheduler.runDue(target, (instant) => clock.hold(instant));
      if (stopped) throw new StoreUnavailable('The program is ending.');
      if (!may()) throw new StoreUnavailable('Another process keeps the time now.');
      clock.hold(target);
    } finally {
      clock.release();
    }
    return clock.now();
  }

  return {
    tick: () => {
      waiting ??= enqueue(() => {
        waiting = null;
        return stopped ? Promise.resolve() : scheduler.runDue(clock.now());
      });
      return waiting;
    },
    move: (to) => enqueue(() => moveTo(to(clock.now()))),
    stop: async () => {
      stopped = true;
      scheduler.stop();
      await line;
    },
  };
}
