import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localDate } from '../../../src/domain/calendar/local.ts';
import { outcomeOf } from '../../../src/domain/task/rules.ts';
import { days, daysOf } from '../../../src/projections/day/days.ts';
import { allTasks, tasksDue } from '../../../src/projections/task/task-lists.ts';
import { tasks } from '../../../src/projections/task/tasks.ts';
import { build } from '../support/build.ts';
import { randomWorld } from '../support/random-world.ts';

const [FIRST, LAST] = ['2026-01-01', '2027-12-31'];

/** How many tasks with each outcome each date has, by `date outcome`; tasks that count nowhere are left out. */
function countOutcomes(found: readonly { readonly due_date: string | null; readonly outcome: string }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { due_date, outcome } of found)
    if (outcome !== 'none') sums[`${due_date} ${outcome}`] = (sums[`${due_date} ${outcome}`] ?? 0) + 1;
  return sums;
}

/** Tasks are created, edited, completed, skipped, undone and deleted, with routines, vacations and moves, while days pass. */
const world = fc.record({ seed: fc.integer({ min: 1, max: 1_000_000 }), steps: fc.integer({ min: 1, max: 150 }) });

test('over any history the outcomes of a day’s tasks add up to the counts of that day', { timeout: 60_000 }, () =>
  fc.assert(
    fc.asyncProperty(world, async ({ seed, steps }) => {
      const { views } = await build(randomWorld(seed, steps).events, { projections: [tasks, days] });
      for (const owner of ['u1', 'u2']) {
        const docs = (await allTasks(views, owner, { limit: 1_000 })).items.map(({ doc }) => doc);
        const listed = (await tasksDue(views, owner, FIRST, LAST)).map(({ doc }) => doc);
        const counted = (await daysOf(views, owner, FIRST, LAST)).flatMap(({ date, counts }) =>
          (['kept', 'missed', 'skipped', 'open'] as const).map((name) => [`${date} ${name}`, counts[name]] as const),
        );
        const rolledUp = Object.fromEntries(counted.filter(([, count]) => count !== 0));
        expect(countOutcomes(docs)).toEqual(rolledUp);
        // a report lists what it counts
        expect(countOutcomes(listed)).toEqual(rolledUp);
        for (const doc of docs) expect(doc.outcome).toBe(outcomeOf(doc));
      }
    }),
    { numRuns: 60 },
  ),
);

test('over any history with changes of zone, what is due after the last of them is listed and counted on its date in the present zone', {
  timeout: 60_000,
}, async () => {
  let rezoned = 0;
  const seeds = fc.record({ seed: fc.integer({ min: 1, max: 1_000_000 }), steps: fc.integer({ min: 50, max: 200 }) });
  await fc.assert(
    fc.asyncProperty(seeds, async ({ seed, steps }) => {
      const played = randomWorld(seed, steps, ['u1']);
      rezoned += played.events.filter(({ type }) => type === 'TaskRezoned').length;
      const moved = played.events.findLast(({ type }) => type === 'TimezoneChanged')?.metadata.at ?? '';
      const { views } = await build(played.events, { projections: [tasks, days] });
      const ahead = (await tasksDue(views, 'u1', FIRST, LAST)).filter(({ doc }) => doc.due_at !== null && doc.due_at >= moved);
      for (const { doc } of ahead) expect(doc.due_date).toBe(localDate(doc.due_at as string, played.zone));
    }),
    { numRuns: 40 },
  );
  expect(rezoned).toBeGreaterThan(0);
});
