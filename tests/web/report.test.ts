import { expect, test } from 'vitest';
import { NO_COUNTS as COUNTED } from '../../src/projections/day/days.ts';
import { camel } from '../../web/api/names.ts';
import type { HistoryEntry } from '../../web/api/reports.ts';
import { actorWords, entryMark, valueWords } from '../../web/history/entry-words.ts';
import { addressFrom, addressOf, filterOf, isFiltered } from '../../web/report/address.ts';
import { clockAsOf, isRunning, weekEnds } from '../../web/report/as-of-clock.ts';
import { daysOf, quietWords, runsOf } from '../../web/report/history-days.ts';
import { foldedWords } from '../../web/report/history-rows.tsx';
import { overallSub } from '../../web/report/overall.tsx';
import { figuresOf } from '../../web/report/parts.tsx';
import { delayOf, stateWords } from '../../web/report/tables.tsx';
import { weeklySub } from '../../web/report/weekly.tsx';
import { aTask } from './examples.ts';

const NO_COUNTS = camel(COUNTED);

const HERE = { zone: 'Europe/Berlin', now: Date.parse('2026-11-19T13:12:00Z'), today: '2026-11-19', time: '14:12', minutes: 852 };
const counts = { ...NO_COUNTS, completionRate: null };
const streak = { current: 0, longest: 0, freezes: 0 };

test('the address of a report is read back, and an invalid one gives this week', () => {
  const back = (address: string) => addressFrom(new URL(address, 'http://x').searchParams, '2026-12-09');
  expect(back(addressOf({ tab: 'daily', date: '2026-11-02', offset: 4 }))).toMatchObject({ tab: 'daily', date: '2026-11-02', offset: 0 });
  expect(back(addressOf({ tab: 'overall', from: '2026-01-01', to: null }))).toMatchObject({ tab: 'overall', from: '2026-01-01', to: null });
  expect(back('/report?week=2026-11-23')).toMatchObject({ tab: 'weekly', offset: -2 });
  expect(back('/report?week=2026-12-13')).toMatchObject({ tab: 'weekly', offset: 0 });
  expect(back('/report?week=nonsense')).toMatchObject({ tab: 'weekly', offset: 0 });
  expect(back('/report?tab=x&offset=1.5&date=2026-13-40')).toMatchObject({ tab: 'weekly', offset: 0, date: null });
});

test('a report as it was known is in the address by a past date, and shown with the clock at the end of that day', () => {
  const back = (address: string) => addressFrom(new URL(address, 'http://x').searchParams, HERE.today);
  expect(addressOf({ tab: 'weekly', asOf: '2026-11-15' })).toBe('/report?as_of=2026-11-15');
  expect(back('/report?tab=history&as_of=2026-11-15')).toMatchObject({ tab: 'history', asOf: '2026-11-15' });
  for (const later of ['2026-11-19', '2027-01-01', 'nonsense']) expect(back(`/report?as_of=${later}`).asOf).toBe(null);
  expect(clockAsOf(HERE, null)).toEqual({ ...HERE, asOf: null });
  const then = clockAsOf(HERE, '2026-11-15');
  expect(then).toMatchObject({ asOf: '2026-11-15T22:59:59.999Z', today: '2026-11-15', time: '23:59', zone: 'Europe/Berlin' });
  expect([isRunning('2026-11-15', then), isRunning('2026-11-15', { today: '2026-11-15', asOf: null })]).toEqual([false, true]);
  expect(overallSub(null, null, then)).toBe('From the first day to Sunday 15 November 2026');
  expect(overallSub('2026-11-02', null, { ...HERE, asOf: null })).toBe('Monday 2 November 2026 to today');
  expect(weeklySub(0, then)).toBe('Week 46, Monday 9 to Sunday 15 November 2026, as of Sun 23:59');
});

test.each([
  ['2026-11-16', '2026-11-22', []],
  ['2026-11-22', '2026-11-22', []],
  ['2026-11-22', '2026-11-23', ['2026-11-22']],
  ['2026-10-28', '2026-11-19', ['2026-11-01', '2026-11-08', '2026-11-15']],
])('an account made on %s has until %s the ends of weeks %j', (since, today, ends) => {
  expect(weekEnds(since, today)).toEqual(ends);
});

test('a week is named by its number and its days', () => {
  expect(weeklySub(0, HERE)).toBe('Week 47, Monday 16 to Sunday 22 November 2026, as of Thu 14:12');
  expect(weeklySub(-3, HERE)).toBe('Week 44, Monday 26 October to Sunday 1 November 2026');
  expect(weeklySub(6, HERE)).toBe('Week 53, Monday 28 December 2026 to Sunday 3 January 2027');
});

