import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { occurrenceId } from '../../src/app/routine/routine-steps.ts';
import { addDays, datesBetween, daysBetween } from '../../src/domain/calendar/local.ts';
import { DAYS_AHEAD } from '../../src/domain/calendar/routine-dates.ts';
import { dayStream } from '../../src/domain/day/events.ts';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import { type Installation, ON_FILES, type Period, type Resident, settings } from '../support/periods.ts';
import { storyIn } from '../support/reminders.ts';

const ZONE = 'Europe/Berlin';
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** In the order in which they are sent, on a server in UTC. */
const ZONES = [
  ['Pacific/Apia', '08:00', '2026-11-23T19:00:00.000Z'],
  ['Australia/Lord_Howe', '08:00', '2026-11-23T21:00:00.000Z'],
  ['Asia/Tokyo', '08:00', '2026-11-23T23:00:00.000Z'],
  ['Asia/Kathmandu', '08:00', '2026-11-24T02:15:00.000Z'],
  ['America/Los_Angeles', '17:00', '2026-11-25T01:00:00.000Z'],
] as const;

const minuteBefore = (instant: string): string => Temporal.Instant.from(instant).subtract({ minutes: 1 }).toString();

let running: ReturnType<typeof threeDays> | null = null;
/** What every way to run the program is compared with, so it happens once. */
function withoutDowntime(): ReturnType<typeof threeDays> {
  running ??= ON_FILES.open('2026-11-30T05:00:00Z').then((installation) =>
    threeDays(installation, '2026-11-30', (period) => period.to('2026-12-03T09:00:00Z')),
  );
  return running;
}

