import { RuleViolation } from '../domain/kernel/decider.ts';
import { StoreUnavailable } from '../domain/kernel/event-store.ts';
import type { ProgramClock } from './clock.ts';
import type { Scheduler } from './scheduler.ts';

export interface Timekeeper {
  /** Does what is due by now. While one run is under way, a second call joins the one that follows it. */
  tick(): Promise<void>;
  /**
   * Moves the clock to the instant that `to` makes of its present one, through everything that is due on
   * the way. Moves queue. Resolves with the clock's instant when the read models have caught up.
   * @throws RuleViolation `conflict` for an earlier instant, StoreUnavailable when the program is ending
   */
  move(to: (now: string) => string): Promise<string>;
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** Ticks and moves share one line: nothing that is due is worked on twice at once. `may`: as the scheduler's. */
export function createTimekeeper(clock: ProgramClock, scheduler: Scheduler, may: () => boolean = () => true): Timekeeper {
  let line: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  let stopped = false;

  const inLine = <T>(work: () => Promise<T>): Promise<T> => {
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
      waiting ??= inLine(() => {
        waiting = null;
        return stopped ? Promise.resolve() : scheduler.runDue(clock.now());
      });
      return waiting;
    },
    move: (to) => inLine(() => moveTo(to(clock.now()))),
    stop: async () => {
      stopped = true;
      scheduler.stop();
      await line;
    },
  };
}
