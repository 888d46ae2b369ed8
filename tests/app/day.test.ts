import { expect, test } from 'vitest';
import type { Caller } from '../../src/app/caller.ts';
import { closeDay } from '../../src/app/day.ts';
import { acknowledgeAlert, advanceTask, promiseTask, setStatus } from '../../src/app/task/tasks.ts';
import { addDays, endOfDay } from '../../src/domain/calendar/local.ts';
import { dayStream } from '../../src/domain/day/events.ts';
import { activeAlerts } from '../../src/projections/alert.ts';
import { tasksDue } from '../../src/projections/task/task-lists.ts';
import { withOverrides } from '../../src/wiring/operations/with-overrides.ts';
import { appForFile } from '../support/app.ts';

const app = await appForFile();

const noon = (date: string) => `${date}T11:00:00.000Z`;

/** One task due on that day, kept, missed or skipped; then the day is closed. */
async function liveDay(me: Caller, date: string, how: 'completed' | 'missed' | 'skipped'): Promise<void> {
  app.clock.set(noon(date));
  const { id } = await promiseTask(app, me, { title: 'A day', due_date: date });
  if (how !== 'missed') await setStatus(app, me, id, { status: how, reason: 'ill' });
  app.clock.set(endOfDay(addDays(date, 1), 'Europe/Berlin'));
  await advanceTask(app, { owner: me.owner, id });
  await app.upToDate();
  await closeDay(app, me.owner, date);
  await app.upToDate();
}
const closing = async (me: Caller, date: string) => (await app.store.readStream(dayStream(me.owner, date)))[0]?.data;

test('a streak grows, ignores a skip, and breaks on a miss with one alert, which can be acknowledged', async () => {
  const me = await app.user();
  const days = ['completed', 'completed', 'skipped', 'completed', 'missed'] as const;
  for (const [index, how] of days.entries()) await liveDay(me, addDays('2026-11-20', index), how);
  expect(await closing(me, '2026-11-23')).toMatchObject({ before: { current: 2 }, streak: { current: 3, longest: 3 } });
  expect(await closing(me, '2026-11-24')).toMatchObject({
    counts: { missed: 1 },
    before: { current: 3 },
    streak: { current: 0, longest: 3 },
    frozen: false,
  });
  const alerts = (await activeAlerts(app.views, me.owner)).filter(({ doc }) => doc.kind === 'streak_broken');
  expect(alerts.map(({ doc }) => doc.streak)).toEqual([3]);
  await acknowledgeAlert(app, me, alerts[0]?.id as string);
  await app.upToDate();
  expect((await activeAlerts(app.views, me.owner)).filter(({ doc }) => doc.kind === 'streak_broken')).toEqual([]);
});

test('a freeze earned in seven days covers one miss, without an alert', async () => {
  const me = await app.user();
  for (let day = 0; day < 7; day += 1) await liveDay(me, addDays('2027-01-04', day), 'completed');
  await liveDay(me, '2027-01-11', 'missed');
  expect(await closing(me, '2027-01-10')).toMatchObject({ streak: { current: 7, freezes: 1 } });
  expect(await closing(me, '2027-01-11')).toMatchObject({ streak: { current: 7, freezes: 0 }, frozen: true });
});

test('two closings at once close the day once; a day that has not ended, or had nothing planned, is not closed', async () => {
  const me = await app.user();
  app.clock.set(noon('2027-02-01'));
  const { id } = await promiseTask(app, me, { title: 'A day', due_date: '2027-02-01' });
  await app.upToDate();
  expect((await closeDay(app, me.owner, '2027-02-01')).position).toBeNull();
  app.clock.set('2027-02-01T23:00:00.000Z');
  await advanceTask(app, { owner: me.owner, id });
  await app.upToDate();
  const positions = await Promise.all([closeDay(app, me.owner, '2027-02-01'), closeDay(app, me.owner, '2027-02-01')]);
  expect(positions.filter(({ position }) => position !== null)).toHaveLength(1);
  expect(await app.store.readStream(dayStream(me.owner, '2027-02-01'))).toHaveLength(1);
  expect((await closeDay(app, me.owner, '2027-01-31')).position).toBeNull();
});

test('a closed day is not closed again after a move to the west', async () => {
  const me = await app.user();
  await liveDay(me, '2027-03-01', 'completed');
  await app.move(me, 'America/Los_Angeles');
  app.clock.set('2027-03-03T12:00:00.000Z');
  expect((await closeDay(app, me.owner, '2027-03-01')).position).toBeNull();
});

test('a streak that ends by a decision after its days were closed raises one alert at the next closing', async () => {
  const me = await app.user();
  for (let day = 0; day < 4; day += 1) await liveDay(me, addDays('2027-05-03', day), 'completed');
  const [fourth] = await tasksDue(app.views, me.owner, '2027-05-06', '2027-05-06');
  app.clock.set(noon('2027-05-08'));
  await setStatus(app, me, fourth?.id as string, { status: 'pending' });
  for (const day of ['2027-05-08', '2027-05-09']) await liveDay(me, day, 'completed');
  const alerts = (await activeAlerts(app.views, me.owner)).filter(({ doc }) => doc.kind === 'streak_broken');
  expect(alerts.map(({ doc }) => [doc.streak, doc.about, doc.created_at])).toEqual([
    [3, '2027-05-06T21:59:59.999Z', '2027-05-08T21:59:59.999Z'],
  ]);
});

test('a completion that another process wrote in the last second of the day counts, even if it is not in the read model yet', async () => {
  const me = await app.user();
  app.clock.set(noon('2027-03-01'));
  const { id } = await promiseTask(app, me, { title: 'At last', due_date: '2027-03-01' });
  await app.upToDate();
  const { documents, current } = app.views;
  const before = await documents.find(current('days'), { index: 'month', equals: [me.owner], order: 'asc', limit: 9 });
  app.clock.set('2027-03-01T22:59:59.000Z');
  await setStatus(app, me, id, { status: 'completed' });
  const head = await app.store.head();
  app.clock.set(endOfDay(addDays('2027-03-01', 1), 'Europe/Berlin'));
  let held = '';
  const find: typeof documents.find = (...args) => (held < head ? (Promise.resolve(before) as never) : documents.find(...args));
  const waitForReadModel = async (_name: string, position: string): Promise<void> => {
    held = position;
  };
  const views = { current, documents: withOverrides(documents, { find }), waitForReadModel };
  await closeDay({ ...app, views }, me.owner, '2027-03-01');
  expect(await closing(me, '2027-03-01')).toMatchObject({ counts: { kept: 1, open: 0 }, streak: { current: 1 } });
});
