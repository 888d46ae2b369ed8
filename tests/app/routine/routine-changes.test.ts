import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { advanceRoutines, occurrenceId } from '../../../src/app/routine/routine-steps.ts';
import { changeRoutine, type RoutineEdit, type RoutineInput, startRoutine } from '../../../src/app/routine/routines.ts';
import { loadTask } from '../../../src/app/task/task-send.ts';
import { editTask, setStatus } from '../../../src/app/task/tasks.ts';
import { addDays } from '../../../src/domain/calendar/local.ts';
import { nextDates } from '../../../src/domain/routine/next-dates.ts';
import { routine } from '../../../src/projections/routine/routines.ts';
import { appForFile } from '../../support/app.ts';
import { routinesOf, seenOccurrences } from '../../support/reminders.ts';

/** 'This and later': a change from a date on. The clock stands at Friday 20 November 2026, 17:00 in Berlin. */

let me: Caller;
const app = await appForFile((user) => {
  me = user;
});

describe('a change of a routine from a date on', () => {
  const { done } = app;
  const { seen, start } = routinesOf(app, () => me);
  const change = (id: string, input: RoutineEdit) => done(changeRoutine(app, me, id, input));
  const to = async (now: string) => {
    app.clock.set(now);
    await done(advanceRoutines(app, me.owner, now));
  };
  const titleOf = async (id: string, date: string) => {
    const { texts } = await loadTask(app, occurrenceId(id, date));
    return texts.title && (await app.opener.open(me.owner, texts.title))?.title;
  };
  const timeOf = async (id: string, date: string) => (await loadTask(app, occurrenceId(id, date))).fields.due_time;
  const eventsOf = async (id: string, date: string) => (await app.store.readStream(`task-${occurrenceId(id, date)}`)).length;
  const next = async (id: string, limit = 5) => {
    const found = await routine(app.views, id);
    return nextDates(found?.doc as NonNullable<typeof found>['doc'], {
      now: app.clock.now(),
      zone: 'Europe/Berlin',
      limit,
      chain: [],
      made: 0,
    });
  };

  test('keeps earlier occurrences as they are and changes the others', async () => {
    const id = await start();
    const before = await eventsOf(id, '2026-11-24');
    await change(id, { title: 'Sit down', due_time: '09:00', from: '2026-11-25' });
    const shown = async (date: string) => [await titleOf(id, date), await timeOf(id, date)];
    expect(await shown('2026-11-24')).toEqual(['Stand up', null]);
    expect(await eventsOf(id, '2026-11-24')).toBe(before);
    expect(await shown('2026-11-25')).toEqual(['Sit down', '09:00']);
    expect(await shown('2026-12-04')).toEqual(['Sit down', '09:00']);
  });

  test('applies the new rule from that date on', async () => {
    const id = await start();
    await change(id, { rrule: 'FREQ=WEEKLY;BYDAY=MO', from: '2026-11-24' });
    expect(await seen(id)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-30']);
    expect(await next(id, 6)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-30', '2026-12-07']);
    await to('2026-11-24T08:00:00.000Z');
    expect((await seen(id)).slice(-2)).toEqual(['2026-11-30', '2026-12-07']);
  });

  test('is kept until its date is reached when that lies beyond the days ahead', async () => {
    const id = await start();
    await change(id, { title: 'Sit down', rrule: 'FREQ=WEEKLY;BYDAY=MO', from: '2026-12-10' });
    expect(await seen(id)).toHaveLength(15);
    await to('2026-12-01T08:00:00.000Z');
    expect((await seen(id)).slice(-3)).toEqual(['2026-12-08', '2026-12-09', '2026-12-14']);
    expect([await titleOf(id, '2026-12-09'), await titleOf(id, '2026-12-14')]).toEqual(['Stand up', 'Sit down']);
  });

  test('is kept beside another one, and a change of the whole routine also applies to the days before it', async () => {
    const id = await start();
    await change(id, { title: 'Second', from: '2026-11-24' });
    await change(id, { title: 'Third', from: '2026-11-28' });
    const titles = () => Promise.all(['2026-11-22', '2026-11-26', '2026-11-29'].map((date) => titleOf(id, date)));
    expect(await titles()).toEqual(['Stand up', 'Second', 'Third']);
    await change(id, { due_time: '20:00' });
    expect(await titles()).toEqual(['Stand up', 'Second', 'Third']);
    expect(await timeOf(id, '2026-11-22')).toBe('20:00');
    await change(id, { title: 'Third' });
    expect(await titles()).toEqual(['Third', 'Third', 'Third']);
  });

  test('replaces what changes from later dates set in the same fields', async () => {
    const id = await start();
    await change(id, { title: 'Second', from: '2026-11-28' });
    await change(id, { title: 'Third', from: '2026-12-02' });
    await change(id, { title: 'Second', from: '2026-11-24' });
    const titles = ['2026-11-23', '2026-11-24', '2026-11-28', '2026-12-02'].map((date) => titleOf(id, date));
    expect(await Promise.all(titles)).toEqual(['Stand up', 'Second', 'Second', 'Second']);
  });

  test('keeps fields that it does not name, which a later change still changes', async () => {
    const id = await start({ description: 'Slowly' });
    await change(id, { rrule: 'FREQ=WEEKLY;BYDAY=MO', due_time: '09:00', description: null, from: '2026-11-28' });
    await change(id, { title: 'Sit down', from: '2026-11-24' });
    expect(await seen(id)).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 30].map((day) => `2026-11-${day}`));
    const shown = async (date: string) => [await titleOf(id, date), await timeOf(id, date)];
    expect(await shown('2026-11-27')).toEqual(['Sit down', null]);
    expect(await shown('2026-11-30')).toEqual(['Sit down', '09:00']);
    expect(await next(id, 10)).toEqual([...(await seen(id)), '2026-12-07']);
    // The same values again are no change, and neither are values that already apply on all of those dates.
    expect((await changeRoutine(app, me, id, { title: 'Sit down', from: '2026-11-24' })).position).toBeNull();
    expect((await changeRoutine(app, me, id, { rrule: 'FREQ=WEEKLY;BYDAY=MO', from: '2026-11-28' })).position).toBeNull();
    const asWas = async (date: string) => (await loadTask(app, occurrenceId(id, date))).texts.description !== null;
    expect(await Promise.all(['2026-11-27', '2026-11-30'].map(asWas))).toEqual([true, false]);
    await change(id, { description: '' });
    expect(await asWas('2026-11-27')).toBe(false);
  });

  test('begins on its own first day; a change of the whole routine does not move it to earlier days', async () => {
    const id = await start();
    await change(id, { rrule: 'FREQ=DAILY;INTERVAL=3', start_date: '2026-11-28', from: '2026-11-28' });
    await change(id, { rrule: 'FREQ=DAILY;INTERVAL=2' });
    expect(await seen(id)).toEqual([
      '2026-11-20',
      '2026-11-22',
      '2026-11-24',
      '2026-11-26',
      ...['11-28', '11-30', '12-02', '12-04'].map((day) => `2026-${day}`),
    ]);
    await change(id, { rrule: 'FREQ=DAILY', from: '2026-11-28' });
    await change(id, { start_date: '2026-11-21' });
    expect((await seen(id)).slice(0, 5)).toEqual(['2026-11-21', '2026-11-23', '2026-11-25', '2026-11-27', '2026-11-28']);
  });

  test('from a past date changes what is not yet due, except what was moved by hand from before that date', async () => {
    const id = await start();
    await done(editTask(app, me, occurrenceId(id, '2026-11-21'), { due_date: '2026-11-30' }));
    app.clock.set('2026-11-23T08:00:00.000Z');
    await change(id, { title: 'Sit down', from: '2026-11-22' });
    expect(await Promise.all(['2026-11-21', '2026-11-22', '2026-11-23'].map((date) => titleOf(id, date)))).toEqual([
      'Stand up',
      'Stand up',
      'Sit down',
    ]);
  });

  test('keeps what was edited by hand, as any change does', async () => {
    const id = await start();
    await done(editTask(app, me, occurrenceId(id, '2026-11-26'), { title: 'By hand' }));
    await change(id, { title: 'Sit down', from: '2026-11-25' });
    expect([await titleOf(id, '2026-11-26'), await titleOf(id, '2026-11-27')]).toEqual(['By hand', 'Sit down']);
  });

  test('is kept during a pause', async () => {
    const id = await start();
    await change(id, { title: 'Sit down', from: '2026-11-25' });
    await change(id, { paused: true });
    expect(await seen(id)).toEqual([]);
    await change(id, { paused: false });
    expect(await seen(id)).toHaveLength(15);
    expect([await titleOf(id, '2026-11-24'), await titleOf(id, '2026-11-25')]).toEqual(['Stand up', 'Sit down']);
  });

  test('is refused beyond the 50 that are kept', async () => {
    const id = await start();
    for (let index = 0; index < 50; index += 1) await change(id, { title: `${index}`, from: addDays('2027-01-01', index) });
    await expect(change(id, { title: 'One more', from: '2027-06-01' })).rejects.toMatchObject({ code: 'conflict' });
    await change(id, { title: 'The last', from: addDays('2027-01-01', 49) });
    await change(id, { title: 'All' });
    app.clock.set('2027-01-10T10:00:00.000Z');
    await change(id, { title: 'One more', from: '2027-06-01' });
  });

  test('cannot be combined with a pause', async () => {
    const id = await start();
    await expect(change(id, { paused: true, from: '2026-11-25' })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { from: [expect.any(String)] },
    });
    await change(id, { title: 'Sit down', paused: false, from: '2026-11-25' });
    expect(await titleOf(id, '2026-11-25')).toBe('Sit down');
  });

  test('applies to the next occurrence when the routine counts from completion', async () => {
    const id = await start({ mode: 'completion' });
    await change(id, { title: 'Sit down', rrule: 'FREQ=DAILY;INTERVAL=3', start_date: '2026-11-22', from: '2026-11-22' });
    expect([await seen(id), await titleOf(id, '2026-11-20')]).toEqual([['2026-11-20'], 'Stand up']);
    await done(setStatus(app, me, occurrenceId(id, '2026-11-20'), { status: 'completed' }));
    expect([await seen(id), await titleOf(id, '2026-11-21')]).toEqual([['2026-11-20 completed', '2026-11-21'], 'Stand up']);
    await to('2026-11-21T12:00:00.000Z');
    await done(setStatus(app, me, occurrenceId(id, '2026-11-21'), { status: 'completed' }));
    expect((await seen(id)).at(-1)).toBe('2026-11-24');
    expect(await titleOf(id, '2026-11-24')).toBe('Sit down');
  });

  test('can change how the next date is counted', async () => {
    const id = await start();
    await change(id, { mode: 'completion', from: '2026-11-24' });
    expect(await seen(id)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']);
    await done(setStatus(app, me, occurrenceId(id, '2026-11-24'), { status: 'completed' }));
    expect((await seen(id)).at(-1)).toBe('2026-11-25');
  });
});

