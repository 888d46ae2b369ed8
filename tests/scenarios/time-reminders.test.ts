import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReminderKind, reminderStream } from '../../src/domain/reminders/events.ts';
import { type Installation, ON_FILES, type Period, type Resident, settings } from '../support/periods.ts';
import { linesOf } from '../support/reminders.ts';

/** In the order in which they are sent, on a server in UTC. */
const ZONES = [
  ['Pacific/Apia', '08:00', '2026-11-23T19:00:00.000Z'],
  ['Australia/Lord_Howe', '08:00', '2026-11-23T21:00:00.000Z'],
  ['Asia/Tokyo', '08:00', '2026-11-23T23:00:00.000Z'],
  ['Asia/Kathmandu', '08:00', '2026-11-24T02:15:00.000Z'],
  ['America/Los_Angeles', '17:00', '2026-11-25T01:00:00.000Z'],
] as const;

const story = async (period: Period, { id }: Resident, date: string, kind: ReminderKind = 'reminder') =>
  linesOf(await period.stream(reminderStream(kind, id, date)));
const minuteBefore = (instant: string): string => Temporal.Instant.from(instant).subtract({ minutes: 1 }).toString();

describe.each(await settings())('a scheduled message, $name', { timeout: 300_000 }, ({ open, casesToPlay }) => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await open('2026-11-23T09:00:00Z');
  }, 120_000);
  afterAll(() => installation?.close(), 60_000);

  test('is sent at the local time of its zone, and names the zone', async () => {
    await installation.play('2026-11-23T10:00:00Z', async (period) => {
      const zones = casesToPlay(ZONES, [0, 3]);
      const people = await Promise.all(zones.map(([zone]) => period.signUp('somewhere', zone)));
      await Promise.all(people.map((person, index) => person.choose('time', { todo_reminder_time: zones[index]?.[1] as string })));
      for (const [index, [zone, , at]] of zones.entries()) {
        const person = people[index] as Resident;
        await period.to(minuteBefore(at));
        expect([zone, await story(period, person, '2026-11-24')]).toEqual([zone, []]);
        await period.to(at);
        expect([zone, await story(period, person, '2026-11-24')]).toEqual([zone, [`ReminderCame ${at} sent`]]);
        const mail = (await person.mails()).at(-1);
        expect(mail).toMatchObject({ at, subject: 'Nothing is planned for Tuesday' });
        expect(mail?.text).toContain(zone);
        expect(mail?.headers?.['list-unsubscribe']?.replace(/[0-9a-f]{80}/, '…')).toBe(`<${period.url}/mails/…>`);
        expect(mail?.headers?.['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
      }
    });
  });

  test('is sent in one mail to each person after three days of downtime, and logged at its own instant', async () => {
    await installation.play('2026-12-18T20:00:00Z', async (period) => {
      const ada = await period.signUp('ada', 'Europe/Berlin');
      const partner = `of-${ada.email}`;
      await ada.partner(partner);
      await ada.promise({ title: 'Slept through', due_date: '2026-12-19', due_time: '23:00' });
      const before = [(await ada.mails()).length, (await period.mailsTo(partner)).length];
      await period.down('PT72H');
      expect(await Promise.all(['2026-12-19', '2026-12-20', '2026-12-21'].map((date) => story(period, ada, date)))).toEqual([
        ['ReminderCame 2026-12-19T07:00:00.000Z filled'],
        ['ReminderCame 2026-12-20T07:00:00.000Z sent', 'EscalationCame 2026-12-20T07:30:00.000Z escalated'],
        ['ReminderCame 2026-12-21T07:00:00.000Z sent', 'EscalationCame 2026-12-21T07:30:00.000Z escalated'],
      ]);
      expect(await story(period, ada, '2026-12-20', 'weekly_assessment')).toEqual(['WeeklyAssessmentCame 2026-12-20T17:00:00.000Z sent']);
      expect(await story(period, ada, '2026-12-21', 'weekly_report')).toEqual(['WeeklyReportCame 2026-12-21T07:00:00.000Z sent']);
      const [digest, ...more] = (await ada.mails()).slice(before[0]);
      const [messages, ...again] = (await period.mailsTo(partner)).slice(before[1]);
      expect([more, again]).toEqual([[], []]);
      for (const words of ['Week 51: 0 of 1 kept', 'Slept through', 'What you were not told in time', 'Sun 20 Dec'])
        expect(digest?.text).toContain(words);
      expect(digest?.attachments.map(({ filename }) => filename)).toEqual(['vouch-week-2026-12-14.pdf']);
      for (const words of ['Nothing was planned for 2 days', '1 promise was missed', 'week 51']) expect(messages?.text).toContain(words);
    });
  });
});

