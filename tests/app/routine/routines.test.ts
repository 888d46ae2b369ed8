import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { advanceRoutines, occurrenceId } from '../../../src/app/routine/routine-steps.ts';
import { changeRoutine, endRoutine, type RoutineInput, startRoutine } from '../../../src/app/routine/routines.ts';
import { advanceTask, deleteTask, editTask, setStatus, undoTask } from '../../../src/app/task/tasks.ts';
import { taskStream } from '../../../src/domain/task/events.ts';
import { plansOf } from '../../../src/projections/routine/routine-plans.ts';
import { routine, routineStreaksOf } from '../../../src/projections/routine/routines.ts';
import { appForFile } from '../../support/app.ts';
import { daysFrom, routinesOf } from '../../support/reminders.ts';

let me: Caller;
const app = await appForFile((user) => {
  me = user;
});

const TODAY = '2026-11-20';
const { done } = app;
const { events, on, seen, start } = routinesOf(app, () => me);
const change = (id: string, input: RoutineInput) => done(changeRoutine(app, me, id, input));
const complete = (id: string, date: string) => done(setStatus(app, me, occurrenceId(id, date), { status: 'completed' }));
const opened = async (id: string, date: string, name: 'title' | 'tags') => {
  const { title, tags } = (await on(id, date)).texts;
  const texts = { title: (await app.opener.open(me.owner, title))?.title, tags: (await app.opener.open(me.owner, tags))?.tags };
  return texts[name] ?? null;
};

