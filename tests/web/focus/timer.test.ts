import { describe, expect, test } from 'vitest';
import type { FocusSession } from '../../../web/api/focus.ts';
import { restMinutes, restOf } from '../../../web/focus/kept.ts';
import { lengthOf } from '../../../web/focus/start-dialog.tsx';
import { clockWords, focusedMs, leftMs, pieces } from '../../../web/focus/time-left.ts';
import { phaseOf } from '../../../web/focus/use-focus.ts';
import { focusedWords, pillWords, todayWords } from '../../../web/focus/words.ts';
import { boxNow, changedSession, minutesFor } from '../../../web/tasks/focus-acts.ts';
import { sessionWords } from '../../../web/todo/focus-fact.tsx';

const at = (time: string): number => Date.parse(`2026-11-19T${time}Z`);
const instant = (time: string): string => new Date(at(time)).toISOString();
const BERLIN = { zone: 'Europe/Berlin', today: '2026-11-19' };

const aSession = (own: Partial<FocusSession> = {}): FocusSession => ({
  id: 's1',
  taskId: 't1',
  title: 'Write the talk',
  boxId: null,
  minutes: 25,
  state: 'running',
  startedAt: instant('09:00:00'),
  endsAt: instant('09:25:00'),
  endedAt: null,
  focusedSeconds: 0,
  pauses: [],
  end: null,
  ...own,
});
const paused = aSession({ state: 'paused', endsAt: null, pauses: [{ from: instant('09:10:00'), to: null }] });

describe('the time that is left', () => {
  test('leaves pauses out, and stands still while the session is paused', () => {
    expect(leftMs(aSession(), at('09:10:00'))).toBe(15 * 60_000);
    expect([at('09:10:00'), at('09:40:00')].map((now) => leftMs(paused, now))).toEqual([15 * 60_000, 15 * 60_000]);
    const resumed = changedSession(paused, 'resume', at('09:40:00'));
    expect(resumed).toMatchObject({ state: 'running', endsAt: instant('09:55:00') });
    expect(leftMs(resumed, at('09:45:00'))).toBe(10 * 60_000);
  });

  test('is never negative, and is whole before the start by a clock that is behind', () => {
    expect([at('08:59:58'), at('11:00:00')].map((now) => leftMs(aSession(), now))).toEqual([25 * 60_000, 0]);
  });

  test('of an ended session does not depend on the present time', () => {
    const stopped = changedSession(aSession(), 'stop', at('09:12:00'));
    expect([at('09:12:00'), at('12:00:00')].map((now) => focusedMs(stopped, now))).toEqual([12 * 60_000, 12 * 60_000]);
  });

  test('is written as a clock that shows hours from an hour on', () =>
    expect([0, 1, 59_001, 2_860_000, 3_600_000].map(clockWords)).toEqual(['00:00', '00:01', '01:00', '47:40', '1:00:00']));
});

test('the line shows pauses where they were, and ends where the session would end if it went on now', () => {
  expect(pieces(aSession(), at('09:10:00'))).toEqual([{ kind: 'focus', from: 0, width: 40 }]);
  expect(pieces(paused, at('09:35:00'))).toEqual([
    { kind: 'focus', from: 0, width: 20 },
    { kind: 'pause', from: 20, width: 50 },
  ]);
});

test('a press that changes nothing predicts nothing', () => expect(changedSession(paused, 'pause', at('09:20:00'))).toBe(paused));

describe('what the timer shows', () => {
  const rest = { from: at('09:25:00'), until: at('09:30:00') };
  const finished = aSession({ state: 'ended', end: 'finished', endsAt: null, endedAt: instant('09:25:00') });

  test('is the session under way before a break, and a break before an end without an answer', () => {
    expect(phaseOf(aSession(), finished, rest, at('09:26:00')).kind).toBe('running');
    expect(phaseOf(null, finished, rest, at('09:26:00')).kind).toBe('break');
    expect(phaseOf(null, finished, rest, at('09:30:00')).kind).toBe('break_over');
    expect(phaseOf(null, finished, null, at('09:26:00')).kind).toBe('ended');
  });

  test('is nothing after an end that the person pressed, or that is half a day old', () => {
    expect(phaseOf(null, { ...finished, end: 'stopped' }, null, at('09:26:00')).kind).toBe('none');
    expect(phaseOf(null, finished, null, at('21:26:00')).kind).toBe('none');
  });

  test('stands in the title of the tab, the time first', () => {
    const tab = (session: FocusSession | null, ended: FocusSession | null, now: number) =>
      pillWords(phaseOf(session, ended, null, now), now)?.tab;
    expect(tab(aSession(), null, at('09:10:00'))).toBe('15:00 Write the talk');
    expect(tab(paused, null, at('09:40:00'))).toBe('Paused 15:00');
    expect(tab(null, finished, at('09:26:00'))).toBe('25 minutes are over');
    expect(tab(null, null, at('09:26:00'))).toBeUndefined();
  });
});

test('a break that the browser keeps is forgotten an hour after its end, and anything else is no break', () => {
  const kept = JSON.stringify({ from: at('09:25:00'), until: at('09:30:00') });
  expect(restOf(kept, at('10:29:59'))).toEqual({ from: at('09:25:00'), until: at('09:30:00') });
  expect([restOf(kept, at('10:30:00')), restOf('{}', at('09:26:00')), restOf('not JSON', 0), restOf(null, 0)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect([25, 30, 31].map(restMinutes)).toEqual([5, 5, 10]);
});

test('a time box that covers now gives the session its rest, at most three hours', () => {
  const box = { id: 'b', taskId: 't1', startsAt: instant('09:00:00'), endsAt: instant('10:00:00') } as Parameters<typeof boxNow>[0][number];
  expect([at('08:59:59'), at('09:00:00'), at('10:00:00')].map((now) => boxNow([box], 't1', now)?.id)).toEqual([undefined, 'b', undefined]);
  expect(boxNow([box], 'another', at('09:30:00'))).toBeUndefined();
  expect([
    minutesFor(box, at('09:12:00')),
    minutesFor(box, at('09:59:50')),
    minutesFor(box, at('05:00:00')),
    minutesFor(undefined, 0),
  ]).toEqual([48, 1, 180, 25]);
});

test('a chosen length is a whole number of minutes from 1 to 180', () =>
  expect(['1', ' 45 ', '180', '0', '181', '2.5', ''].map(lengthOf)).toEqual([1, 45, 180, null, null, null, null]));

test('the words of a session name when it was, how much is counted, and why it ended', () => {
  const ended = aSession({ state: 'ended', end: 'stopped', endedAt: instant('09:31:00'), focusedSeconds: 1_259 });
  expect(sessionWords(ended, BERLIN)).toBe('Thu 19 Nov, 10:00 to 10:31, 20 min: stopped');
  expect(sessionWords(aSession({ focusedSeconds: 60 }), BERLIN)).toBe('Thu 19 Nov, 10:00 to now, 1 min: under way');
});

test('the sums count the session under way', () => {
  expect(focusedWords({ focusedMinutes: 74, estimateMinutes: 150 }, 10)).toBe('1 h 24 min of 2 h 30 min estimated');
  expect(focusedWords({ focusedMinutes: 0, estimateMinutes: null }, 3)).toBe('3 min');
  const today = { date: '2026-11-19', minutes: 60, sessions: 2 };
  expect(todayWords(today, aSession(), 5, BERLIN.zone)).toBe('1 h 5 min, 3 sessions');
  expect(todayWords(today, aSession({ startedAt: '2026-11-18T22:30:00Z' }), 5, BERLIN.zone)).toBe('1 h, 2 sessions');
});
