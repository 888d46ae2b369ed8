import { describe, expect, test } from 'vitest';
import { SYSTEM } from '../../src/domain/kernel/event.ts';
import { type Remind, reminderDecider } from '../../src/domain/reminders/decide.ts';
import { given } from '../support/given.ts';

const AT = '2026-11-24T07:00:00.000Z';
const LATER = '2026-11-24T07:30:00.000Z';
const EMPTY = { filled: false, on_vacation: false, is_rest_day: false, is_enabled: true };
const REMIND: Remind = { type: 'Remind', date: '2026-11-24', zone: 'Europe/Berlin', scheduled_at: AT, ...EMPTY };
const ESCALATE = { type: 'Escalate', date: '2026-11-24', now: LATER, has_partner: true, ...EMPTY } as const;
const SAY = { type: 'SayNothingDue', date: '2026-11-24', today: '2026-11-24' } as const;

const reminder = () => given(reminderDecider, { stream: 'reminder-ada-2026-11-24', owner: 'ada' });
const outcome = (told: { readonly fresh: readonly { readonly data: object }[] }) =>
  (told.fresh[0]?.data as { outcome?: string } | undefined)?.outcome;

describe('a reminder', () => {
  test('is recorded once, at its instant and by the system, and escalates 30 minutes later', () => {
    const told = reminder()
      .when(REMIND)
      .gives({
        type: 'ReminderCame',
        data: { date: '2026-11-24', zone: 'Europe/Berlin', scheduled_at: AT, outcome: 'sent', escalates_at: LATER },
        at: AT,
        by: SYSTEM,
      });
    told.when(REMIND).gives();
  });

  test.each([
    [{ filled: true }, 'filled'],
    [{ on_vacation: true, is_rest_day: true }, 'vacation'],
    [{ is_rest_day: true, filled: true }, 'rest_day'],
    [{ is_enabled: false, filled: true, on_vacation: true }, 'off'],
  ])('is not sent with %j', (day, expected) => {
    const told = reminder().when({ ...REMIND, ...day });
    expect(outcome(told)).toBe(expected);
    expect(told.state.escalates_at).toBeNull();
    told.when(ESCALATE).gives();
  });

  test('is not sent on a day for which the owner said that nothing is due', () => {
    expect(outcome(reminder().when(SAY).when(REMIND))).toBe('filled');
  });
});

describe('an escalation', () => {
  test('is not recorded before its instant, before its reminder, or twice', () => {
    reminder().when(ESCALATE).gives();
    const told = reminder().when(REMIND);
    told.when({ ...ESCALATE, now: '2026-11-24T07:29:59.999Z' }).gives();
    const came = told
      .when(ESCALATE)
      .gives({ type: 'EscalationCame', data: { date: '2026-11-24', outcome: 'escalated' }, at: LATER, by: SYSTEM });
    came.when(ESCALATE).gives();
  });

  test.each([
    [{}, 'escalated'],
    [{ has_partner: false }, 'no_partner'],
    [{ filled: true }, 'filled'],
    [{ is_enabled: false }, 'off'],
    [{ on_vacation: true }, 'vacation'],
    [{ is_rest_day: true }, 'rest_day'],
  ])('with %j is recorded with the outcome that holds then', (day, expected) => {
    expect(
      outcome(
        reminder()
          .when(REMIND)
          .when({ ...ESCALATE, ...day, now: '2026-11-27T00:00:00.000Z' }),
      ),
    ).toBe(expected);
  });

  test('is prevented when the owner says that nothing is due', () => {
    expect(outcome(reminder().when(REMIND).when(SAY).when(ESCALATE))).toBe('filled');
  });
});

describe('a weekly report and an assessment', () => {
  const report = { date: '2026-11-25', zone: 'UTC', scheduled_at: '2026-11-25T08:00:00.000Z', planned: true, is_enabled: true };
  const { date, zone, scheduled_at } = report;
  const came = { data: { date, zone, scheduled_at, outcome: 'sent' }, at: scheduled_at, by: SYSTEM } as const;
  const weekly = () => given(reminderDecider, { stream: 'weekly_report-ada-2026-11-25', owner: 'ada' });

  test('cover the last full week and the seven days up to their date, and are recorded once', () => {
    const told = weekly()
      .when({ type: 'Report', ...report })
      .gives({ ...came, type: 'WeeklyReportCame', data: { ...came.data, from: '2026-11-16', to: '2026-11-22' } });
    told.when({ type: 'Report', ...report }).gives();
    weekly()
      .when({ type: 'Assess', ...report })
      .gives({ ...came, type: 'WeeklyAssessmentCame', data: { ...came.data, from: '2026-11-19', to: '2026-11-25' } });
  });

  test('are not sent when nothing was planned or the owner has turned them off', () => {
    expect(outcome(weekly().when({ type: 'Report', ...report, planned: false, is_enabled: false }))).toBe('nothing_planned');
    expect(outcome(weekly().when({ type: 'Report', ...report, is_enabled: false }))).toBe('off');
  });
});

describe("'Nothing due today'", () => {
  test('is recorded once for each date, for today and up to 14 days ahead', () => {
    reminder()
      .when(SAY)
      .gives({ type: 'NothingDueSaid', data: { date: '2026-11-24' } })
      .when(SAY)
      .gives();
    reminder()
      .when({ ...SAY, date: '2026-12-08' })
      .gives({ type: 'NothingDueSaid', data: { date: '2026-12-08' } });
    const sentence = 'Today, or one of the next 14 days.';
    const tooLate = reminder().refuses({ ...SAY, date: '2026-12-09' }, 'validation_failed');
    expect(tooLate).toMatchObject({ message: sentence, fields: { date: [sentence] } });
    expect(reminder().refuses({ ...SAY, date: '2026-11-23' }, 'deadline_passed').message).toBe('This day is over.');
  });
});

describe('the state', () => {
  test('of a day on which nothing happened is empty', () => {
    expect(reminder().state).toEqual({ recorded: false, nothing_due: false, escalates_at: null, escalation: null });
  });

  test('has the outcome of the escalation', () => {
    const told = reminder().when(REMIND);
    expect(told.state).toEqual({ recorded: true, nothing_due: false, escalates_at: LATER, escalation: null });
    expect(told.when(ESCALATE).state).toEqual({ recorded: true, nothing_due: false, escalates_at: null, escalation: 'escalated' });
    expect(told.when(SAY).state).toMatchObject({ recorded: true, nothing_due: true, escalates_at: LATER });
  });
});
