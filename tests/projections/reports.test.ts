import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, datesBetween } from '../../src/domain/calendar/local.ts';
import type { DayCounterDelta } from '../../src/domain/kernel/day-counters.ts';
import { account } from '../../src/projections/account/accounts.ts';
import { activeAlerts, alertsOf } from '../../src/projections/alert.ts';
import { daysOf } from '../../src/projections/day/days.ts';
import { dailyReport, overallReport, ownerStreak, readerOf, weeklyReport } from '../../src/projections/report.ts';
import { build } from './support/build.ts';
import { randomWorld } from './support/random-world.ts';
import { World } from './support/world.ts';

const reader = { owner: 'u1', zone: 'Europe/Berlin', today: '2026-11-05', since: '2026-11-02' };

/** From Monday 2 November 2026 in Berlin to Thursday: two kept, one late, one skipped, one missed, one taken back, one open. */
async function week() {
  const world = new World();
  world.register('u1');
  const due = (id: string, due_date: string) => world.promise('u1', id, id, { due_date, due_time: '18:00' });
  for (const [id, date] of Object.entries({ a: '02', b: '02', c: '03', d: '03', e: '04', f: '05', g: '08' })) due(id, `2026-11-${date}`);
  world.later({ hours: 7 });
  world.status('u1', 'a', 'completed');
  world.later({ minutes: 30 });
  world.status('u1', 'b', 'completed');
  world.status('u1', 'c', 'skipped', 'ill');
  world.later({ hours: 30 });
  world.status('u1', 'd', 'completed');
  world.remove('u1', 'g');
  world.later({ hours: 20 });
  world.task('u1', 'e', { type: 'Advance' });
  return build(world.events);
}

test('a day has its counts, its tasks and its streak', async () => {
  const { views } = await week();
  const report = await dailyReport(views, reader, '2026-11-02');
  expect(report.counts).toEqual({
    planned: 2,
    kept: 2,
    missed: 0,
    skipped: 0,
    open: 0,
    postponed: 0,
    taken_back: 0,
    late: 0,
    verified: 0,
    on_word: 0,
    completion_rate: 1,
  });
  expect(report.tasks.map(({ id }) => id).sort()).toEqual(['a', 'b']);
  expect(report.streak).toEqual({ current: 1, longest: 1, freezes: 0 });
  expect(report.note).toBeNull();
  expect((await dailyReport(views, reader)).date).toBe('2026-11-05');
});

