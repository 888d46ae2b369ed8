import { expect, test } from 'vitest';
import { type CloseDay, dayDecider } from '../../src/domain/day/decide.ts';
import { derivedId } from '../../src/domain/kernel/derived-ids.ts';
import { SYSTEM } from '../../src/domain/kernel/event.ts';
import { given } from '../support/given.ts';

const FRESH = { current: 0, longest: 0, freezes: 0 };
const counts = { kept: 1, missed: 0, skipped: 0, open: 0, postponed: 0, taken_back: 0, late: 0 };
const day = () => given(dayDecider, { stream: 'day-u1-2026-11-20', owner: 'u1' });
const END = '2026-11-20T22:59:59.999Z';
const DAY = {
  date: '2026-11-20',
  zone: 'Europe/Berlin',
  counts,
  before: FRESH,
  streak: { current: 1, longest: 1, freezes: 0 },
  frozen: false,
};
const closedEvent = (over: Partial<typeof DAY> = {}, at = END) =>
  ({ type: 'DayClosed', data: { ...DAY, ...over }, at, by: SYSTEM }) as const;
const alert_id = derivedId('streak_alert', 'u1', 'streak_broken', '2026-11-20');
const alertRaised = (streak: number, at = END) =>
  ({
    type: 'AlertRaised',
    data: {
      alert_id,
      kind: 'streak_broken',
      alert_type: 'streak_broken',
      severity: 'medium',
      task_id: null,
      title: null,
      about: END,
      zone: 'Europe/Berlin',
      streak,
    },
    at,
    by: SYSTEM,
  }) as const;
const close = (over: Partial<CloseDay> = {}): CloseDay => ({
  type: 'CloseDay',
  owner: 'u1',
  now: '2026-11-20T23:00:00.000Z',
  ...DAY,
  ...over,
});

test('is closed once, by the system, at the end of the day', () => {
  const closed = day().when(close()).gives(closedEvent());
  closed.when(close({ now: '2026-11-25T00:00:00.000Z', zone: 'America/Los_Angeles' })).gives();
});

test('is not closed before it has ended in the owner’s zone, nor when nothing was planned', () => {
  day()
    .when(close({ now: '2026-11-20T22:59:59.999Z' }))
    .gives();
  day()
    .when(close({ zone: 'America/Los_Angeles' }))
    .gives();
  day()
    .when(close({ counts: { ...counts, kept: 0, taken_back: 2, postponed: 1 } }))
    .gives();
});

test.each([
  ['2026-09-27', 'Pacific/Auckland', '2026-09-27T10:59:59.999Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.999Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.999Z'],
])('closes the night of %s in %s when that day ends', (date, zone, end) => {
  day()
    .when(close({ date, zone, now: end }))
    .gives();
  const after = new Date(Date.parse(end) + 1).toISOString();
  day()
    .when(close({ date, zone, now: after }))
    .gives(closedEvent({ date, zone }, end));
});

test('raises one alert when a streak of three or more breaks, and the same one when repeated', () => {
  const broken = { before: { current: 3, longest: 9, freezes: 0 }, streak: { current: 0, longest: 9, freezes: 0 } };
  for (let time = 1; time <= 2; time += 1) day().when(close(broken)).gives(closedEvent(broken), alertRaised(3));
});

test('raises no alert for a short streak or a day that a freeze covers', () => {
  const short = { before: { current: 2, longest: 2, freezes: 0 }, streak: { ...FRESH, longest: 2 } };
  day().when(close(short)).gives(closedEvent(short));
  const covered = { before: { current: 8, longest: 8, freezes: 1 }, streak: { current: 8, longest: 8, freezes: 0 }, frozen: true };
  day().when(close(covered)).gives(closedEvent(covered));
});

