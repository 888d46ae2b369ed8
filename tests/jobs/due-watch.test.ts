import { expect, onTestFinished, test } from 'vitest';
import type { Position, Recorded } from '../../src/domain/kernel/event.ts';
import { watchDueWork } from '../../src/jobs/due-watch.ts';
import { fakeClock } from '../support/clock.ts';

const START = '2026-11-20T12:00:00.000Z';
const SOON = '2026-11-20T12:30:00.000Z';
const CHECK_MS = 1;

/** A watch over a log that the test writes. `checks(n)` resolves after that many more checks. */
async function watched() {
  const clock = fakeClock(START);
  let next: string | null = null;
  let hand: (events: readonly Recorded[]) => Promise<void> = async () => undefined;
  const done: string[] = [];
  let asked = 0;
  const store = {
    head: async () => '1',
    subscribe: (_after: Position, given: typeof hand) => {
      hand = given;
      return { stop: async () => undefined };
    },
  };
  const nextAt = (): string | null => {
    asked += 1;
    return next;
  };
  const watch = await watchDueWork({
    app: { store, clock, waitForReadModels: async (position: Position) => void done.push(`shown ${position}`) } as never,
    log: { error: () => undefined },
    prompts: new Set(['Asked']),
    changes: new Set(['Changed']),
    nextAt,
    tick: async () => {
      done.push('tick');
      next = null;
    },
    everyMs: CHECK_MS,
  });
  onTestFinished(() => watch.stop());
  return {
    clock,
    done,
    due: (at: string) => {
      next = at;
    },
    write: (type: string, position: string) => hand([{ type, position } as Recorded]),
    async checks(n: number) {
      const goal = asked + n;
      await expect.poll(() => asked, { interval: CHECK_MS }).toBeGreaterThanOrEqual(goal);
    },
  };
}

test('nothing is run while nothing is due and nothing has changed', async () => {
  const { due, done, checks, write } = await watched();
  due(SOON);
  await write('Other', '2');
  await checks(3);
  expect(done).toEqual([]);
});

test('what is due is run when the clock shows its instant', async () => {
  const { clock, due, done, checks } = await watched();
  due(SOON);
  await checks(2);
  clock.pass(30 * 60_000);
  await checks(3);
  expect(done).toEqual(['tick']);
});

test('what a change makes due is looked for once the read models show the newest change', async () => {
  const { done, checks, write } = await watched();
  await write('Changed', '2');
  await write('Changed', '3');
  await checks(3);
  expect(done).toEqual(['shown 3', 'tick']);
});

test('what somebody waits for is run at once, before the next check', async () => {
  const { done, write } = await watched();
  await write('Asked', '2');
  expect(done).toEqual(['shown 2', 'tick']);
});
