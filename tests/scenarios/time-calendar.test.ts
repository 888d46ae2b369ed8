import { describe, expect, test } from 'vitest';
import { occurrenceId } from '../../src/app/routine/routine-steps.ts';
import { plus } from '../../src/domain/calendar/dates.ts';
import { addDays, datesBetween, endOfDay } from '../../src/domain/calendar/local.ts';
import { dayStream } from '../../src/domain/day/events.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import { ON_FILES, type Period, type Resident } from '../support/periods.ts';

const ZONE = 'Europe/Berlin';
/** Scheduled messages once a week. */
const SELDOM = { todo_reminder_day: 'monday', weekly_assessment_day: 'monday', weekly_assessment_time: '08:00' } as const;

/** The actions on each date, and the streak at the beginning of the next day. 7 and 8 November are a weekend with nothing due. */
const DAYS = [
  ['2026-11-02', 'kept', { current: 1, longest: 1, freezes: 0 }],
  ['2026-11-03', 'kept', { current: 2, longest: 2, freezes: 0 }],
  ['2026-11-04', 'kept', { current: 3, longest: 3, freezes: 0 }],
  ['2026-11-05', 'kept', { current: 4, longest: 4, freezes: 0 }],
  ['2026-11-06', 'kept', { current: 5, longest: 5, freezes: 0 }],
  ['2026-11-08', 'nothing due', { current: 5, longest: 5, freezes: 0 }],
  ['2026-11-09', 'skipped', { current: 5, longest: 5, freezes: 0 }],
  ['2026-11-10', 'kept', { current: 6, longest: 6, freezes: 0 }],
  ['2026-11-11', 'kept', { current: 7, longest: 7, freezes: 1 }],
  ['2026-11-12', 'missed', { current: 7, longest: 7, freezes: 0 }],
  ['2026-11-13', 'missed', { current: 0, longest: 7, freezes: 0 }],
  ['2026-11-14', 'missed', { current: 0, longest: 7, freezes: 0 }],
] as const;

/** In the order of their beginnings. `until`: a date to which the clock is moved. */
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

describe('days, months and years', { timeout: 60_000 }, async () => {
  const installation = await ON_FILES.open('2026-11-02T05:00:00Z');

  test('a streak continues over a weekend and a skip, and over one miss by a freeze; the next miss breaks it, with one alert', async () => {
    await installation.play('2026-11-02T06:00:00Z', async (period) => {
      const ada = await period.signUp('streak', ZONE);
      await ada.choose('time', SELDOM);
      for (const [date, done, figures] of DAYS) {
        await spend(ada, date, done);
        await period.to(plus(endOfDay(date, ZONE), 1));
        expect([date, await ada.streak()]).toEqual([date, { ...figures, today: 'none' }]);
        expect([date, await brokenAt(ada)]).toEqual([date, date < '2026-11-13' ? [] : [endOfDay('2026-11-13', ZONE)]]);
      }
      expect((await ada.days()).flatMap(({ date, frozen }) => (frozen ? [date] : []))).toEqual(['2026-11-12']);
    });
  });

  test.each(RULES)('from $from to $until, a rule for the last day of the month falls on that day', async ({ from, until, rules }) => {
    await installation.play(`${from}T12:00:00Z`, async (period) => {
      const ada = await period.signUp('months', ZONE);
      await ada.choose('time', SELDOM);
      const ids = await Promise.all(rules.map(([rrule, start_date]) => ada.routine({ rrule, start_date })));
      await period.to(`${until}T12:00:00Z`);
      for (const [index, [rrule, , dates]] of rules.entries())
        expect([rrule, await madeFor(period, ids[index] as string, from, until)]).toEqual([rrule, dates]);
    });
  });

  test('a move from Berlin to Los Angeles at 20:00 keeps the due instant of 23:59, and the longer day is closed once, at its end', async () => {
    await installation.play('2026-11-20T08:00:00Z', async (period) => {
      const mover = await period.signUp('mover', ZONE);
      const id = await mover.promise({ title: 'Call home', due_date: '2026-11-20', due_time: '23:59' });
      await period.to('2026-11-20T19:00:00Z');
      await mover.moveZone('America/Los_Angeles');
      expect((await mover.task(id)).due_at).toBe('2026-11-20T22:59:00.000Z');
      await period.to('2026-11-20T22:58:00Z');
      expect((await mover.task(id)).status).toBe('pending');
      await period.to('2026-11-20T22:59:00.001Z');
      expect((await mover.task(id)).status).toBe('missed');
      // Midnight in Berlin, and a minute before midnight in Los Angeles.
      for (const at of ['2026-11-20T23:00:00Z', '2026-11-21T07:59:00Z']) {
        await period.to(at);
        expect(await closingsOf(period, mover, '2026-11-20')).toEqual([]);
      }
      await period.to('2026-11-21T08:00:00Z');
      const closed = ['DayClosed 2026-11-21T07:59:59.999Z'];
      expect(await closingsOf(period, mover, '2026-11-20')).toEqual(closed);
      await period.to('2026-11-25T08:00:00Z');
      expect(await closingsOf(period, mover, '2026-11-20')).toEqual(closed);
    });
  });
});

/** One task that is due on the day, if any, and what is done with it. */
async function spend(ada: Resident, due_date: string, done: (typeof DAYS)[number][1]): Promise<void> {
  if (done === 'nothing due') return;
  const id = await ada.promise({ title: `On ${due_date}`, due_date });
  if (done === 'kept') await ada.complete(id);
  if (done === 'skipped') await ada.skip(id, 'Ill in bed.');
}

const brokenAt = async (ada: Resident): Promise<readonly string[]> =>
  (await ada.alerts()).flatMap(({ type, created_at }) => (type === 'streak_broken' ? [created_at] : []));

const closingsOf = async (period: Period, { id }: Resident, date: string): Promise<readonly string[]> =>
  (await period.stream(dayStream(id, date))).map(({ type, metadata }) => `${type} ${metadata.at}`);

/** Dates for which an occurrence was made, each once. */
async function madeFor(period: Period, routine: string, from: string, until: string): Promise<readonly string[]> {
  const made = async (date: string) =>
    (await period.stream(taskStream(occurrenceId(routine, date)))).flatMap(({ type }) => (type === 'TaskPromised' ? [date] : []));
  return (await Promise.all(datesBetween(from, addDays(until, 14)).map(made))).flat();
}
