import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { loadTask } from '../../../src/app/task/task-send.ts';
import { advanceTask, archiveTask, deleteTask, editTask, promiseTask, setStatus, undoTask } from '../../../src/app/task/tasks.ts';
import { plus } from '../../../src/domain/calendar/dates.ts';
import { addDays } from '../../../src/domain/calendar/local.ts';
import { RuleViolation } from '../../../src/domain/kernel/decider.ts';
import { contributions } from '../../../src/domain/task/day-counters.ts';
import { daysOf } from '../../../src/projections/day/days.ts';
import { task } from '../../../src/projections/task/task-lists.ts';
import { appForFile } from '../../support/app.ts';

const app = await appForFile();

const HOUR = 3_600_000;
const step = fc.record({
  hours: fc.nat(30),
  which: fc.nat(5),
  days: fc.nat(3),
  what: fc.constantFrom('promise', 'child', 'complete', 'skip', 'reopen', 'undo', 'undo', 'move', 'takeAway', 'delete', 'archive'),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(me: Caller, ids: string[], { what, which, days }: Step): Promise<void> {
  const id = ids[which % Math.max(1, ids.length)];
  const due_date = addDays(app.clock.now().slice(0, 10), days);
  if (what === 'promise' || id === undefined) ids.push((await promiseTask(app, me, { title: 'x', due_date })).id);
  else if (what === 'child') ids.push((await promiseTask(app, me, { title: 'x', due_date, parent_id: id })).id);
  else if (what === 'complete') await setStatus(app, me, id, { status: 'completed' });
  else if (what === 'skip') await setStatus(app, me, id, { status: 'skipped', reason: 'ill' });
  else if (what === 'reopen') await setStatus(app, me, id, { status: 'pending' });
  else if (what === 'undo') await undoTask(app, me, id);
  else if (what === 'move') await editTask(app, me, id, { due_date });
  else if (what === 'takeAway') await editTask(app, me, id, { due_date: null });
  else if (what === 'delete') await deleteTask(app, me, id);
  else await archiveTask(app, me, id);
}

async function live(me: Caller, steps: readonly Step[]): Promise<string[]> {
  const ids: string[] = [];
  for (const one of steps) {
    app.clock.set(plus(app.clock.now(), one.hours * HOUR));
    await take(me, ids, one).catch((error: unknown) => {
      if (!(error instanceof RuleViolation)) throw error;
    });
    await app.upToDate();
  }
  return ids;
}

test('after any commands on parents and children, the read models agree with the states', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      app.clock.set('2026-11-20T16:00:00.000Z');
      const me = await app.user();
      const ids = await live(me, steps);
      for (const id of ids) await advanceTask(app, { owner: me.owner, id });
      await app.upToDate();
      const states = await Promise.all(ids.map((id) => loadTask(app, id)));

      const sums: Record<string, number> = {};
      for (const change of states.flatMap(({ fields }) => contributions(fields)))
        if ('count' in change) sums[`${change.date} ${change.count}`] = (sums[`${change.date} ${change.count}`] ?? 0) + 1;
      const days = await daysOf(app.views, me.owner, '2026-01-01', '2027-12-31');
      const rolled = days.flatMap(({ date, counts: { planned: _, ...counts } }) =>
        Object.entries(counts).map(([name, n]) => [`${date} ${name}`, n] as const),
      );
      expect(Object.fromEntries(rolled.filter(([, n]) => n !== 0))).toEqual(sums);

      for (const [index, state] of states.entries()) {
        const doc = (await task(app.views, ids[index] as string))?.doc;
        expect(doc).toMatchObject({ ...state.fields, version: state.version });
        // what was just done is no longer due
        expect(doc?.next_key ?? '9').toSatisfy((next: string) => next > app.clock.now());
      }
    }),
    { numRuns: 40 },
  );
});