test('lets only its owner acknowledge the alert, and only once', () => {
  const closed = day().when(close({ before: { current: 4, longest: 4, freezes: 0 }, streak: FRESH }));
  const acknowledge = { type: 'AcknowledgeAlert', owner: 'u1', now: '2026-11-21T08:00:00.000Z', alert_id } as const;
  closed.when(acknowledge).gives({ type: 'AlertAcknowledged', data: { alert_id }, at: acknowledge.now }).when(acknowledge).gives();
  expect(closed.refuses({ ...acknowledge, owner: 'u2' }, 'not_found').message).toBe('There is no such alert.');
  closed.refuses({ ...acknowledge, alert_id: 'other' }, 'not_found');
});

test('raises one alert about a closed day on which a streak turns out to have ended', () => {
  const note = { type: 'NoteBreak', owner: 'u1', date: '2026-11-20', length: 3, at: '2026-11-24T22:59:59.999Z' } as const;
  day().when(note).gives();
  const closed = day().when(close());
  closed.when({ ...note, length: 2 }).gives();
  const noted = closed.when(note).gives(alertRaised(3, note.at));
  noted.when(note).gives();
  const broken = close({ before: { current: 3, longest: 9, freezes: 0 }, streak: { current: 0, longest: 9, freezes: 0 } });
  day().when(broken).when(note).gives();
});

test('resolves the alert when the streak continues after all, and does not raise it again', () => {
  const broken = day().when(close({ before: { current: 4, longest: 4, freezes: 0 }, streak: FRESH }));
  const mended = { type: 'NoteMended', owner: 'u1', date: '2026-11-20', reason: 'corrected', at: '2026-11-24T09:00:00.000Z' } as const;
  const resolved = broken.when(mended).gives({ type: 'AlertResolved', data: { alert_id, reason: 'corrected' }, at: mended.at, by: SYSTEM });
  resolved.when(mended).gives();
  resolved.when({ type: 'NoteBreak', owner: 'u1', date: '2026-11-20', length: 4, at: mended.at }).gives();
  day().when(close()).when(mended).gives();
});

test.each(['missed', 'skipped', 'open'])('a day is closed if one task was %s, and none or one was kept', (name) => {
  for (const kept of [0, 1]) {
    const few = { ...counts, kept, [name]: 1 };
    day()
      .when(close({ counts: few }))
      .gives(closedEvent({ counts: few }));
  }
});

test('the state of a day has the zone in which it was closed, its owner, and what became of its alert', () => {
  expect(day().state).toEqual({ owner: null, zone: null, alerts: {} });
  const broken = day().when(close({ before: { current: 4, longest: 4, freezes: 0 }, streak: FRESH }));
  const alerts = (acknowledged: boolean, resolved: boolean) => ({ alerts: { [alert_id]: { acknowledged, resolved } } });
  expect(broken.state).toEqual({ owner: 'u1', zone: 'Europe/Berlin', ...alerts(false, false) });
  const seen = broken.when({ type: 'AcknowledgeAlert', owner: 'u1', now: '2026-11-21T08:00:00.000Z', alert_id });
  expect(seen.state).toMatchObject(alerts(true, false));
  const over = seen.when({ type: 'NoteMended', owner: 'u1', date: '2026-11-20', reason: 'undone', at: '2026-11-24T09:00:00.000Z' });
  expect(over.state).toMatchObject(alerts(true, true));
});

test('the state of a day has an alert whose beginning is missing from the log', () => {
  const broken = day().when(close({ before: { current: 4, longest: 4, freezes: 0 }, streak: FRESH }));
  const [seen] = broken.when({ type: 'AcknowledgeAlert', owner: 'u1', now: '2026-11-21T08:00:00.000Z', alert_id }).fresh;
  const [over] = broken.when({
    type: 'NoteMended',
    owner: 'u1',
    date: '2026-11-20',
    reason: 'undone',
    at: '2026-11-24T09:00:00.000Z',
  }).fresh;
  const alertAfter = (event: typeof seen) => dayDecider.evolve(dayDecider.initial, event as NonNullable<typeof event>);
  const state = { owner: 'u1', zone: null };
  expect(alertAfter(seen)).toEqual({ ...state, alerts: { [alert_id]: { acknowledged: true, resolved: false } } });
  expect(alertAfter(over)).toEqual({ ...state, alerts: { [alert_id]: { acknowledged: false, resolved: true } } });
});
