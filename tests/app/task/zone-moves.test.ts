import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { closeDay } from '../../../src/app/day.ts';
import { advanceReminders } from '../../../src/app/reminders.ts';
import { promiseTask } from '../../../src/app/task/tasks.ts';
import { carryZoneMove } from '../../../src/app/task/zone-moves.ts';
import { accountDecider } from '../../../src/domain/account/decide.ts';
import { accountStream } from '../../../src/domain/account/events.ts';
import { dayStream } from '../../../src/domain/day/events.ts';
import type { Recorded } from '../../../src/domain/kernel/event.ts';
import { handle } from '../../../src/domain/kernel/handle.ts';
import { task } from '../../../src/projections/task/task-lists.ts';
import { appForFile } from '../../support/app.ts';

let me: Caller;
const app = await appForFile((user) => {
  me = user;
});

/** The owner's zone changes, and no task has followed yet. */
async function moved(timezone: string): Promise<Recorded> {
  const { events } = await handle(app, accountDecider, accountStream(me.owner), { type: 'ChangeProfile', timezone, if_match: null }, me);
  await app.upToDate();
  return events[0] as Recorded;
}

const promised = async (due_date: string, due_time: string | null = null): Promise<string> =>
  (await app.done(promiseTask(app, me, { title: 'Read', due_date, due_time }))).id;
const dueOf = async (id: string) => (await task(app.views, id))?.doc.due_at;
const written = async (id: string) => (await app.store.readStream(`task-${id}`)).map(({ type }) => type);

describe('a change of zone', () => {
  test('changes the nearest tasks first, and each of them once', async () => {
    const ids = [await promised('2026-12-03'), await promised('2026-12-01'), await promised('2026-12-02')];
    const event = await moved('Asia/Tokyo');
    await app.done(carryZoneMove(app, event, 1));
    expect(await Promise.all(ids.map(dueOf))).toEqual(['2026-12-03T22:59:59.999Z', '2026-12-01T14:59:59.999Z', '2026-12-02T22:59:59.999Z']);
    await app.done(Promise.all([carryZoneMove(app, event), carryZoneMove(app, event)]));
    expect(await carryZoneMove(app, event)).toBeNull();
    for (const id of ids) expect(await written(id)).toEqual(['TaskPromised', 'TaskRezoned']);
  });

  test('changes due dates before it closes a day that ends because of it', async () => {
    // Friday, 17:00 in Berlin; in Kiritimati it is Saturday, 06:00.
    const id = await promised('2026-11-20');
    await moved('Pacific/Kiritimati');
    await app.done(closeDay(app, me.owner, '2026-11-20'));
    expect(await app.store.readStream(dayStream(me.owner, '2026-11-20'))).toEqual([]);
    expect((await task(app.views, id))?.doc).toMatchObject({
      due_date: '2026-11-21',
      due_time: '12:59',
      due_at: '2026-11-20T22:59:59.999Z',
    });
  });

  test('changes due dates before it sends a reminder that nothing is planned', async () => {
    // In Kiritimati the next reminder, at 08:00, comes two hours after the move.
    await promised('2026-11-20');
    await moved('Pacific/Kiritimati');
    app.clock.set('2026-11-20T18:00:00.000Z');
    await advanceReminders(app, me.owner, '2026-11-20T18:00:00.000Z');
    const [came] = await app.store.readStream(`reminder-${me.owner}-2026-11-21`);
    expect(came?.data).toMatchObject({ date: '2026-11-21', outcome: 'filled' });
  });
});