/** Started in Berlin, then moved east: at 20:00Z it is 05:00 on the 21st in Tokyo, and 21:00 on the 20th in Berlin. */
async function begunAndMoved(routine: RoutineInput & { readonly rrule: string }): Promise<string> {
  const { id } = await startRoutine(app, me, { title: 'Stretch', ...routine });
  await app.upToDate();
  await app.move(me, 'Asia/Tokyo');
  app.clock.set('2026-11-20T20:00:00.000Z');
  return id;
}
async function change(id: string, input: RoutineInput): Promise<void> {
  await changeRoutine(app, me, id, input);
  await app.upToDate();
}

describe('an occurrence that is still due as it was made, although its time or its day is over in the new zone', () => {
  const night = { rrule: 'FREQ=DAILY', due_time: '02:30' };
  const day = { rrule: 'FREQ=DAILY' };
  const chain = { rrule: 'FREQ=DAILY;INTERVAL=3', mode: 'completion' } as const;

  test.each([
    { name: 'its hour', routine: night, until: '20261121', left: ['2026-11-21'] },
    { name: 'its day', routine: day, until: '20261120', left: ['2026-11-20'] },
    { name: 'its day, from completion', routine: chain, until: '20261120', left: ['2026-11-20'] },
  ])('stays when the routine ends with it: $name', async ({ routine, until, left }) => {
    const id = await begunAndMoved(routine);
    await change(id, { rrule: `${routine.rrule};UNTIL=${until}` });
    expect(await seenOccurrences(app, id)).toEqual(left);
  });

  test.each([
    { name: 'its hour', routine: night, first: '2026-11-21' },
    { name: 'its day', routine: day, first: '2026-11-20' },
    { name: 'its day, from completion', routine: chain, first: '2026-11-20' },
  ])('stays when another field changes, and comes back after a pause: $name', async ({ routine, first }) => {
    const id = await begunAndMoved(routine);
    const before = await seenOccurrences(app, id);
    expect(before[0]).toBe(first);
    await change(id, { title: 'Stretch more' });
    expect((await seenOccurrences(app, id))[0]).toBe(first);
    await change(id, { paused: true });
    expect(await seenOccurrences(app, id)).toEqual([]);
    await change(id, { paused: false });
    expect((await seenOccurrences(app, id))[0]).toBe(first);
  });

  test('is withdrawn when it no longer matches the rule', async () => {
    const id = await begunAndMoved(night);
    await change(id, { rrule: 'FREQ=WEEKLY;BYDAY=SU' });
    expect(await seenOccurrences(app, id)).toEqual(['2026-11-22', '2026-11-29']);
  });
});