describe('the days ahead', () => {
  test('are today and the next 14, as tasks with the routine’s texts', async () => {
    const id = await start({ due_time: '18:00', priority: 'high', tags: ['work'], verification_type: 'general', estimate_minutes: 5 });
    expect(await seen(id)).toEqual(daysFrom(TODAY, 15));
    const { fields } = await on(id, '2026-11-25');
    expect(fields).toMatchObject({
      due_date: '2026-11-25',
      due_time: '18:00',
      due_at: '2026-11-25T17:00:00.000Z',
      priority: 'high',
      verification_type: 'general',
      verification_state: 'awaiting_proof',
      estimate_minutes: 5,
      recurring_task_id: id,
      occurrence_date: '2026-11-25',
    });
    expect([await opened(id, '2026-11-25', 'title'), await opened(id, '2026-11-25', 'tags')]).toEqual(['Stand up', ['work']]);
    expect(await events(id, '2026-11-25')).toEqual(['TaskPromised system']);
    // the next occurrence will be made when its day is 14 days ahead
    expect((await plansOf(app.views, me.owner))?.next_key).toBe('2026-11-20T23:00:00.000Z');
  });

  test('do not include today if its time has passed, nor dates in the past', async () => {
    expect((await seen(await start({ due_time: '16:59' })))[0]).toBe('2026-11-21');
    expect((await seen(await start({ due_time: '17:00' })))[0]).toBe('2026-11-20');
    expect(await seen(await start({ rrule: 'FREQ=DAILY;INTERVAL=10', start_date: '2026-11-01' }))).toEqual(['2026-11-21', '2026-12-01']);
  });

  test('contain no task of a rule whose next date is far away', async () => {
    const id = await start({ rrule: 'FREQ=YEARLY', start_date: '2028-02-29' });
    expect(await seen(id)).toEqual([]);
    expect((await plansOf(app.views, me.owner))?.next_key).toBe('2028-02-14T23:00:00.000Z');
  });

  test('refuse a rule that never matches, on its field', async () => {
    for (const rrule of ['FREQ=HOURLY', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=DAILY;UNTIL=20200101']) {
      const fault = await startRoutine(app, me, { title: 'No', rrule }).catch((error: unknown) => error);
      expect(fault).toMatchObject({ code: 'validation_failed', fields: { rrule: [expect.any(String)] } });
    }
  });
});

test('the last date that COUNT allows is kept in both read models, and follows a change of the rule', async () => {
  const kept = async (id: string) => [
    (await plansOf(app.views, me.owner))?.routines[id]?.last_by_count,
    (await routine(app.views, id))?.doc.last_by_count,
  ];
  const id = await start({ rrule: 'FREQ=DAILY;COUNT=20' });
  expect(await kept(id)).toEqual(['2026-12-09', '2026-12-09']);
  await done(changeRoutine(app, me, id, { due_time: '20:00' }));
  expect(await kept(id)).toEqual(['2026-12-09', '2026-12-09']);
  await done(changeRoutine(app, me, id, { rrule: 'FREQ=DAILY;COUNT=3' }));
  expect(await kept(id)).toEqual(['2026-11-22', '2026-11-22']);
  await done(changeRoutine(app, me, id, { rrule: 'FREQ=DAILY' }));
  expect(await kept(id)).toEqual([null, null]);
});

describe('a change of a routine', () => {
  test('applies field by field to what is not due yet, and keeps what was edited by hand', async () => {
    const id = await start({ due_time: '18:00' });
    const edit = (date: string, input: object) => done(editTask(app, me, occurrenceId(id, date), input));
    await edit('2026-11-22', { title: 'My own' });
    await edit('2026-11-23', { due_time: '20:00' });
    await edit('2026-11-24', { priority: 'low' });
    await complete(id, '2026-11-25');
    await change(id, { title: 'Sit down', due_time: '19:00', priority: 'high' });
    const shown = async (date: string) => {
      const { fields } = await on(id, date);
      return [await opened(id, date, 'title'), fields.due_time, fields.priority];
    };
    expect(await shown('2026-11-21')).toEqual(['Sit down', '19:00', 'high']);
    expect(await shown('2026-11-22')).toEqual(['My own', '19:00', 'high']);
    expect(await shown('2026-11-23')).toEqual(['Sit down', '20:00', 'high']);
    expect(await shown('2026-11-24')).toEqual(['Sit down', '19:00', 'low']);
    expect(await shown('2026-11-25')).toEqual(['Stand up', '18:00', 'none']);
    expect((await on(id, '2026-11-21')).fields.postponed).toBe(0);
    expect(await events(id, '2026-11-21')).toEqual(['TaskPromised system', 'TaskEdited system']);
  });

  test('withdraws what no longer matches, makes what is new, and brings back what matches again', async () => {
    const id = await start();
    await done(deleteTask(app, me, occurrenceId(id, '2026-11-23')));
    await change(id, { rrule: 'FREQ=WEEKLY;BYDAY=MO,FR' });
    expect(await seen(id)).toEqual(['2026-11-20', '2026-11-27', '2026-11-30', '2026-12-04']);
    await change(id, { rrule: 'FREQ=DAILY' });
    expect(await seen(id)).toEqual(daysFrom(TODAY, 15).filter((date) => date !== '2026-11-23'));
    expect(await events(id, '2026-11-24')).toEqual(['TaskPromised system', 'TaskWithdrawn system', 'TaskRestored system']);
  });

  test('does not move an occurrence that was moved by hand', async () => {
    const id = await start();
    await done(editTask(app, me, occurrenceId(id, '2026-11-24'), { due_date: '2026-11-26' }));
    await change(id, { rrule: 'FREQ=WEEKLY;BYDAY=MO' });
    expect(await seen(id)).toEqual(['2026-11-23', '2026-11-24', '2026-11-30']);
    expect((await on(id, '2026-11-24')).fields.due_date).toBe('2026-11-26');
  });

  test('pauses by withdrawing future occurrences until it is resumed; after the end they stay withdrawn', async () => {
    const id = await start();
    await complete(id, TODAY);
    await change(id, { paused: true });
    expect(await seen(id)).toEqual([`${TODAY} completed`]);
    expect((await plansOf(app.views, me.owner))?.next_key).toBeNull();
    app.clock.set('2026-11-22T09:00:00.000Z');
    await change(id, { paused: false });
    expect(await seen(id)).toEqual([`${TODAY} completed`, ...daysFrom('2026-11-22', 15)]);
    await done(endRoutine(app, me, id));
    expect(await seen(id)).toEqual([`${TODAY} completed`]);
    expect((await plansOf(app.views, me.owner))?.routines).toEqual({});
    await expect(changeRoutine(app, me, id, { title: 'No more' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('that was interrupted before all occurrences were changed is due work', async () => {
    const id = await start();
    const cut = { ...app, waitForReadModels: () => Promise.reject(new Error('cut off')) };
    await expect(changeRoutine(cut, me, id, { rrule: 'FREQ=WEEKLY;BYDAY=MO' })).rejects.toThrow('cut off');
    await app.upToDate();
    expect((await plansOf(app.views, me.owner))?.next_key).toBe('2026-11-20T16:00:00.000Z');
    app.clock.advance('PT30H');
    await done(advanceRoutines(app, me.owner, '2026-11-20T16:00:00.000Z'));
    expect(await seen(id)).toEqual(['2026-11-23', '2026-11-30']);
    const at = (await app.store.readStream(taskStream(occurrenceId(id, '2026-11-24')))).at(-1)?.metadata.at;
    expect(at).toBe('2026-11-20T16:00:00.000Z');
  });
});

describe('a routine that counts from completion', () => {
  const every3 = { rrule: 'FREQ=DAILY;INTERVAL=3', mode: 'completion' } as const;

  test('has one open occurrence, counted from the day on which the last was done; an undo withdraws it', async () => {
    const id = await start(every3);
    expect(await seen(id)).toEqual([TODAY]);
    app.clock.set('2026-11-20T20:00:00.000Z');
    await complete(id, TODAY);
    expect(await seen(id)).toEqual([`${TODAY} completed`, '2026-11-23']);
    await done(undoTask(app, me, occurrenceId(id, TODAY)));
    expect(await seen(id)).toEqual([TODAY]);
    await complete(id, TODAY);
    expect(await seen(id)).toEqual([`${TODAY} completed`, '2026-11-23']);
    app.clock.set('2026-11-22T10:00:00.000Z');
    await done(setStatus(app, me, occurrenceId(id, '2026-11-23'), { status: 'skipped', reason: 'away' }));
    expect(await seen(id)).toEqual([`${TODAY} completed`, '2026-11-23 skipped', '2026-11-25']);
  });

  test('continues after a miss and a deletion, each from its own day', async () => {
    const id = await start(every3);
    app.clock.set('2026-11-21T10:00:00.000Z');
    await done(advanceTask(app, { owner: me.owner, id: occurrenceId(id, TODAY) }));
    await done(advanceRoutines(app, me.owner, app.clock.now()));
    expect(await seen(id)).toEqual([`${TODAY} missed`, '2026-11-23']);
    // completed late: the next date was counted from the miss already
    await complete(id, TODAY);
    expect(await seen(id)).toEqual([`${TODAY} completed`, '2026-11-23']);
    await done(deleteTask(app, me, occurrenceId(id, '2026-11-23')));
    expect(await seen(id)).toEqual([`${TODAY} completed`, '2026-11-24']);
  });

  test('ends with COUNT, and counts from the beginning with a new interval', async () => {
    const twice = await start({ rrule: 'FREQ=DAILY;COUNT=2', mode: 'completion' });
    await complete(twice, TODAY);
    await complete(twice, '2026-11-21');
    expect(await seen(twice)).toEqual([`${TODAY} completed`, '2026-11-21 completed']);
    const id = await start(every3);
    await complete(id, TODAY);
    await change(id, { rrule: 'FREQ=DAILY;INTERVAL=5' });
    expect(await seen(id)).toEqual([`${TODAY} completed`, '2026-11-25']);
    await change(id, { mode: 'due', start_date: TODAY });
    expect(await seen(id)).toEqual([`${TODAY} completed`, '2026-11-25', '2026-11-30']);
    await change(id, { mode: 'completion' });
    expect(await seen(id)).toEqual([`${TODAY} completed`, '2026-11-25']);
    await complete(id, '2026-11-25');
    expect(await seen(id)).toEqual([`${TODAY} completed`, '2026-11-25 completed', '2026-11-30']);
  });
});

test('the streak of a routine leaves out skipped and deleted occurrences, and waits for proof', async () => {
  const id = await start();
  await complete(id, '2026-11-20');
  await complete(id, '2026-11-21');
  await done(setStatus(app, me, occurrenceId(id, '2026-11-22'), { status: 'skipped', reason: 'ill' }));
  await done(deleteTask(app, me, occurrenceId(id, '2026-11-23')));
  await complete(id, '2026-11-24');
  const streak = async () => (await routineStreaksOf(app.views, me.owner)).get(id);
  expect(await streak()).toEqual({ current: 3, longest: 3 });
  await done(editTask(app, me, occurrenceId(id, '2026-11-25'), { verification_type: 'general' }));
  await complete(id, '2026-11-25');
  expect(await streak()).toEqual({ current: 3, longest: 3 });
  app.clock.set('2026-11-27T10:00:00.000Z');
  await done(advanceTask(app, { owner: me.owner, id: occurrenceId(id, '2026-11-26') }));
  expect(await streak()).toEqual({ current: 0, longest: 3 });
  await complete(id, '2026-11-27');
  expect(await streak()).toEqual({ current: 1, longest: 3 });
});
