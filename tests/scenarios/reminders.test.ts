import { describe, expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { sayNothingDue } from '../../src/app/reminders/reminders.ts';
import { ownPrograms, type TestProgram } from '../support/program.ts';
import { choose, storyOf } from '../support/reminders.ts';

const { start } = ownPrograms();

/** Subjects of mails since the confirmation, with the instant at which they were sent. */
const mails = (program: TestProgram): readonly string[] => program.sent.slice(1).map(({ at, subject }) => `${at} ${subject}`);

test('no reminder is recorded for an account that is not confirmed', async () => {
  const program = await start('2026-11-23T20:00:00Z');
  const signup = { email: 'nobody@example.com', password: 'a rather long password', fullName: '', timezone: 'UTC' };
  const { userId, position } = await program.accounts.signup(signup, program.app.newId());
  await program.app.waitForReadModels(position);
  await program.to('2026-12-01T20:00:00Z');
  expect(await storyOf(program, 'reminder', userId, '2026-11-24')).toEqual([]);
  expect(program.sent.map(({ subject }) => subject)).toEqual(['Confirm your address for Vouch']);
});

describe('a reminder', () => {
  const BEFORE = '2026-11-23T20:00:00Z';
  const AT = '2026-11-24T07:00:00.000Z';
  const LATER = '2026-11-24T07:30:00.000Z';
  const begin = async () => {
    const program = await start(BEFORE);
    return { program, owner: await program.signUp('ada@example.com', 'Europe/Berlin') };
  };

  test('is not sent when something is due or the owner said that nothing is', async () => {
    const { program, owner } = await begin();
    await program.promise(owner, { title: 'Read', due_date: '2026-11-24' });
    await sayNothingDue(program.app, userCaller(owner, program.app.newId()), '2026-11-25');
    await program.to('2026-11-25T20:00:00Z');
    expect(await storyOf(program, 'reminder', owner, '2026-11-24')).toEqual([`ReminderCame ${AT} filled`]);
    expect(await storyOf(program, 'reminder', owner, '2026-11-25')).toEqual([
      expect.stringContaining('NothingDueSaid'),
      'ReminderCame 2026-11-25T07:00:00.000Z filled',
    ]);
    expect(mails(program)).toEqual([]);
  });

  test('that is turned off is recorded and not sent, and does not escalate', async () => {
    const { program, owner } = await begin();
    await choose(program, owner, 'notifications', { task_reminders: false });
    await program.to('2026-11-24T20:00:00Z');
    expect(await storyOf(program, 'reminder', owner, '2026-11-24')).toEqual([`ReminderCame ${AT} off`]);
    expect(mails(program)).toEqual([]);
  });

  test('escalates after 30 minutes, to the second, unless something was planned for the day by then', async () => {
    const { program, owner } = await begin();
    await program.to('2026-11-24T07:29:59Z');
    await program.promise(owner, { title: 'Just in time', due_date: '2026-11-24' });
    await program.to(LATER);
    expect(await storyOf(program, 'reminder', owner, '2026-11-24')).toEqual([`ReminderCame ${AT} sent`, `EscalationCame ${LATER} filled`]);
    await program.to('2026-11-25T07:29:59Z');
    expect(await storyOf(program, 'reminder', owner, '2026-11-25')).toHaveLength(1);
    await program.to('2026-11-25T07:30:00Z');
    expect((await storyOf(program, 'reminder', owner, '2026-11-25'))[1]).toBe('EscalationCame 2026-11-25T07:30:00.000Z no_partner');
  });

  test('on one weekday is sent on that day only', async () => {
    const { program, owner } = await begin();
    await choose(program, owner, 'time', { todo_reminder_day: 'thursday', todo_reminder_time: '21:30' });
    await program.to('2026-12-03T22:00:00Z');
    expect(program.sent.slice(1).map(({ at }) => at)).toEqual(['2026-11-26T20:30:00.000Z', '2026-12-03T20:30:00.000Z']);
  });

  test('stays overdue when the times are changed before any job could run', async () => {
    const { program, owner } = await begin();
    program.sleep('PT59H');
    await choose(program, owner, 'time', { todo_reminder_time: '06:00' });
    await program.timekeeper.tick();
    for (const date of ['2026-11-24', '2026-11-25', '2026-11-26'])
      expect((await storyOf(program, 'reminder', owner, date))[0]).toBe(`ReminderCame ${date}T07:00:00.000Z sent`);
    await program.to('2026-11-27T05:00:00Z');
    expect((await storyOf(program, 'reminder', owner, '2026-11-27'))[0]).toBe('ReminderCame 2026-11-27T05:00:00.000Z sent');
    expect(mails(program)).toHaveLength(2);
  });
});