test('a report shows the outcome of a task as its counts have it', () => {
  const done = { status: 'completed', completed: true, late: true } as const;
  expect(stateWords(aTask({ ...done, outcome: 'missed' }))).toBe('Completed late');
  expect(stateWords(aTask({ ...done, skipReason: 'ill', outcome: 'skipped' }))).toBe('Skipped, done later');
  expect(stateWords(aTask({ ...done, skipReason: 'ill', outcome: 'skipped', deleted: true }))).toBe('Skipped, done later, then deleted');
  expect(stateWords(aTask({ status: 'skipped', skipReason: 'ill', outcome: 'skipped' }))).toBe('Skipped: ill');
  expect(stateWords(aTask({ status: 'completed', completed: true, verificationState: 'expired', outcome: 'kept', corrected: true }))).toBe(
    'Corrected',
  );
});

test('figures without decisions are dashes, not rates', () => {
  const figures = figuresOf({ counts, streak, medianDelayMinutes: null }, false);
  expect(figures.map((figure) => typeof figure.value)).toEqual(['object', 'object', 'string', 'object', 'string']);
  expect(figures[1]?.note).toBe('nothing decided yet');
});

test('figures name the counts behind them', () => {
  const figures = figuresOf(
    {
      counts: { ...counts, planned: 31, kept: 16, missed: 1, open: 14, verified: 5, onWord: 2, completionRate: 16 / 17 },
      streak: { current: 12, longest: 41, freezes: 1 },
      medianDelayMinutes: -282,
      tasks: [aTask({ outcome: 'missed', status: 'completed', completed: true, verificationState: 'expired' })],
    },
    true,
  );
  expect(figures.map(({ name, value, unit, note }) => [name, String(value), unit, note])).toEqual([
    ['Kept', '16', 'of 31 planned', '14 open, 5 verified, 2 on your word'],
    ['Completion rate', '94', '%', '16 of 17 decided'],
    ['Missed', '1', '', '1 without proof in time'],
    ['Median delay', '4', 'h 42 min early', 'done minus due'],
    ['Streak at the end', '12', 'days', 'longest 41, 1 freeze held'],
  ]);
});

test('a delay needs a due instant and a completion that still stands', () => {
  const done = { dueAt: '2026-11-19T10:00:00Z', completedAt: '2026-11-19T09:51:00Z' };
  expect([
    delayOf(aTask({ ...done, status: 'completed' })),
    delayOf(aTask({ ...done, status: 'missed' })),
    delayOf(aTask({ status: 'completed', completedAt: done.completedAt })),
  ]).toEqual([-9, null, null]);
});

const AT = '2026-11-21T16:40:00.000Z';
const promised = (day: number, own: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: `e${day}`,
  at: AT,
  type: 'tasks',
  action: 'task.created',
  label: 'Promised',
  title: 'Stretch',
  taskId: `t${day}`,
  actor: { kind: 'system', name: null },
  detail: `Due ${day} November 2026.`,
  onWord: false,
  ...own,
});
const sizes = (entries: readonly HistoryEntry[]) => runsOf(entries).map((run) => run.length);

test('the days of a new routine are joined into one line that names the first and the last', () => {
  const [run, ...rest] = runsOf([24, 23, 22, 21].map((day) => promised(day)));
  expect(rest).toEqual([]);
  expect(run && foldedWords(run)).toBe('4 days: 21 November 2026 to 24 November 2026.');
});

test('entries with other titles, instants or actions, of the owner, or in pairs are not joined', () => {
  const four = [24, 23, 22, 21];
  expect(sizes(four.map((day) => promised(day, { title: `Task ${day}` })))).toEqual([1, 1, 1, 1]);
  expect(sizes(four.map((day) => promised(day, { at: `2026-11-${day}T08:00:00.000Z` })))).toEqual([1, 1, 1, 1]);
  expect(sizes(four.map((day) => promised(day, { actor: { kind: 'user', name: null } })))).toEqual([1, 1, 1, 1]);
  expect(sizes(four.map((day) => promised(day, { taskId: null })))).toEqual([1, 1, 1, 1]);
  expect(sizes([promised(24), promised(23), promised(22, { action: 'task.missed' }), promised(21)])).toEqual([1, 1, 1, 1]);
  expect(sizes([promised(25, { title: 'Read' }), ...four.map((day) => promised(day)), promised(20, { title: 'Read' })])).toEqual([1, 4, 1]);
});

