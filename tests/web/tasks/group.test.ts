import { expect, test } from 'vitest';
import { foldedDay } from '../../../web/tasks/day-section.tsx';
import { dueOf, groupByDay, tagsOf, upcoming } from '../../../web/tasks/due.ts';
import { isDone, isUndecided } from '../../../web/tasks/state.ts';
import { aTask, dueOn } from '../examples.ts';

const BERLIN = 'Europe/Berlin';
const TODAY = '2026-11-19';

test('days are in order and undated tasks last', () => {
  const groups = groupByDay([aTask({ id: 'someday' }), dueOn('2026-11-20'), dueOn('2026-11-18'), dueOn(TODAY)], BERLIN, TODAY);
  expect(groups.map((group) => group.date)).toEqual(['2026-11-18', TODAY, '2026-11-20', null]);
});

test('within a day the earlier due time comes first and the end of the day last', () => {
  const at = (id: string, time: string) => aTask({ id, dueDate: TODAY, dueTime: time, dueAt: `${TODAY}T${time}:00Z` });
  const [day] = groupByDay([dueOn(TODAY, { id: 'end' }), at('late', '16:00'), at('early', '07:00')], BERLIN, TODAY);
  expect(day?.tasks.map((task) => task.id)).toEqual(['early', 'late', 'end']);
});

test('a step that is due on the day of its parent stands directly after it', () => {
  const at = (id: string, time: string, parentId: string | null = null) =>
    aTask({ id, parentId, dueDate: TODAY, dueTime: time, dueAt: `${TODAY}T${time}:00Z` });
  const tasks = [at('parent', '10:00'), at('other', '09:00'), at('early step', '08:00', 'parent'), at('late step', '20:00', 'parent')];
  const [day] = groupByDay([...tasks, at('step of another day', '07:00', 'gone')], BERLIN, TODAY);
  expect(day?.tasks.map((task) => task.id)).toEqual(['step of another day', 'other', 'parent', 'early step', 'late step']);
});

test('after a move to the west an open task is due on the day that its instant falls on there', () => {
  const task = dueOn('2026-11-20');
  expect(dueOf(task, BERLIN)).toEqual({ date: '2026-11-20', time: null });
  expect(dueOf(task, 'America/Los_Angeles')).toEqual({ date: '2026-11-20', time: '14:59' });
  expect(dueOf(aTask({ dueDate: '2026-11-20', dueTime: '02:00', dueAt: '2026-11-20T01:00:00Z' }), 'America/Los_Angeles')).toEqual({
    date: '2026-11-19',
    time: '17:00',
  });
});

test('a task that is done stays on the date on which it counts, also while its proof is judged', () => {
  const kept = aTask({ dueDate: '2026-11-20', dueTime: '02:00', dueAt: '2026-11-20T01:00:00Z', status: 'completed', completed: true });
  const judged = { ...kept, outcome: 'open', verificationType: 'general', verificationState: 'in_review' } as const;
  for (const task of [kept, judged]) expect(dueOf(task, 'America/Los_Angeles')).toEqual({ date: '2026-11-20', time: '02:00' });
});

test('a day is closed only when it is over and none of its tasks is open', () => {
  const kept = dueOn('2026-11-17', { id: 'a', status: 'completed', completed: true });
  const proof = dueOn('2026-11-17', {
    id: 'b',
    status: 'completed',
    completed: true,
    verificationType: 'coding',
    verificationState: 'awaiting_proof',
  });
  const closed = (tasks: Parameters<typeof groupByDay>[0], today: string) => groupByDay(tasks, BERLIN, today)[0]?.closed;
  expect([closed([kept], TODAY), closed([kept, proof], TODAY), closed([kept], '2026-11-17')]).toEqual([true, false, false]);
});

