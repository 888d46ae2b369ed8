import { closeDay } from '../app/day.ts';
import { DAY_CHANGES } from '../domain/day/events.ts';
import { required } from '../domain/kernel/records.ts';
import { dayRoutes } from '../http/routes/day.ts';
import { streakRoutes } from '../http/routes/streak.ts';
import { dueKind } from '../jobs/work.ts';
import { closings, freeDays } from '../projections/day/closings.ts';
import { days } from '../projections/day/days.ts';
import { mendedStreakEndsItsAlert } from '../reactors/task.ts';
import type { Feature } from './feature.ts';

/** Days with their counts, the closing of each day, and the streak. */
export const day: Feature = {
  name: 'day',
  events: DAY_CHANGES,
  projections: [closings, days, freeDays],
  live: { streak: [days], report: [days] },
  dueWork: [
    // `date`: the local date to close, which ended at `next_at` in `zone`.
    dueKind({
      kind: 'close',
      order: 40,
      projection: closings,
      facts: ({ doc: { owner, date, zone } }) => ({ owner, id: `${owner} ${date}`, date: required(date, 'date to close'), zone }),
      run: async ({ app }, { owner, date }) => (await closeDay(app, owner, date)).position,
    }),
  ],
  reactors: [mendedStreakEndsItsAlert],
  routes: (deps) => [...streakRoutes(deps), ...dayRoutes(deps)],
};
