import { afterEach, describe, expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { writtenFor } from '../../src/app/locale.ts';
import { sayNothingDue } from '../../src/app/reminders.ts';
import { datesBetween } from '../../src/domain/calendar/local.ts';
import { REMINDER_KINDS } from '../../src/projections/reminders.ts';
import { numbers } from '../projections/support/random-world.ts';
import { ownPrograms, startTestProgram, type TestProgram } from '../support/program.ts';
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

  test('names in its header the link that turns it off by one press', async () => {
    const { program } = await begin();
    await program.to(AT);
    const [mail] = program.sent.slice(1);
    expect(mail?.headers?.['list-unsubscribe']).toMatch(/^<http[^>]+\/mails\/[0-9a-f]{80}>$/);
    expect(mail?.headers?.['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  });

  test('is written by the conventions of the browser in which its owner signed in, and the next one by those of the newest sign-in', async () => {
    const program = await start(BEFORE);
    await writtenFor('en-US', () => program.signUp('ada@example.com', 'Europe/Berlin'));
    await program.to(AT);
    expect(program.sent.at(-1)?.text).toContain('Nothing is planned for Tuesday, November 24, 2026.');
    const password = 'a rather long password';
    const checks = { isKnown: async () => true, stillAllowed: async () => undefined, network: 'n' };
    const signIn = () => program.accounts.signin('ada@example.com', password, program.app.newId(), checks);
    for (const locale of ['de-DE', null]) await program.app.waitForReadModels((await writtenFor(locale, signIn)).position);
    await program.to('2026-11-25T07:00:00.000Z');
    expect(program.sent.at(-1)?.text).toContain('Nothing is planned for Wednesday 25 November 2026.');
  });

  test('that is turned off is recorded and not sent, and does not escalate', async () => {
    const { program, owner } = await begin();
    await choose(program, owner, 'notifications', { task_reminders: false });
    await program.to('2026-11-24T20:00:00Z');
    expect(await storyOf(program, 'reminder', owner, '2026-11-24')).toEqual([`ReminderCame ${AT} off`]);
    expect(mails(program)).toEqual([]);
  });

  test('does not come on a rest day, on which nothing escalates either, and comes on the day after', async () => {
    const { program, owner } = await begin();
    await choose(program, owner, 'channels', { rest_days: ['tuesday'] });
    await program.to('2026-11-25T07:00:00Z');
    expect(await storyOf(program, 'reminder', owner, '2026-11-24')).toEqual([`ReminderCame ${AT} rest_day`]);
    expect(await storyOf(program, 'reminder', owner, '2026-11-25')).toEqual(['ReminderCame 2026-11-25T07:00:00.000Z sent']);
    expect(mails(program)).toHaveLength(1);
  });

  test('does not escalate if its day has become a rest day meanwhile', async () => {
    const { program, owner } = await begin();
    await program.to('2026-11-24T07:10:00Z');
    await choose(program, owner, 'channels', { rest_days: ['tuesday'] });
    await program.to(LATER);
    expect(await storyOf(program, 'reminder', owner, '2026-11-24')).toEqual([
      `ReminderCame ${AT} sent`,
      `EscalationCame ${LATER} rest_day`,
    ]);
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

describe('reminders over restarts', () => {
  const FROM = '2026-10-20T08:00:00.000Z';
  const UNTIL = '2026-10-30T08:00:00.000Z';
  const ZONES = ['Europe/Berlin', 'America/Los_Angeles', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

  let open: TestProgram | null = null;
  afterEach(async () => {
    await open?.dispose();
    open = null;
  });

  interface Lived {
    readonly program: TestProgram;
    readonly owners: readonly string[];
    /** The mails of programs that have ended. */
    readonly before: number;
  }

  /** One owner for each zone, each with a task on every third day. */
  async function begin(): Promise<Lived> {
    open = await startTestProgram({ at: FROM });
    const owners: string[] = [];
    for (const zone of ZONES) {
      const owner = await open.signUp(`${owners.length}@example.org`, zone);
      owners.push(owner);
      for (const date of datesBetween('2026-10-22', '2026-10-29').filter((_, index) => index % 3 === 0))
        await open.promise(owner, { title: `Due on ${date}`, due_date: date });
    }
    return { program: open, owners, before: 0 };
  }

  async function stories({ program, owners }: Lived) {
    const dates = datesBetween('2026-10-19', '2026-10-31');
    return Promise.all(
      owners.flatMap((owner) => REMINDER_KINDS.map(async (kind) => Promise.all(dates.map((date) => storyOf(program, kind, owner, date))))),
    );
  }

  test('ten days in which the program is restarted at any instant give the same events, and every mail is sent once', async () => {
    const steady = await begin();
    await steady.program.to(UNTIL);
    const expected = await stories(steady);
    const mails = steady.program.sent.length;
    expect(expected.flat(2).length).toBeGreaterThan(50);
    await steady.program.dispose();

    let lived = await begin();
    const pick = numbers(20_261_020);
    const instants = Array.from({ length: 8 }, () => new Date(Date.parse(FROM) + pick(10 * 24 * 60) * 60_000).toISOString()).sort();
    for (const at of instants) {
      await lived.program.to(at);
      const { folder, sent } = lived.program;
      await lived.program.close();
      // the clock continues from where it was stored
      open = await startTestProgram({ at: FROM, folder });
      lived = { ...lived, program: open, before: lived.before + sent.length };
    }
    await lived.program.to(UNTIL);
    expect(await stories(lived)).toEqual(expected);
    expect(lived.before + lived.program.sent.length).toBe(mails);
    expect(lived.program.errors).toEqual([]);
  }, 60_000);
});