describe('a scheduled message, which the domain alone decides about,', { timeout: 60_000 }, async () => {
  const installation = await ON_FILES.open('2026-11-23T09:00:00Z');

  test('escalates at its instant even if the owner moves to another zone before', async () => {
    await installation.play('2026-11-30T20:00:00Z', async (period) => {
      const ada = await period.signUp('ada', 'Europe/Berlin');
      await period.to('2026-12-01T07:10:00Z');
      await ada.moveZone('America/Los_Angeles');
      await period.to('2026-12-01T16:00:00Z');
      expect(await story(period, ada, '2026-12-01')).toEqual([
        'ReminderCame 2026-12-01T07:00:00.000Z sent',
        'EscalationCame 2026-12-01T07:30:00.000Z no_partner',
      ]);
      await period.to('2026-12-02T16:00:00Z');
      expect(await story(period, ada, '2026-12-02')).toContain('ReminderCame 2026-12-02T16:00:00.000Z sent');
      expect((await ada.mails()).slice(1)).toHaveLength(2);
    });
  });

  test('follows the settings of its instant: a change one second before counts, one second after does not', async () => {
    await installation.play('2026-12-07T20:00:00Z', async (period) => {
      const [mover, quiet] = await Promise.all([period.signUp('mover', 'Europe/Berlin'), period.signUp('quiet', 'Europe/Berlin')]);
      await period.to('2026-12-08T06:59:59Z');
      await mover.choose('time', { todo_reminder_time: '09:00' });
      await quiet.choose('notifications', { task_reminders: false });
      await period.to('2026-12-08T07:00:01Z');
      await quiet.choose('notifications', { task_reminders: true });
      await period.to('2026-12-09T07:00:01Z');
      await quiet.choose('notifications', { task_reminders: false });
      await period.to('2026-12-09T08:00:01Z');
      await mover.choose('time', { todo_reminder_time: '10:00' });
      await period.to('2026-12-10T20:00:00Z');
      const reminders = async (date: string) => (await story(period, mover, date)).filter((line) => line.startsWith('Reminder'));
      expect(await reminders('2026-12-08')).toEqual(['ReminderCame 2026-12-08T08:00:00.000Z sent']);
      expect(await reminders('2026-12-09')).toEqual(['ReminderCame 2026-12-09T08:00:00.000Z sent']);
      expect(await reminders('2026-12-10')).toEqual(['ReminderCame 2026-12-10T09:00:00.000Z sent']);
      expect(await story(period, quiet, '2026-12-08')).toEqual(['ReminderCame 2026-12-08T07:00:00.000Z off']);
      expect(await story(period, quiet, '2026-12-09')).toEqual([
        'ReminderCame 2026-12-09T07:00:00.000Z sent',
        'EscalationCame 2026-12-09T07:30:00.000Z off',
      ]);
    });
  });

  test('does not escalate if a task is created one second before; otherwise the partner is notified once', async () => {
    await installation.play('2026-12-14T20:00:00Z', async (period) => {
      const [filer, idle] = await Promise.all([period.signUp('filer', 'Europe/Berlin'), period.signUp('idle', 'Europe/Berlin')]);
      const partners = [`of-${filer.email}`, `of-${idle.email}`] as const;
      await Promise.all([filer.partner(partners[0]), idle.partner(partners[1])]);
      await period.to('2026-12-15T07:29:59Z');
      await filer.promise({ title: 'Just so', due_date: '2026-12-15' });
      await period.to('2026-12-15T07:30:00Z');
      const at = '2026-12-15T07:30:00.000Z';
      const reminded = 'ReminderCame 2026-12-15T07:00:00.000Z sent';
      expect(await story(period, filer, '2026-12-15')).toEqual([reminded, `EscalationCame ${at} filled`]);
      expect(await story(period, idle, '2026-12-15')).toEqual([reminded, `EscalationCame ${at} escalated`]);
      const messages = await Promise.all(partners.map(async (address) => (await period.mailsTo(address)).slice(1).map((mail) => mail.at)));
      expect(messages).toEqual([[], [at]]);
    });
  });
});
