import { describe, expect, test } from 'vitest';
import type { Caller } from '../../src/app/caller.ts';
import { occurrenceId } from '../../src/app/routine/routine-steps.ts';
import { setStatus } from '../../src/app/task/tasks.ts';
import { cancelVacation, carryVacation, takeVacation } from '../../src/app/vacation.ts';
import { START } from '../../src/domain/kernel/event.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import { appForFile } from '../support/app.ts';
import { daysFrom, routinesOf } from '../support/reminders.ts';

let me: Caller;
const app = await appForFile((user) => {
  me = user;
});

const TODAY = '2026-11-20';
const { done } = app;
const { events, on, seen, start } = routinesOf(app, () => me);

describe('a vacation', () => {
  test('reads only the occurrences that it can change', async () => {
    const id = await start();
    await done(setStatus(app, me, occurrenceId(id, TODAY), { status: 'completed' }));
    const read = new Set<string>();
    const store = {
      ...app.store,
      readStream: (stream: string) => {
        read.add(stream);
        return app.store.readStream(stream);
      },
    };
    await done(takeVacation({ ...app, store }, me, { from: '2026-11-01', to: '2026-11-23' }));
    const occurrences = daysFrom('2026-11-21', 3).map((date) => taskStream(occurrenceId(id, date)));
    expect([...read].filter(taskStream.has).sort()).toEqual(occurrences.sort());
  });

  test('skips its occurrences, made before or after it; cancelling it restores those that are not due yet', async () => {
    const id = await start();
    const { vacation } = await done(takeVacation(app, me, { from: '2026-11-22', to: '2026-11-24' }));
    expect((await seen(id)).filter((one) => one.includes('skipped'))).toEqual(daysFrom('2026-11-22', 3).map((date) => `${date} skipped`));
    expect((await on(id, '2026-11-22')).fields.vacation_id).toBe(vacation.id);
    expect(await events(id, '2026-11-22')).toEqual(['TaskPromised system', 'TaskSkipped system']);
    const later = await start({ due_time: '12:00' });
    expect((await seen(later)).filter((one) => one.includes('skipped'))).toHaveLength(3);
    await done(setStatus(app, me, occurrenceId(id, '2026-11-24'), { status: 'pending' }));
    app.clock.set('2026-11-23T13:00:00.000Z');
    for (const event of await app.store.readAll(START, 10_000)) await carryVacation(app, event);
    await app.upToDate();
    expect((await on(id, '2026-11-24')).fields.status).toBe('pending');
    await done(cancelVacation(app, me, vacation.id));
    expect([(await on(id, '2026-11-22')).fields.status, (await on(id, '2026-11-23')).fields.status]).toEqual(['skipped', 'pending']);
    expect((await on(later, '2026-11-23')).fields.status).toBe('skipped');
    // it is due within a day by now, so the alert is raised again
    expect((await events(id, '2026-11-23')).slice(-2)).toEqual(['TaskReopened system', 'AlertRaised system']);
    expect((await on(id, '2026-11-23')).fields.vacation_id).toBeNull();
  });

  test('does not stop a routine that counts from completion', async () => {
    const id = await start({ rrule: 'FREQ=DAILY;INTERVAL=3', mode: 'completion' });
    const { vacation } = await done(takeVacation(app, me, { from: TODAY, to: '2026-11-28' }));
    expect(await seen(id)).toEqual(['2026-11-20 skipped', '2026-11-23 skipped', '2026-11-26 skipped', '2026-11-29']);
    await done(cancelVacation(app, me, vacation.id));
    expect(await seen(id)).toEqual([TODAY]);
  });

  test('is refused when it overlaps another or is over, and is not found for other people', async () => {
    const { vacation } = await done(takeVacation(app, me, { from: '2026-11-22', to: '2026-11-24' }));
    await expect(takeVacation(app, me, { from: '2026-11-24', to: '2026-11-30' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(takeVacation(app, me, { from: '2026-11-01', to: '2026-11-19' })).rejects.toMatchObject({ code: 'validation_failed' });
    const other = await app.user();
    await expect(cancelVacation(app, other, vacation.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
