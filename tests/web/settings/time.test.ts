import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { settingsKeys, type TimeSettings, vacationKeys } from '../../../web/api/settings.ts';
import { taskKeys } from '../../../web/api/tasks.ts';
import { putSettings } from '../../../web/settings/settings-form.tsx';
import { asTyped, later, nextOn, occurrenceWords, TIME } from '../../../web/settings/time.tsx';
import { useCancelVacation, useNewVacation } from '../../../web/settings/vacations.tsx';
import { faultsIn, readsBegun, renderHook } from '../examples.ts';

const THURSDAY = { today: '2026-11-19', time: '14:12' };
const SETTINGS: TimeSettings = {
  todoReminderDay: 'everyday',
  todoReminderTime: '08:00',
  proofSubmissionDeadlineHours: 24,
  weeklyReportDay: 'monday',
  weeklyReportTime: '08:00',
  weeklyAssessmentDay: 'sunday',
  weeklyAssessmentTime: '18:00',
};

describe('the next occurrence', () => {
  it('is today before its time, or else the next matching day', () => {
    expect(nextOn('everyday', '14:13', THURSDAY)).toBe('2026-11-19');
    expect(nextOn('everyday', '14:12', THURSDAY)).toBe('2026-11-20');
    expect(nextOn('thursday', '18:00', THURSDAY)).toBe('2026-11-19');
    expect(nextOn('thursday', '08:00', THURSDAY)).toBe('2026-11-26');
    expect(nextOn('monday', '08:00', THURSDAY)).toBe('2026-11-23');
    expect(nextOn('wednesday', '23:59', THURSDAY)).toBe('2026-11-25');
  });

  it('is written in words, near days by name', () => {
    expect(occurrenceWords('2026-11-19', '18:00', THURSDAY.today)).toBe('today, Thu 19 Nov, 18:00');
    expect(occurrenceWords('2026-11-20', '08:00', THURSDAY.today)).toBe('tomorrow, Fri 20 Nov, 08:00');
    expect(occurrenceWords('2026-11-23', '08:00', THURSDAY.today)).toBe('Monday 23 November, 08:00');
  });

  it('counts minutes over midnight', () => {
    expect(later('08:00', 30)).toBe('08:30');
    expect(later('23:45', 30)).toBe('00:15');
  });
});

describe('the time settings as typed', () => {
  it('are valid as they were read, and are sent completely', () => {
    expect(TIME.parse(asTyped(SETTINGS))).toEqual(SETTINGS);
  });

  it('accept times as people type them', () => {
    const draft = { ...asTyped(SETTINGS), todoReminderTime: '7am', weeklyReportTime: '17', proofSubmissionDeadlineHours: ' 48 ' };
    expect(TIME.parse(draft)).toMatchObject({ todoReminderTime: '07:00', weeklyReportTime: '17:00', proofSubmissionDeadlineHours: 48 });
  });

  it('report faults by field', () => {
    for (const hours of ['0', '721', '', '-1', '1.5', '1e2', 'day'])
      expect(faultsIn(TIME, { ...asTyped(SETTINGS), proofSubmissionDeadlineHours: hours })).toEqual({
        proofSubmissionDeadlineHours: 'From 1 to 720 hours.',
      });
    expect(faultsIn(TIME, { ...asTyped(SETTINGS), todoReminderTime: ' ' })).toEqual({ todoReminderTime: 'A time is required.' });
    expect(Object.keys(faultsIn(TIME, { ...asTyped(SETTINGS), weeklyReportTime: '25:00', weeklyAssessmentTime: 'soon' }))).toEqual([
      'weeklyReportTime',
      'weeklyAssessmentTime',
    ]);
  });
});

afterEach(() => vi.unstubAllGlobals());

const notifications = { taskReminders: true, verificationUpdates: true, weeklyReports: false, systemUpdates: true };

test('a saved group is updated alone and among all settings, without reading again', () => {
  const client = new QueryClient();
  client.setQueryData(settingsKeys.everything, { notifications: { ...notifications, weeklyReports: true }, time: 'as it was' });
  putSettings(client, 'notifications', { value: notifications, etag: '"2"' });
  expect(client.getQueryData(settingsKeys.notifications)).toEqual({ value: notifications, etag: '"2"' });
  expect(client.getQueryData(settingsKeys.everything)).toEqual({ notifications, time: 'as it was' });
  expect(client.getQueryState(settingsKeys.everything)?.isInvalidated).toBe(false);
});

test('a vacation is added to the list and removed from it, and the tasks that it skips are read', async () => {
  const vacation = { id: 'v', from: '2026-11-23', to: '2026-11-27', createdAt: '2026-11-19T08:00:00Z' };
  const answers = [Response.json(vacation, { status: 201 }), new Response(null, { status: 204 })];
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()));
  const client = new QueryClient();
  client.setQueryData(vacationKeys.all, []);
  client.setQueryData(taskKeys.list(), []);
  const stale = () => [vacationKeys.all, taskKeys.list()].map((key) => client.getQueryState(key)?.isInvalidated);
  await renderHook(client, () => useNewVacation(() => undefined)).mutateAsync({ from: vacation.from, to: vacation.to });
  await readsBegun();
  expect([client.getQueryData(vacationKeys.all), stale()]).toEqual([[vacation], [false, true]]);
  client.setQueryData(taskKeys.list(), []);
  await renderHook(client, useCancelVacation).mutateAsync('v');
  await readsBegun();
  expect([client.getQueryData(vacationKeys.all), stale()]).toEqual([[], [false, true]]);
});