test('a week begins on Monday and has its hours, its delay, and what was late or taken back', async () => {
  const { views } = await week();
  const report = await weeklyReport(views, reader, 0);
  expect([report.from, report.to, report.offset]).toEqual(['2026-11-02', '2026-11-08', 0]);
  expect(report.counts).toEqual({
    planned: 6,
    kept: 2,
    missed: 2,
    skipped: 1,
    open: 1,
    postponed: 0,
    taken_back: 1,
    late: 1,
    verified: 0,
    on_word: 0,
    completion_rate: 0.5,
  });
  expect(report.days.map(({ date, counts }) => `${date.slice(8)} ${counts.planned}`)).toEqual([
    '02 2',
    '03 2',
    '04 1',
    '05 1',
    '06 0',
    '07 0',
    '08 0',
  ]);
  expect(report.hours.flatMap((n, hour) => (n > 0 ? [[hour, n]] : []))).toEqual([
    [17, 2],
    [23, 1],
  ]);
  // done 60 and 30 minutes early, and 4 hours 30 minutes late
  expect(report.median_delay_minutes).toBe(-30);
  expect(report.streak).toEqual({ current: 0, longest: 1, freezes: 0 });
  expect(report.tasks.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('over all time, weeks, weekdays and days add up to the same counts', async () => {
  const { views } = await week();
  const report = await overallReport(views, reader);
  expect([report.start_date, report.end_date]).toEqual(['2026-11-02', '2026-11-05']);
  expect(report.weeks.map(({ from, counts }) => [from, counts.planned])).toEqual([['2026-11-02', 6]]);
  expect(report.weekdays.map(({ planned }) => planned)).toEqual([2, 2, 1, 1, 0, 0, 0]);
  expect(report.days.map(({ date }) => date)).toEqual(datesBetween('2026-11-02', '2026-11-05'));
  expect((await overallReport(views, reader, '2026-10-26', '2026-11-03')).weeks.map(({ from }) => from)).toEqual([
    '2026-10-26',
    '2026-11-02',
  ]);
});

describe('a period in a report', () => {
  test('that is in the future, or before the account, says so', async () => {
    const { views } = await week();
    expect((await weeklyReport(views, reader, 1)).note).toMatch(/lies ahead/);
    expect((await weeklyReport(views, reader, -1)).note).toMatch(/before your account/);
    expect((await weeklyReport(views, reader, 0)).note).toBeNull();
    expect((await dailyReport(views, reader, '2026-11-06')).note).toMatch(/^This day lies ahead/);
  });

  test('without tasks has no rate and no median', async () => {
    const { views } = await week();
    const report = await weeklyReport(views, reader, 3);
    expect(report.counts).toMatchObject({ planned: 0, completion_rate: null });
    expect(report.median_delay_minutes).toBeNull();
  });
});

test('a report has the days of the owner’s zone', async () => {
  const { views } = await week();
  const doc = (await account(views, 'u1'))?.doc;
  if (!doc) throw new Error('There is no account.');
  expect(readerOf(doc, '2026-11-04T23:30:00.000Z')).toEqual(reader);
});

test('a report shows a freeze on the day that it covered', async () => {
  const world = new World();
  world.register('u1');
  const dates = datesBetween('2026-11-02', '2026-11-09');
  for (const date of dates) world.promise('u1', date, date, { due_date: date });
  for (const date of dates.slice(0, 7)) world.status('u1', date, 'completed');
  world.later({ hours: 24 * 9 });
  world.task('u1', '2026-11-09', { type: 'Advance' });
  const { views } = await build(world.events);
  const now = { ...reader, today: '2026-11-11' };
  expect((await overallReport(views, now)).days.filter(({ frozen }) => frozen).map(({ date }) => date)).toEqual(['2026-11-09']);
  expect(await ownerStreak(views, now)).toMatchObject({ current: 7, longest: 7, freezes: 0, today: 'none' });
  expect((await dailyReport(views, now, '2026-11-08')).streak).toEqual({ current: 7, longest: 7, freezes: 1 });
});

test('the counts of each day are the sums of what the events say', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
      const { events } = randomWorld(seed, 150);
      const { views } = await build(events, { batch: 11, hot: 1 });
      const sums = new Map<string, number>();
      const add = (key: string, by: number) => sums.set(key, (sums.get(key) ?? 0) + by);
      for (const { data, metadata } of events) {
        if (metadata.owner !== 'u1' || !('tally' in data)) continue;
        for (const change of data.tally as readonly DayCounterDelta[])
          add(
            `${change.date} ${'count' in change ? change.count : 'hour' in change ? `hour ${change.hour}` : `delay ${change.delay}`}`,
            change.by,
          );
      }
      const found: Record<string, number> = {};
      for (const day of await daysOf(views, 'u1', '2026-01-01', '2027-12-31')) {
        const { planned, ...counts } = day.counts;
        expect(planned).toBe(counts.kept + counts.missed + counts.skipped + counts.open);
        for (const [name, n] of Object.entries(counts)) if (n !== 0) found[`${day.date} ${name}`] = n;
        for (const [hour, n] of Object.entries(day.hours)) found[`${day.date} hour ${hour}`] = n;
        for (const [delay, n] of Object.entries(day.delays)) found[`${day.date} delay ${delay}`] = n;
      }
      expect(found).toEqual(Object.fromEntries([...sums].filter(([, n]) => n !== 0)));
    }),
    { numRuns: 15 },
  ));

test('alerts are listed newest first, and active ones are neither acknowledged nor resolved', async () => {
  const world = new World();
  world.register('u1');
  for (const [id, time] of [
    ['a', '11:00'],
    ['b', '11:30'],
    ['c', '12:00'],
  ] as const)
    world.promise('u1', id, id, { due_date: '2026-11-02', due_time: time });
  world.later({ hours: 3 });
  for (const id of ['a', 'b', 'c']) world.task('u1', id, { type: 'Advance' });
  const { views: before } = await build(world.events);
  const [third] = (await alertsOf(before, 'u1', { limit: 1 })).items;
  expect(third?.doc).toMatchObject({ task_id: 'c', kind: 'missed', stream: 'task-c', acknowledged: false, resolved: false });
  world.status('u1', 'a', 'completed');
  world.task('u1', 'c', { type: 'AcknowledgeAlert', alert_id: third?.id ?? '' });
  const { views } = await build(world.events);
  expect((await alertsOf(views, 'u1', { limit: 10 })).items.map(({ doc }) => [doc.task_id, doc.resolved, doc.acknowledged])).toEqual([
    ['c', false, true],
    ['b', false, false],
    ['a', true, false],
  ]);
  expect((await activeAlerts(views, 'u1')).map(({ doc }) => doc.task_id)).toEqual(['b']);
});

test('the counts of a period do not include days outside of it', async () => {
  const { views } = await week();
  expect((await daysOf(views, 'u1', '2026-11-03', '2026-11-04')).map(({ date }) => date)).toEqual(['2026-11-03', '2026-11-04']);
  expect(await daysOf(views, 'u1', addDays('2026-11-08', 1), '2099-01-01')).toEqual([]);
});
