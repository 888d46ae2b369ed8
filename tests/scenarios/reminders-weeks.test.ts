import { describe, expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { advanceReminders } from '../../src/app/reminders.ts';
import { takeVacation } from '../../src/app/vacation.ts';
import { deliveryStream } from '../../src/domain/delivery/events.ts';
import { START } from '../../src/domain/kernel/event.ts';
import { reminderStream } from '../../src/domain/reminders/events.ts';
import { ownPrograms, type TestProgram } from '../support/program.ts';
import { choose, partnerFor, storyOf } from '../support/reminders.ts';

const { start, startAgain } = ownPrograms();
const to = (program: TestProgram, address: string) => program.sent.filter((mail) => mail.to.address === address);

describe('the weekly report', () => {
  test('is mailed with its PDF, about the last full week, together with the reminder of the same instant; the partner gets a summary', async () => {
    const program = await start('2026-11-15T20:00:00Z');
    const owner = await program.signUp('ada@example.com', 'Europe/Berlin');
    await partnerFor(program, owner);
    await program.complete(owner, await program.promise(owner, { title: 'Kept', due_date: '2026-11-17' }));
    await program.promise(owner, { title: 'Missed', due_date: '2026-11-18', due_time: '15:00' });
    await program.to('2026-11-23T06:59:59Z');
    const before = to(program, 'ada@example.com').length;
    await program.to('2026-11-23T07:00:00Z');
    expect(await storyOf(program, 'weekly_report', owner, '2026-11-23')).toEqual(['WeeklyReportCame 2026-11-23T07:00:00.000Z sent']);
    const [mail, ...more] = to(program, 'ada@example.com').slice(before);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Nothing is planned for Monday, and one thing more');
    for (const text of ['Nothing is planned for Monday 23 November 2026', 'Week 47: 1 of 2 kept', 'Monday 16 to Sunday 22 November 2026'])
      expect(mail?.text).toContain(text);
    expect(mail?.attachments?.map(({ filename }) => filename)).toEqual(['vouch-week-2026-11-16.pdf']);
    expect(
      Buffer.from(mail?.attachments?.[0]?.content ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(to(program, 'soren@example.org').filter(({ at }) => at === '2026-11-23T07:00:00.000Z')).toHaveLength(1);
    expect(program.errors).toEqual([]);
  });

  test('of a week with nothing planned is not sent; if it is turned off, it is recorded, and the partner still gets the summary', async () => {
    const program = await start('2026-11-15T20:00:00Z');
    const owner = await program.signUp('ada@example.com', 'Europe/Berlin');
    await partnerFor(program, owner);
    await choose(program, owner, 'notifications', { task_reminders: false, weekly_reports: false });
    await program.to('2026-11-16T08:00:00Z');
    expect(await storyOf(program, 'weekly_report', owner, '2026-11-16')).toEqual([
      'WeeklyReportCame 2026-11-16T07:00:00.000Z nothing_planned',
    ]);
    await program.complete(owner, await program.promise(owner, { title: 'Kept', due_date: '2026-11-17' }));
    const before = program.sent.length;
    await program.to('2026-11-23T08:00:00Z');
    expect(await storyOf(program, 'weekly_report', owner, '2026-11-23')).toEqual(['WeeklyReportCame 2026-11-23T07:00:00.000Z off']);
    expect(await storyOf(program, 'weekly_assessment', owner, '2026-11-22')).toEqual(['WeeklyAssessmentCame 2026-11-22T17:00:00.000Z off']);
    expect(program.sent.slice(before).map((mail) => mail.to.address)).toEqual(['soren@example.org']);
  });

  test('that is moved to a later day of the same week continues with the next week; moved back, no week is left out', async () => {
    const program = await start('2026-11-15T20:00:00Z');
    const owner = await program.signUp('ada@example.com', 'Europe/Berlin');
    const weeksOf = async (dates: readonly string[]) =>
      (await Promise.all(dates.map((date) => storyOf(program, 'weekly_report', owner, date)))).flat();
    for (const date of ['2026-11-17', '2026-11-24', '2026-12-01'])
      await program.complete(owner, await program.promise(owner, { title: 'Kept', due_date: date }));
    await program.to('2026-11-23T12:00:00Z');
    await choose(program, owner, 'time', { weekly_report_day: 'wednesday' });
    await program.to('2026-12-02T12:00:00Z');
    expect(await weeksOf(['2026-11-23', '2026-11-25', '2026-12-02'])).toEqual([
      'WeeklyReportCame 2026-11-23T07:00:00.000Z sent',
      'WeeklyReportCame 2026-12-02T07:00:00.000Z sent',
    ]);
    await choose(program, owner, 'time', { weekly_report_day: 'monday' });
    await program.to('2026-12-07T12:00:00Z');
    expect(await weeksOf(['2026-12-07'])).toEqual(['WeeklyReportCame 2026-12-07T07:00:00.000Z sent']);
  });
});

test('the weekly assessment says what was missed, when, and gives one suggestion with its numbers', async () => {
  const program = await start('2026-11-15T20:00:00Z');
  const owner = await program.signUp('ada@example.com', 'Europe/Berlin');
  for (const date of ['2026-11-16', '2026-11-18', '2026-11-20']) {
    await program.complete(owner, await program.promise(owner, { title: `Read on ${date}`, due_date: date }));
    await program.promise(owner, { title: `Run on ${date}`, due_date: '2026-11-17' });
  }
  await program.to('2026-11-22T17:00:00Z');
  const mail = to(program, 'ada@example.com').at(-1);
  expect(mail?.subject).toBe('Your assessment: 3 of 6 kept');
  for (const text of [
    'Run on 2026-11-20, Tue 17 Nov, end of the day, Missed',
    'Promise less for Tuesday',
    'On Tuesday 3 of 3 decided were missed, on the other days 0 of 3.',
  ])
    expect(mail?.text).toContain(text);
});

describe('an escalation', () => {
  const AT = '2026-11-24T07:30:00.000Z';
  const upTo = async (instant: string) => {
    const program = await start('2026-11-23T20:00:00Z');
    const owner = await program.signUp('ada@example.com', 'Europe/Berlin');
    await partnerFor(program, owner);
    await program.to(instant);
    return { program, owner, before: program.sent.length };
  };

  test('notifies the partner at once and once, with any number of workers', async () => {
    const { program, owner } = await upTo('2026-11-24T07:29:59Z');
    program.sleep('PT1S');
    await Promise.all([1, 2, 3].map(() => advanceReminders(program.app, owner, AT)));
    await program.timekeeper.tick();
    expect(await storyOf(program, 'reminder', owner, '2026-11-24')).toEqual([
      'ReminderCame 2026-11-24T07:00:00.000Z sent',
      `EscalationCame ${AT} escalated`,
    ]);
    expect(to(program, 'soren@example.org').filter(({ at }) => at === AT)).toHaveLength(1);
  });

  test('is prevented by a task that is created one second earlier, with two workers', async () => {
    const { program, owner, before } = await upTo('2026-11-24T07:29:59Z');
    const filing = program.promise(owner, { title: 'Just so', due_date: '2026-11-24' });
    program.sleep('PT1S');
    await filing;
    await Promise.all([advanceReminders(program.app, owner, AT), advanceReminders(program.app, owner, AT)]);
    await program.timekeeper.tick();
    expect((await storyOf(program, 'reminder', owner, '2026-11-24'))[1]).toBe(`EscalationCame ${AT} filled`);
    expect(program.sent.slice(before)).toEqual([]);
  });

  test('is not recorded during a vacation, and neither is the reminder', async () => {
    const { program, owner, before } = await upTo('2026-11-23T21:00:00Z');
    const { position } = await takeVacation(program.app, userCaller(owner, program.app.newId()), { from: '2026-11-24', to: '2026-11-25' });
    await program.app.waitForReadModels(position as string);
    await program.to('2026-11-25T20:00:00Z');
    expect(await storyOf(program, 'reminder', owner, '2026-11-24')).toEqual(['ReminderCame 2026-11-24T07:00:00.000Z vacation']);
    expect(program.sent.slice(before)).toEqual([]);
  });
});

describe('three days of downtime over a weekly report', () => {
  const FROM = '2026-11-20T20:00:00Z';
  const story = async (program: TestProgram, owner: string) =>
    Promise.all([
      ...['2026-11-21', '2026-11-22', '2026-11-23'].map((date) => storyOf(program, 'reminder', owner, date)),
      storyOf(program, 'weekly_assessment', owner, '2026-11-22'),
      storyOf(program, 'weekly_report', owner, '2026-11-23'),
    ]);
  const live = async (down: boolean) => {
    const program = await start(FROM);
    const owner = await program.signUp('ada@example.com', 'Europe/Berlin');
    await program.promise(owner, { title: 'Slept through', due_date: '2026-11-21', due_time: '23:00' });
    const before = program.sent.length;
    if (down) {
      program.sleep('PT72H');
      await program.timekeeper.tick();
    } else await program.to('2026-11-23T20:00:00Z');
    return { story: await story(program, owner), mails: program.sent.slice(before), program, owner };
  };

  test('give the same events, each at its own instant, and one mail for all', async () => {
    const [ran, slept] = await Promise.all([live(false), live(true)]);
    expect(slept.story).toEqual(ran.story);
    expect(slept.story.map((lines) => lines.length)).toEqual([1, 2, 2, 1, 1]);
    expect(ran.mails).toHaveLength(3);
    const [digest, ...more] = slept.mails;
    expect(more).toEqual([]);
    for (const text of [
      'Week 47: 0 of 1 kept',
      'What slipped, and when it was due',
      'Slept through',
      'What you were not told in time',
      'Sun 22 Nov',
    ])
      expect(digest?.text).toContain(text);
    expect(digest?.attachments).toHaveLength(1);
  });

  test('cause no message when the log is replayed', async () => {
    const { program, mails } = await live(true);
    const again = await startAgain(program, '2026-11-23T20:00:00Z');
    const head = await again.app.store.head();
    await again.runner.rebuild();
    await again.timekeeper.tick();
    expect(again.sent).toEqual([]);
    expect(await again.app.store.head()).toBe(head);
    expect(mails).toHaveLength(1);
    expect(START < head).toBe(true);
  });
});

test('after downtime the partner gets one message about all the days', async () => {
  const program = await start('2026-11-23T20:00:00Z');
  const owner = await program.signUp('ada@example.com', 'Europe/Berlin');
  await partnerFor(program, owner);
  program.sleep('PT72H');
  await program.timekeeper.tick();
  const [mail, ...more] = to(program, 'soren@example.org');
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Robin had nothing planned for 3 days');
  for (const day of ['Tuesday 24', 'Wednesday 25', 'Thursday 26']) expect(mail?.text).toContain(`${day} November 2026`);
});

test('a crash between the record and its mail loses nothing: the mail is requested next time, once', async () => {
  const program = await start('2026-11-23T20:00:00Z');
  const owner = await program.signUp('ada@example.com', 'Europe/Berlin');
  program.sleep('PT11H30S');
  const append = program.app.store.append.bind(program.app.store);
  let cut = true;
  program.app.store.append = async (stream, expected, events) => {
    if (cut && deliveryStream.has(stream)) throw new Error('cut off');
    return append(stream, expected, events);
  };
  await program.timekeeper.tick();
  expect(await storyOf(program, 'reminder', owner, '2026-11-24')).toHaveLength(1);
  cut = false;
  await program.to('2026-11-24T07:20:00Z');
  expect(to(program, 'ada@example.com').slice(1)).toHaveLength(1);
  expect(await program.app.store.readStream(reminderStream('reminder', owner, '2026-11-24'))).toHaveLength(1);
});