test('the counts of a day follow the outcomes of the server: a task that was skipped and done late is not missed', () => {
  const done = { status: 'completed', completed: true, verificationType: 'email' } as const;
  const day = [
    dueOn('2026-11-18', { status: 'completed', completed: true, late: true, skipReason: 'ill', outcome: 'skipped' }),
    dueOn('2026-11-18', { status: 'completed', completed: true, late: true, outcome: 'missed' }),
    dueOn('2026-11-18', { ...done, verificationState: 'expired', outcome: 'missed' }),
    dueOn('2026-11-18', { ...done, verificationState: 'in_review', outcome: 'open' }),
    dueOn('2026-11-18', { ...done, verificationState: 'verified', outcome: 'kept' }),
  ];
  expect(groupByDay(day, BERLIN, TODAY)[0]?.sums).toEqual({ planned: 5, kept: 1, missed: 2, skipped: 1, open: 1 });
});

test('a task without a date has no counts, and is finished once nothing is left to do or to prove', () => {
  const done = { status: 'completed', completed: true, verificationType: 'email' } as const;
  const undated = [
    aTask({ id: 'to do' }),
    aTask({ id: 'done', status: 'completed', completed: true }),
    aTask({ id: 'to prove', ...done, verificationState: 'awaiting_proof' }),
    aTask({ id: 'proven', ...done, verificationState: 'verified' }),
    aTask({ id: 'expired', ...done, verificationState: 'expired' }),
  ];
  expect(undated.map(({ outcome }) => outcome)).toEqual(['none', 'none', 'none', 'none', 'none']);
  expect(groupByDay(undated, BERLIN, TODAY)[0]?.sums).toEqual({ planned: 0, kept: 0, missed: 0, skipped: 0, open: 0 });
  expect(undated.filter(isUndecided).map(({ id }) => id)).toEqual(['to do', 'to prove']);
  expect(undated.filter(isDone).map(({ id }) => id)).toEqual(['done', 'proven']);
});

test('upcoming leaves out past decided tasks, and keeps past open ones', () => {
  const list = [
    dueOn('2026-11-17', { id: 'kept', status: 'completed', completed: true }),
    dueOn('2026-11-18', {
      id: 'rejected',
      status: 'completed',
      completed: true,
      verificationType: 'coding',
      verificationState: 'rejected',
    }),
    dueOn(TODAY, { id: 'done today', status: 'completed', completed: true }),
    aTask({ id: 'someday' }),
    aTask({ id: 'someday, done long ago', status: 'completed', completed: true, completedAt: '2026-11-01T10:00:00Z' }),
    aTask({ id: 'someday, done after midnight here', status: 'completed', completed: true, completedAt: '2026-11-18T23:30:00Z' }),
  ];
  expect(upcoming(list, BERLIN, TODAY).map((task) => task.id)).toEqual([
    'rejected',
    'done today',
    'someday',
    'someday, done after midnight here',
  ]);
});

test('tags that differ only in case are one, in the spelling of the oldest task', () => {
  const made = (createdAt: string, ...tags: string[]) => aTask({ createdAt, tags });
  expect(
    tagsOf([made('2026-11-03T08:00:00Z', 'work'), made('2026-11-01T08:00:00Z', 'Work'), made('2026-11-02T08:00:00Z', 'home')]),
  ).toEqual(['Work', 'home']);
});

test('tags are offered in the order of their use', () => {
  expect(tagsOf([aTask({ tags: ['b', 'c'] }), aTask({ tags: ['c'] }), aTask({ tags: ['a'] })])).toEqual(['c', 'a', 'b']);
});

test('a past day collapses its decided rows, but never an open one', () => {
  const kept = [1, 2, 3, 4, 5].map((n) => dueOn('2026-11-17', { id: `k${n}`, status: 'completed', completed: true }));
  const open = dueOn('2026-11-17', {
    id: 'open',
    status: 'completed',
    completed: true,
    verificationType: 'email',
    verificationState: 'rejected',
  });
  const fold = (tasks: typeof kept, today = TODAY) => {
    const [group] = groupByDay(tasks, BERLIN, today);
    const { shown, folded } = foldedDay(group as NonNullable<typeof group>, today, 2);
    return [shown.length, folded.length];
  };
  expect([fold(kept), fold([...kept, open]), fold(kept.slice(0, 3)), fold(kept, '2026-11-17')]).toEqual([
    [2, 3],
    [1, 5],
    [3, 0],
    [5, 0],
  ]);
});
