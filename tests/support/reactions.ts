import { v7 } from 'uuid';
import { expect } from 'vitest';
import { createAccounts } from '../../src/app/account/accounts.ts';
import type { App } from '../../src/app/app.ts';
import { type Caller, userCaller } from '../../src/app/caller.ts';
import { startFocus } from '../../src/app/focus/start.ts';
import { addPartner } from '../../src/app/partner/partners.ts';
import { startRoutine } from '../../src/app/routine/routines.ts';
import { promiseAgain } from '../../src/app/task/again.ts';
import { promiseTask, setStatus } from '../../src/app/task/tasks.ts';
import { planTimeBox } from '../../src/app/time-box/time-boxes.ts';
import { takeVacation } from '../../src/app/vacation.ts';
import { accountDecider } from '../../src/domain/account/decide.ts';
import { accountStream } from '../../src/domain/account/events.ts';
import { addDays } from '../../src/domain/calendar/local.ts';
import { focusStream } from '../../src/domain/focus/events.ts';
import type { Position } from '../../src/domain/kernel/event.ts';
import { withAppend } from '../../src/domain/kernel/event-store.ts';
import { handle } from '../../src/domain/kernel/handle.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import { vacationStream } from '../../src/domain/vacation/events.ts';

async function joined(app: App): Promise<Caller> {
  const caller = userCaller(v7(), v7());
  await app.keys.createKey(caller.owner);
  const identity = { email: `${caller.owner}@example.org`, full_name: 'Ada' };
  const stream = accountStream(caller.owner);
  const register = { type: 'Register', addressKey: caller.owner, timezone: 'Europe/Berlin', identity } as const;
  await handle(app, accountDecider, stream, register, caller);
  await handle(app, accountDecider, stream, { type: 'Confirm' }, caller);
  await app.waitForReadModels(await app.store.head());
  return caller;
}

/** A parent with so many children, and their ids. */
async function family(app: App, caller: Caller, count: number): Promise<{ readonly parent: string; readonly children: readonly string[] }> {
  const { id: parent } = await promiseTask(app, caller, { title: 'Parent' });
  const children: string[] = [];
  for (let index = 0; index < count; index += 1)
    children.push((await promiseTask(app, caller, { title: `Child ${index}`, parent_id: parent })).id);
  await app.waitForReadModels(await app.store.head());
  return { parent, children };
}

const fail = (error: unknown): void => {
  throw error;
};

/** What the process has written when it is killed after writing to the named streams. */
const cutBehind = (app: App, stream: string): App => ({
  ...app,
  store: withAppend(app.store, (to, ...rest) =>
    to.startsWith(stream) ? app.store.append(to, ...rest) : Promise.reject(new Error('cut off')),
  ),
});

/**
 * A person whose requests were interrupted between what they wrote and what follows from it: a parent was completed, a
 * skipped task promised again, a focus session started, a vacation taken, a partner invited, and the zone changed, which
 * moves a time box, too. Gives the end of the log before that.
 */
export async function interrupted(app: App): Promise<Position> {
  const caller = await joined(app);
  const { parent } = await family(app, caller, 2);
  const [today] = app.clock.now().split('T') as [string];
  await startRoutine(app, caller, { title: 'Stand up', rrule: 'FREQ=WEEKLY;COUNT=1', start_date: addDays(today, 7) });
  const { id: planned } = await promiseTask(app, caller, { title: 'Planned' });
  await planTimeBox(app, caller, { task_id: planned, date: addDays(today, 7), time: '10:00', minutes: 30 });
  const { id: skipped } = await promiseTask(app, caller, { title: 'Skipped' });
  await setStatus(app, caller, skipped, { status: 'skipped', reason: 'ill' });
  const before = await app.store.head();
  await app.waitForReadModels(before);
  const person = { name: 'Bo', email: `bo-${caller.owner}@example.org`, whatsapp: '', detail: 'titles' } as const;
  const dates = { from: addDays(today, 7), to: addDays(today, 7) };
  await expect(setStatus(cutBehind(app, taskStream(parent)), caller, parent, { status: 'completed' })).rejects.toThrow('cut off');
  const again = promiseAgain(cutBehind(app, taskStream(skipped)), caller, skipped, { due_date: addDays(today, 7) });
  await expect(again).rejects.toThrow('cut off');
  await expect(startFocus(cutBehind(app, focusStream(caller.owner)), caller, { task_id: planned })).rejects.toThrow('cut off');
  await expect(takeVacation(cutBehind(app, vacationStream(caller.owner)), caller, dates)).rejects.toThrow('cut off');
  await expect(addPartner(cutBehind(app, 'partner-'), caller, person)).rejects.toThrow('cut off');
  const move = { type: 'ChangeProfile', timezone: 'Asia/Tokyo', if_match: null } as const;
  const inTokyo = createAccounts(cutBehind(app, accountStream(caller.owner)), fail).send(caller.owner, move, v7());
  await expect(inTokyo).rejects.toThrow('cut off');
  return before;
}

/** What `interrupted` has begun and what follows from it, each exactly once. */
export const BEGUN = [
  'account TimezoneChanged',
  'focus FocusStarted',
  'partner PartnerInvited',
  'task TaskCompleted',
  'task TaskRenewed',
  'vacations VacationTaken',
];
export const FOLLOWED = [
  'delivery DeliveryRequested',
  'task TaskCompleted',
  'task TaskCompleted',
  'task TaskPromisedAgain',
  'task TaskRezoned',
  'task TaskRezoned',
  'task TaskSkipped',
  'task TaskStarted',
  'time_box TimeBoxMoved',
];

/** Kinds of streams and types of the events that were written since. */
export async function writtenSince({ store }: App, position: Position): Promise<readonly string[]> {
  const events = await store.readAll(position, 1_000);
  return events.map(({ stream, type }) => `${stream.slice(0, stream.indexOf('-'))} ${type}`).sort();
}