// What depends on the way in which the program runs is in this file, so that its processes are started once.
describe.each(await settings())('the program, $name', { timeout: 300_000 }, ({ open, casesToPlay }) => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await open('2026-11-23T09:00:00Z');
  }, 120_000);
  afterAll(() => installation?.close(), 60_000);

  test('sends a scheduled message at the local time of its zone, and names the zone', async () => {
    await installation.play('2026-11-23T10:00:00Z', async (period) => {
      const zones = casesToPlay(ZONES, [0, 3]);
      const people = await Promise.all(zones.map(([zone]) => period.signUp('somewhere', zone)));
      await Promise.all(people.map((person, index) => person.choose('time', { todo_reminder_time: zones[index]?.[1] as string })));
      for (const [index, [zone, , at]] of zones.entries()) {
        const person = people[index] as Resident;
        await period.to(minuteBefore(at));
        expect([zone, await storyIn(period, person, '2026-11-24')]).toEqual([zone, []]);
        await period.to(at);
        expect([zone, await storyIn(period, person, '2026-11-24')]).toEqual([zone, [`ReminderCame ${at} sent`]]);
        const mail = (await person.mails()).at(-1);
        expect(mail).toMatchObject({ at, subject: 'Nothing is planned for Tuesday' });
        expect(mail?.text).toContain(zone);
        expect(mail?.headers?.['list-unsubscribe']?.replace(/[0-9a-f]{80}/, '…')).toBe(`<${period.url}/mails/…>`);
        expect(mail?.headers?.['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
      }
    });
  });

  test('gives after three days of downtime the same events as without downtime, each at its own instant', async () => {
    const ran = await withoutDowntime();
    const slept = await threeDays(installation, '2026-12-07', (period) => period.down('PT72H'));
    expect(ran.days.map((events) => events.length)).toEqual([1, 1, 0]);
    expect(ran.alerts.filter((alert) => alert.includes('task_missed'))).toHaveLength(2 + 3);
    // Three that were missed, one that is due soon, those of two weeks, and one of each night.
    expect(ran.occurrences.map((events) => events.length)).toEqual([4, 6, 6, 1, ...Array(10).fill(0), 1, 1, 1]);
    expect(slept).toEqual(ran);
  });

  test('sends one mail to each person after three days of downtime, and logs each message at its own instant', async () => {
    await installation.play('2026-12-18T20:00:00Z', async (period) => {
      const ada = await period.signUp('ada', 'Europe/Berlin');
      const partner = `of-${ada.email}`;
      await ada.partner(partner);
      await ada.promise({ title: 'Slept through', due_date: '2026-12-19', due_time: '23:00' });
      const before = [(await ada.mails()).length, (await period.mailsTo(partner)).length];
      await period.down('PT72H');
      expect(await Promise.all(['2026-12-19', '2026-12-20', '2026-12-21'].map((date) => storyIn(period, ada, date)))).toEqual([
        ['ReminderCame 2026-12-19T07:00:00.000Z filled'],
        ['ReminderCame 2026-12-20T07:00:00.000Z sent', 'EscalationCame 2026-12-20T07:30:00.000Z escalated'],
        ['ReminderCame 2026-12-21T07:00:00.000Z sent', 'EscalationCame 2026-12-21T07:30:00.000Z escalated'],
      ]);
      expect(await storyIn(period, ada, '2026-12-20', 'weekly_assessment')).toEqual(['WeeklyAssessmentCame 2026-12-20T17:00:00.000Z sent']);
      expect(await storyIn(period, ada, '2026-12-21', 'weekly_report')).toEqual(['WeeklyReportCame 2026-12-21T07:00:00.000Z sent']);
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

/**
 * From Monday 10:00 to Thursday 10:00 with something due each afternoon and a routine at half past two in the night: the
 * events, with dates as days since Monday.
 */
async function threeDays(installation: Installation, monday: string, pass: (period: Period) => Promise<void>) {
  const lived: {
    days: readonly unknown[][];
    tasks: readonly unknown[][];
    occurrences: readonly unknown[][];
    alerts: readonly string[];
    streak: unknown;
  }[] = [];
  await installation.play(`${monday}T09:00:00Z`, async (period) => {
    const ada = await period.signUp('down', ZONE);
    const dates = datesBetween(addDays(monday, 1), addDays(monday, 4));
    const ids = await Promise.all(dates.map((due_date) => ada.promise({ title: `On ${due_date}`, due_date, due_time: '15:00' })));
    const routine = await ada.routine({ rrule: 'FREQ=DAILY', start_date: dates[0] as string, due_time: '02:30' });
    const ahead = datesBetween(dates[0] as string, addDays(monday, 3 + DAYS_AHEAD));
    await pass(period);
    const streams = (names: readonly string[]) => Promise.all(names.map(async (name) => (await period.stream(name)).map(described)));
    lived.push({
      days: await streams(dates.map((date) => dayStream(ada.id, date)).slice(0, 3)),
      // Each was created at its own instant.
      tasks: (await streams(ids.map(taskStream))).map((events) => events.slice(1)),
      occurrences: (await streams(ahead.map((date) => taskStream(occurrenceId(routine, date))))).map((events, index) =>
        // Those that were made at once were made at an instant of their own.
        index < DAYS_AHEAD ? events.slice(1) : events,
      ),
      // Two at the same instant have no order.
      alerts: (await ada.alerts()).map(({ type, severity, created_at }) => `${created_at} ${type} ${severity}`).toSorted(),
      streak: await ada.streak(),
    });
  });
  const sinceMonday = (date: string): string => `day ${daysBetween(monday, date)}, `;
  const text = JSON.stringify(lived[0])
    .replaceAll(ID, 'an id')
    .replace(/\d{4}-\d\d-\d\d/g, sinceMonday);
  return JSON.parse(text) as (typeof lived)[number];
}

/** Without ids, which differ for each person. */
const described = ({ type, data, metadata }: Recorded): unknown[] => [
  type,
  metadata.at,
  Object.fromEntries(Object.entries(data).filter(([name]) => !/(^|_)id$|title|texts/.test(name))),
];
