import { describe, expect, it } from 'vitest';
import type { TimeSettings } from '../../../web/api/settings.ts';
import { later, nextOn, occurrenceWords } from '../../../web/settings/next-occurrence.ts';
import { bodyOf, draftOf, faultsOf } from '../../../web/settings/time-draft.ts';

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
  it('is today while its time is ahead, else the next such day', () => {
    expect(nextOn('everyday', '14:13', THURSDAY)).toBe('2026-11-19');
    expect(nextOn('everyday', '14:12', THURSDAY)).toBe('2026-11-20');
    expect(nextOn('thursday', '18:00', THURSDAY)).toBe('2026-11-19');
    expect(nextOn('thursday', '08:00', THURSDAY)).toBe('2026-11-26');
    expect(nextOn('monday', '08:00', THURSDAY)).toBe('2026-11-23');
    expect(nextOn('wednesday', '23:59', THURSDAY)).toBe('2026-11-25');
  });

  it('is said in words, near ones by name', () => {
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
  it('are without fault as they come, and go back whole', () => {
    expect(faultsOf(draftOf(SETTINGS))).toEqual({});
    expect(bodyOf(draftOf(SETTINGS))).toEqual(SETTINGS);
  });

  it('read times as people type them', () => {
    const draft = { ...draftOf(SETTINGS), todoReminderTime: '7am', weeklyReportTime: '17', proofSubmissionDeadlineHours: ' 48 ' };
    expect(faultsOf(draft)).toEqual({});
    expect(bodyOf(draft)).toMatchObject({ todoReminderTime: '07:00', weeklyReportTime: '17:00', proofSubmissionDeadlineHours: 48 });
  });

  it('say what is wrong by field', () => {
    for (const hours of ['0', '721', '', '-1', '1.5', '1e2', 'day'])
      expect(faultsOf({ ...draftOf(SETTINGS), proofSubmissionDeadlineHours: hours })).toEqual({
        proofSubmissionDeadlineHours: 'From 1 to 720 hours.',
      });
    expect(faultsOf({ ...draftOf(SETTINGS), todoReminderTime: ' ' })).toEqual({ todoReminderTime: 'A time is required.' });
    expect(Object.keys(faultsOf({ ...draftOf(SETTINGS), weeklyReportTime: '25:00', weeklyAssessmentTime: 'soon' }))).toEqual([
      'weeklyReportTime',
      'weeklyAssessmentTime',
    ]);
  });
});
