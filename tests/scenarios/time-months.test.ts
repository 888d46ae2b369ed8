import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { occurrenceId } from '../../src/app/routine-steps.ts';
import { addDays, datesBetween } from '../../src/domain/calendar/local.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import { type Life, settings, type World } from '../support/lives.ts';

/** By when they begin. `until`: a date that the clock is moved to. */
const RULES = [
  {
    from: '2027-01-11',
    until: '2027-06-01',
    rules: [
      ['FREQ=MONTHLY;BYMONTHDAY=31', '2027-01-31', ['2027-01-31', '2027-03-31', '2027-05-31']],
      ['FREQ=MONTHLY;BYMONTHDAY=-1', '2027-01-31', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ],
  },
  { from: '2032-02-09', until: '2032-03-01', rules: [['FREQ=YEARLY', '2028-02-29', ['2032-02-29']]] },
] as const;

describe.each(await settings())('months and years, $name', { timeout: 300_000 }, ({ open }) => {
  let world: World;
  beforeAll(async () => {
    world = await open('2027-01-11T09:00:00Z');
  }, 120_000);
  afterAll(() => world?.close(), 60_000);

  test.each(RULES)('from $from to $until', async ({ from, until, rules }) => {
    await world.lived(`${from}T12:00:00Z`, async (life) => {
      const ada = await life.signUp('months', 'Europe/Berlin');
      // What else comes round comes once a week.
      await ada.choose('time', { todo_reminder_day: 'monday', weekly_assessment_day: 'monday', weekly_assessment_time: '08:00' });
      const ids = await Promise.all(rules.map(([rrule, start_date]) => ada.routine({ rrule, start_date })));
      await life.to(`${until}T12:00:00Z`);
      for (const [index, [rrule, , dates]] of rules.entries())
        expect([rrule, await madeFor(life, ids[index] as string, from, until)]).toEqual([rrule, dates]);
    });
  });
});

/** Dates for which an occurrence was made, each once. */
async function madeFor(life: Life, routine: string, from: string, until: string): Promise<readonly string[]> {
  const made = async (date: string) =>
    (await life.stream(taskStream(occurrenceId(routine, date)))).flatMap(({ type }) => (type === 'TaskPromised' ? [date] : []));
  return (await Promise.all(datesBetween(from, addDays(until, 14)).map(made))).flat();
}
