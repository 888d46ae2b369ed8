import { describe, expect, test } from 'vitest';
import { occurrenceId } from '../../src/app/routine/routine-steps.ts';
import { addDays, datesBetween, dueInstant, endOfDay, startOfDay } from '../../src/domain/calendar/local.ts';
import { dayStream } from '../../src/domain/day/events.ts';
import { taskStream } from '../../src/domain/task/events.ts';
import { ON_FILES, type Period, type Resident } from '../support/periods.ts';
import { storyIn } from '../support/reminders.ts';

const NIGHTS = [
  // 02:30 does not exist: the first valid instant after the gap is 03:00.
  ['Europe/Berlin', '2026-03-28T06:00:00Z', '2026-03-29', '2026-03-29T01:00:00.000Z'],
  ['Pacific/Auckland', '2026-09-25T18:00:00Z', '2026-09-27', '2026-09-26T14:00:00.000Z'],
  // The clocks go forward by half an hour.
  ['Australia/Lord_Howe', '2026-10-02T18:00:00Z', '2026-10-04', '2026-10-03T15:30:00.000Z'],
  // 02:30 occurs twice: the earlier one is taken.
  ['Europe/Berlin', '2026-10-24T06:00:00Z', '2026-10-25', '2026-10-25T00:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-21T00:00:00Z', '2026-11-22', '2026-11-21T20:45:00.000Z'],
  ['Pacific/Apia', '2026-11-23T20:00:00Z', '2026-11-25', '2026-11-24T13:30:00.000Z'],
] as const;

const plus = (instant: string, duration: string): string =>
  Temporal.Instant.from(instant).add(duration).toString({ smallestUnit: 'millisecond' });

describe('nights in which the clocks change, also in zones with quarters of an hour', { timeout: 60_000 }, async () => {
  const installation = await ON_FILES.open('2026-03-28T05:00:00Z');

  test.each(NIGHTS)('in %s, from %s: tasks, occurrences and reminders at 02:30 of %s happen once', async (zone, at, night, dueAt) => {
    await installation.play(at, async (period) => {
      const [busy, idle] = await Promise.all([period.signUp('busy', zone), period.signUp('idle', zone)]);
      await idle.choose('time', { todo_reminder_time: '02:30' });
      const story = await begun(busy, night);
      expect((await busy.task(story.once)).due_at).toBe(dueAt);
      await period.to(plus(dueAt, '-PT1M'));
      expect((await busy.task(story.once)).status).toBe('pending');
      expect(await storyIn(period, idle, night)).toEqual([]);
      await period.to(plus(dueAt, 'PT0.001S'));
      expect((await busy.task(story.once)).status).toBe('missed');
      await busy.complete(story.byTheEnd);
      await endsOnce(period, busy, { night, zone });
      await repeats(period, busy, { ...story, night, zone, dueAt });
      expect(await storyIn(period, idle, night)).toEqual([
        `ReminderCame ${dueAt} sent`,
        `EscalationCame ${plus(dueAt, 'PT30M')} no_partner`,
      ]);
      expect((await idle.mails()).filter((mail) => mail.at === dueAt)).toHaveLength(1);
    });
  });
});

/** A task and a routine at 02:30, and a task at the end of the day. */
async function begun(busy: Resident, due_date: string) {
  const routine = await busy.routine({ rrule: 'FREQ=DAILY', due_time: '02:30' });
  const once = await busy.promise({ title: 'In the night', due_date, due_time: '02:30' });
  const byTheEnd = await busy.promise({ title: 'By the end of the day', due_date });
  return { routine, once, byTheEnd };
}

/** The day is closed at its end, with what was missed at 02:30 and what was kept. */
async function endsOnce(period: Period, busy: Resident, { night, zone }: { readonly night: string; readonly zone: string }): Promise<void> {
  const end = endOfDay(night, zone);
  expect((await busy.tasks()).find(({ title }) => title === 'By the end of the day')?.due_at).toBe(end);
  await period.to(plus(end, '-PT1M'));
  expect(await period.stream(dayStream(busy.id, night))).toEqual([]);
  await period.to(plus(end, 'PT0.001S'));
  const closings = await period.stream(dayStream(busy.id, night));
  expect(closings.map(({ type, metadata }) => [type, metadata.at])).toEqual([['DayClosed', end]]);
  expect(closings[0]?.data).toMatchObject({ zone, counts: { kept: 1, missed: 2, open: 0 } });
}

interface Repeating {
  readonly routine: string;
  readonly night: string;
  readonly zone: string;
  readonly dueAt: string;
}

/**
 * When the day after the night begins, each day has its occurrence at its instant, made 14 days before; that of the
 * night is missed once.
 */
async function repeats(period: Period, busy: Resident, { routine, night, zone, dueAt }: Repeating): Promise<void> {
  const occurrences = (await busy.tasks()).filter(({ recurring_task_id }) => recurring_task_id === routine);
  const dates = datesBetween(occurrences[0]?.due_date as string, addDays(night, 15));
  expect(occurrences.map(({ due_at }) => due_at)).toEqual(dates.map((date) => dueInstant(date, '02:30', zone)));
  const eventsOf = async (date: string) =>
    (await period.stream(taskStream(occurrenceId(routine, date)))).map(({ type, metadata }) => `${metadata.at} ${type}`);
  expect((await eventsOf(night)).filter((event) => event.endsWith('TaskMissed'))).toEqual([`${dueAt} TaskMissed`]);
  expect((await eventsOf(addDays(night, 15)))[0]).toBe(`${startOfDay(addDays(night, 1), zone)} TaskPromised`);
}