const by = (id: string, kind: HistoryEntry['actor']['kind'], action: string, at = AT) =>
  promised(1, { id, action, at, actor: { kind, name: null } });

test('a day shows what people did and what became of promises, and has one line for all the rest', () => {
  const entries = [
    by('closed', 'system', 'day.closed', '2026-11-21T23:00:00.000Z'),
    by('told', 'system', 'delivery.sent'),
    by('resolved', 'system', 'alert.resolved'),
    by('done', 'user', 'task.completed'),
    by('in', 'user', 'session.started'),
    by('guessed', 'system', 'session.refused'),
    by('lost', 'system', 'delivery.failed'),
    by('missed', 'system', 'task.missed'),
    by('reviewed', 'ai', 'task.proof_accepted'),
    by('raised', 'system', 'alert.raised'),
  ];
  const days = daysOf(entries, 'Europe/Berlin', true);
  expect(days.map((day) => [day.date, day.entries.map(({ id }) => id), day.quiet.map(({ id }) => id)])).toEqual([
    ['2026-11-22', [], ['closed']],
    ['2026-11-21', ['done', 'guessed', 'lost', 'missed', 'reviewed'], ['told', 'resolved', 'in', 'raised']],
  ]);
  expect(days.map(({ quiet }) => quietWords(quiet))).toEqual(['1 step of Vouch', '1 sign-in, 1 mail and 2 steps of Vouch']);
  expect(daysOf(entries, 'Europe/Berlin', false).map((day) => [day.entries.length, day.quiet.length])).toEqual([
    [1, 0],
    [9, 0],
  ]);
});

test('a mail is counted once, where an entry also says why it was sent', () => {
  const quiet = ['escalation.sent', 'delivery.sent', 'reminder.scheduled'].map((action) => by(action, 'system', action));
  expect(quietWords([...quiet, by('out', 'user', 'session.ended')])).toBe('1 sign-out, 2 mails and 1 step of Vouch');
});

test('the filters of the history are in its address, and are sent as instants of the whole local days', () => {
  const address = addressFrom(
    new URLSearchParams('tab=history&type=tasks&who=partner&task=t1&from=2026-10-24&to=2026-10-25'),
    '2026-11-19',
  );
  expect(new URL(addressOf(address), 'http://x').searchParams.toString()).toBe(
    'tab=history&from=2026-10-24&to=2026-10-25&type=tasks&who=partner&task=t1',
  );
  // The second day has 25 hours.
  expect(filterOf(address, 'Europe/Berlin')).toEqual({
    type: 'tasks',
    actor: 'partner',
    taskId: 't1',
    from: '2026-10-23T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
  });
  const none = addressFrom(new URLSearchParams('tab=history&type=x&who=x&from=x&task='), '2026-11-19');
  expect([isFiltered(address), isFiltered(none)]).toEqual([true, false]);
  expect(filterOf(none, 'Europe/Berlin')).toEqual({ type: 'all', actor: null, taskId: null, from: null, to: null });
});

const COMPLETED = { action: 'task.completed', onWord: false };

test('a completion has the mark of the status that it set', () => {
  expect([
    entryMark({ ...COMPLETED, after: { late: true } }),
    entryMark({ ...COMPLETED, after: { verificationState: 'awaiting_proof' } }),
    entryMark(COMPLETED),
    entryMark({ action: 'task.edited', onWord: false }),
  ]).toEqual(['late', 'awaiting_proof', 'completed', null]);
});

test('a proof that nobody judged has the mark of kept, not of verified', () => {
  const accepted = { action: 'task.proof_accepted' };
  expect([entryMark({ ...accepted, onWord: true }), entryMark({ ...accepted, onWord: false })]).toEqual(['on_word', 'verified']);
});

test('an entry names the actor if there is a name', () => {
  expect([
    actorWords({ kind: 'user', name: 'Ada' }),
    actorWords({ kind: 'system', name: null }),
    actorWords({ kind: 'partner', name: 'Søren' }),
    actorWords({ kind: 'partner', name: null }),
  ]).toEqual(['you', 'Vouch', 'Søren', 'your partner']);
});

test('values are written in the zone of their owner', () => {
  const zone = 'Europe/Berlin';
  expect([valueWords('2026-11-19T16:00:00Z', zone), valueWords(null, zone), valueWords(['a', 'b'], zone), valueWords(true, zone)]).toEqual([
    '2026-11-19 17:00',
    '–',
    'a, b',
    'yes',
  ]);
});
