import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { App } from '../../src/app/app.ts';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import { createHandingOut } from '../../src/jobs/handing-out.ts';
import { createHelping } from '../../src/jobs/helping.ts';
import { createScheduler } from '../../src/jobs/scheduler.ts';
import type { DueWork } from '../../src/ports/due-work.ts';
import { fakeClock } from './clock.ts';
import { leaseWorld } from './leases.ts';
import { memoryWorkSharing } from './work-sharing.ts';

const AT = '2026-11-20T12:00:00.000Z';
export const HEAD = '00000000000000000009';
export const WRITTEN = '00000000000000000010';
export const KEEP_MS = 2_000;
/** A share takes half a second, so the other worker looks for one before all are done. */
const PIECE_MS = 250;
const STEP_MS = 50;
export const ACCOUNTS = 300;

/** Two pieces of each account, all due at the same instant. */
export const piecesOf = (accounts: number, kind = 'task'): readonly DueWork[] =>
  Array.from({ length: 2 * accounts }, (_, index) => ({ kind, id: `${index}`, owner: `u${index % accounts}`, next_at: AT }));

/**
 * The worker that keeps the order of due work and one that helps it. Time passes only when the test says so. What is done
 * leaves the queue at once.
 */
export function setUp({ workers = 2 } = {}) {
  const world = leaseWorld();
  const server = world.process('server');
  const sharing = memoryWorkSharing(server.time.monotonic);
  const calls = { handedOut: 0, ended: 0 };
  const counted = {
    ...sharing,
    handOut: (shares: Parameters<typeof sharing.handOut>[0]) => {
      calls.handedOut += 1;
      return sharing.handOut(shares);
    },
    end: (groups: readonly string[]) => {
      calls.ended += 1;
      return behaviour.end?.(groups) ?? sharing.end(groups);
    },
  };
  let queue: readonly DueWork[] = [];
  const reads: number[] = [];
  const logged: { event: string; fields: object }[] = [];
  const note = (fields: object, event: string): void => void logged.push({ fields, event });
  const log = { info: note, warn: note, error: note };
  const behaviour: {
    run?: (name: 'keeper' | 'helper', work: DueWork) => Promise<void> | undefined;
    late?: boolean;
    end?: (groups: readonly string[]) => Promise<void> | undefined;
    may?: () => boolean;
  } = {};

  const drop = (work: DueWork): void => {
    queue = queue.filter(({ id, kind }) => id !== work.id || kind !== work.kind);
  };
  function processOf(name: 'keeper' | 'helper') {
    const { time, die } = world.process(name);
    const clock = fakeClock(AT);
    const done: DueWork[] = [];
    const waited: string[] = [];
    const app = {
      clock,
      store: { head: async () => HEAD },
      waitForReadModels: async (position: string) => {
        waited.push(position);
        if (name === 'helper' && behaviour.late) throw new StoreUnavailable('It is late.');
      },
    } as unknown as App;
    const run = async (work: DueWork): Promise<string | null> => {
      await time.sleep(PIECE_MS, new AbortController().signal);
      await behaviour.run?.(name, work);
      if (!queue.some(({ id, kind }) => id === work.id && kind === work.kind)) return null;
      done.push(work);
      drop(work);
      return WRITTEN;
    };
    return { app, time, die, clock, done, waited, run };
  }

  const [keeper, helper] = [processOf('keeper'), processOf('helper')];
  const keepMs = (): number => KEEP_MS;
  const isHandedOut = (kind: string): boolean => kind !== 'review';
  const handingOut = createHandingOut({
    ...{ sharing: counted, store: keeper.app.store, run: keeper.run, log, workers: () => workers, isHandedOut, keepMs, time: keeper.time },
  });
  const scheduler = createScheduler({
    app: keeper.app,
    log,
    run: keeper.run,
    may: () => behaviour.may?.() ?? true,
    handingOut,
    dueQueue: async (_, limit) => {
      reads.push(limit);
      return { works: queue.slice(0, limit), later: null };
    },
  });
  const helping = createHelping({
    ...{ app: helper.app, sharing, run: helper.run, keepMs, log, time: helper.time },
    kinds: ['task', 'deliver'],
    mayHelp: () => workers > 1,
    refreshClock: async () => undefined,
    describe: (error) => `Told: ${String(error)}`,
  });
  helping.start();

  /** Lets time pass until the work has ended. */
  async function ended(work: Promise<void>): Promise<void> {
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    work.then(over, over);
    await yieldToEventLoop();
    while (!isOver) await world.pass(STEP_MS);
    await work;
  }
  return {
    ...{ sharing, calls, reads, logged, behaviour, keeper, helper, helping, scheduler, drop },
    put: (works: readonly DueWork[]): void => {
      queue = works;
    },
    left: () => queue.length,
    runDue: () => ended(scheduler.runDue(AT)),
    all: () => [...keeper.done, ...helper.done].map(({ id }) => Number(id)).toSorted((a, b) => a - b),
  };
}
