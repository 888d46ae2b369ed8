import { expect, test } from 'vitest';
import { advanceRoutines } from '../../../src/app/routine/routine-steps.ts';
import { changeRoutine, startRoutine } from '../../../src/app/routine/routines.ts';
import { takeVacation } from '../../../src/app/vacation.ts';
import { datesBetween } from '../../../src/domain/calendar/local.ts';
import { START } from '../../../src/domain/kernel/event.ts';
import { withAppend } from '../../../src/domain/kernel/event-store.ts';
import { routineStream } from '../../../src/domain/routine/events.ts';
import { occurrencesOf } from '../../../src/projections/routine/routines.ts';
import { withOverrides } from '../../../src/wiring/operations/with-overrides.ts';
import { appForFile, type TestApp } from '../../support/app.ts';
import { seenOccurrences } from '../../support/reminders.ts';

const app = await appForFile();

/** Another process on the same store, which shares no lock with this one. */
const worker = (append: TestApp['store']['append'] = (...given) => app.store.append(...given)): TestApp => ({
  ...app,
  store: withAppend(app.store, append),
});

test('two workers and a request at once make, change and skip each occurrence once', async () => {
  const me = await app.user();
  app.clock.set('2026-11-20T16:00:00.000Z');
  const { id } = await startRoutine(app, me, { title: 'Once', rrule: 'FREQ=DAILY' });
  app.clock.set('2026-11-25T16:00:00.000Z');
  await app.upToDate();
  const workers = [worker(), worker()];
  const until = app.clock.now();
  await Promise.all([
    ...workers.map((one) => advanceRoutines(one, me.owner, until)),
    changeRoutine(app, me, id, { priority: 'high' }),
    takeVacation(app, me, { from: '2026-12-01', to: '2026-12-02' }),
  ]);
  await app.upToDate();
  await Promise.all([...workers, app].map((one) => advanceRoutines(one, me.owner, until)));
  await app.upToDate();

  const found = (await occurrencesOf(app.views, id, '2026-11-25')).map(({ doc }) => doc);
  expect(found.map((doc) => doc.occurrence_date)).toEqual(datesBetween('2026-11-25', '2026-12-09'));
  expect(found.filter((doc) => doc.status === 'skipped').map((doc) => doc.occurrence_date)).toEqual(['2026-12-01', '2026-12-02']);
  expect(found.filter((doc) => doc.due_date !== '2026-11-25' || doc.status === 'pending').every((doc) => doc.priority === 'high')).toBe(
    true,
  );
  const log = await app.store.readAll(START, 10_000);
  const counts = Map.groupBy(
    log.filter(({ type }) => type === 'TaskPromised' || type === 'TaskSkipped'),
    ({ stream, type }) => `${type} ${stream}`,
  );
  expect([...counts.values()].filter((events) => events.length > 1)).toEqual([]);
  const applied = (await app.store.readStream(routineStream(id))).filter(({ type }) => type === 'RoutineApplied');
  expect(applied.map(({ data }) => (data as { of: string | null }).of).filter((of) => of !== null)).toHaveLength(2);
});

test('a worker that does not yet know of a pause makes nothing', async () => {
  const me = await app.user();
  app.clock.set('2026-11-20T16:00:00.000Z');
  const { id } = await startRoutine(app, me, { title: 'Paused', rrule: 'FREQ=DAILY' });
  await app.upToDate();
  const { documents, current } = app.views;
  const before = await documents.get(current('routine-plans'), me.owner);
  await changeRoutine(app, me, id, { paused: true });
  app.clock.set('2026-11-21T16:00:00.000Z');
  const get: typeof documents.get = (collection, key) =>
    collection === current('routine-plans') ? (Promise.resolve(before) as never) : documents.get(collection, key);
  const behind: TestApp = { ...worker(), views: { current, documents: withOverrides(documents, { get }) } };
  expect(await advanceRoutines(behind, me.owner, app.clock.now())).toBeNull();
  await app.upToDate();
  expect(await seenOccurrences(app, id)).toEqual([]);
});

test('an occurrence that a worker makes while another process pauses the routine is withdrawn too', async () => {
  const me = await app.user();
  app.clock.set('2026-11-20T16:00:00.000Z');
  const { id } = await startRoutine(app, me, { title: 'Paused', rrule: 'FREQ=DAILY' });
  await app.upToDate();
  app.clock.set('2026-11-21T16:00:00.000Z');
  let paused = false;
  const other = worker(async (stream, expected, events) => {
    if (!paused && events.some(({ type }) => type === 'TaskPromised')) {
      paused = true;
      await changeRoutine(app, me, id, { paused: true });
    }
    return app.store.append(stream, expected, events);
  });
  await advanceRoutines(other, me.owner, app.clock.now());
  await app.upToDate();
  expect(paused).toBe(true);
  expect(await seenOccurrences(app, id)).toEqual(['2026-11-20 missed']);
});
