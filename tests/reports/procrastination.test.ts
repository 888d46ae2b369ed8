import { describe, expect, test } from 'vitest';
import { figuresOf, type PlannedTask } from '../../src/reports/procrastination/figures.ts';
import { findingsOf } from '../../src/reports/procrastination/findings.ts';

let made = 0;
/** A task that was kept in time on Monday 2 November 2026, two hours before it was due. */
function planned(more: Partial<PlannedTask> = {}): PlannedTask {
  made += 1;
  return {
    id: `t${String(made).padStart(4, '0')}`,
    status: 'completed',
    late: false,
    outcome: 'kept',
    created_at: `2026-10-01T09:00:00.${String(made % 1_000).padStart(3, '0')}Z`,
    completed_at: '2026-11-02T14:00:00.000Z',
    due_at: '2026-11-02T16:00:00.000Z',
    due_date: '2026-11-02',
    first_due_date: '2026-11-02',
    estimate_minutes: null,
    moves: 0,
    move_days: [],
    tags: [],
    focused_minutes: 0,
    ...more,
  };
}
const some = (count: number, more: Partial<PlannedTask> = {}): PlannedTask[] => Array.from({ length: count }, () => planned(more));
const MOVED = { moves: 1, move_days: [1] } as const;
const MISSED = { status: 'missed', outcome: 'missed', completed_at: null } as const;
const OPEN = { status: 'pending', outcome: 'open', completed_at: null } as const;
const codes = (tasks: readonly PlannedTask[]) => findingsOf(figuresOf(tasks)).map(({ code, rests_on }) => `${code} ${rests_on}`);

describe('the figures', () => {
  test('of no tasks are zeros', () => {
    expect(figuresOf([])).toMatchObject({
      moves: { tasks: 0, moves: 0, median_days: null },
      most_moved: [],
      weekdays: Array.from({ length: 7 }, () => ({ due: 0, moved: 0 })),
      tags: [],
      last_hour: { kept: 0, in_last_hour: 0 },
    });
  });

  test('count tasks and moves, with the median of the days', () => {
    const tasks = [planned({ moves: 3, move_days: [1, 7, 2] }), planned({ moves: 1, move_days: [30] }), planned()];
    expect(figuresOf(tasks).moves).toEqual({ tasks: 2, moves: 4, median_days: 4.5 });
    expect(figuresOf([...tasks, planned({ moves: 1, move_days: [0] })]).moves.median_days).toBe(2);
  });

  test('list the ten tasks that were moved most often, of equals the oldest first', () => {
    const twelve = Array.from({ length: 12 }, (_, index) => planned({ moves: 1 + (index % 3), move_days: [1] }));
    const expected = [2, 5, 8, 11, 1, 4, 7, 10, 0, 3].map((index) => twelve[index]?.id);
    expect(figuresOf(twelve.toReversed()).most_moved.map(({ id }) => id)).toEqual(expected);
  });

  test('count by the weekday of the first due date', () => {
    const tasks = [
      planned({ ...MOVED, first_due_date: '2026-11-01', due_date: '2026-11-02' }),
      planned({ first_due_date: '2026-11-08' }),
      planned({ first_due_date: '2026-11-02' }),
    ];
    const { weekdays } = figuresOf(tasks);
    expect([weekdays[0], weekdays[6]]).toEqual([
      { due: 1, moved: 0 },
      { due: 2, moved: 1 },
    ]);
  });

  test('count by tag, most planned first, then by name, in the spelling of the oldest task', () => {
    const oldest = planned({ tags: ['Work'] });
    const tasks = [planned({ ...MOVED, ...MISSED, tags: ['work', 'home'] }), planned({ tags: ['Garden'] }), oldest];
    expect(figuresOf(tasks).tags).toEqual([
      { tag: 'Work', planned: 2, moved: 1, missed: 1 },
      { tag: 'Garden', planned: 1, moved: 0, missed: 0 },
      { tag: 'home', planned: 1, moved: 1, missed: 1 },
    ]);
  });

  test('count what became of tasks that were moved and of others, without those that are not decided', () => {
    const tasks = [...some(2, MOVED), planned({ ...MOVED, ...MISSED }), planned({ ...MOVED, ...OPEN }), planned(MISSED), planned(OPEN)];
    expect(figuresOf(tasks).after_moves).toEqual({ moved: { decided: 3, missed: 1 }, unmoved: { decided: 1, missed: 1 } });
  });

  test('count what was kept in the last hour, both ends included', () => {
    const at = (completed_at: string | null, more: Partial<PlannedTask> = {}) => planned({ completed_at, ...more });
    const tasks = [
      at('2026-11-02T14:59:59.999Z'),
      at('2026-11-02T15:00:00.000Z'),
      at('2026-11-02T16:00:00.000Z'),
      // Its record was corrected.
      at('2026-11-02T16:00:00.001Z', { late: true }),
      at(null, { status: 'missed' }),
      at('2026-11-02T15:30:00.000Z', { outcome: 'open' }),
    ];
    expect(figuresOf(tasks).last_hour).toEqual({ kept: 5, in_last_hour: 2 });
  });

  test('compare estimates with focused minutes, where a task has both', () => {
    const tasks = [
      planned({ estimate_minutes: 30, focused_minutes: 50 }),
      planned({ estimate_minutes: 10, focused_minutes: 5 }),
      planned({ estimate_minutes: 60 }),
      planned({ focused_minutes: 70 }),
    ];
    expect(figuresOf(tasks).estimates).toEqual({ tasks: 2, estimated_minutes: 40, focused_minutes: 55 });
  });
});

describe('a finding', () => {
  test('says that moved tasks are missed, from ten decided on each side and one and a half times the rate', () => {
    const of = (moved: readonly [kept: number, missed: number], others: readonly [kept: number, missed: number]) => [
      ...some(moved[0], MOVED),
      ...some(moved[1], { ...MOVED, ...MISSED }),
      ...some(others[0]),
      ...some(others[1], MISSED),
    ];
    const found = (tasks: readonly PlannedTask[]) => codes(tasks).filter((code) => code.startsWith('moved'));
    expect(found(of([7, 3], [8, 2]))).toEqual(['moved_are_missed 10']);
    expect(found(of([29, 11], [24, 6]))).toEqual([]);
    expect(found(of([28, 12], [24, 6]))).toEqual(['moved_are_missed 40']);
    expect(found(of([6, 3], [8, 2]))).toEqual([]);
    expect(found(of([7, 3], [7, 2]))).toEqual([]);
    expect(found(of([0, 10], [10, 0]))).toEqual([]);
    expect(findingsOf(figuresOf(of([7, 3], [8, 2])))[0]?.text).toBe(
      'You missed 3 of 10 tasks that you had moved (30 %), and 2 of 10 of the others (20 %).',
    );
  });

  test('names the weekday from which most is moved, the first of equals, from ten due on it', () => {
    const on = (date: string, moved: number, others: number) => [
      ...some(moved, { ...MOVED, first_due_date: date }),
      ...some(others, { first_due_date: date }),
    ];
    const found = (tasks: readonly PlannedTask[]) => findingsOf(figuresOf(tasks)).filter(({ code }) => code === 'weekday');
    const friday = [...on('2026-11-06', 6, 4), ...on('2026-11-02', 0, 30)];
    expect(found(friday)).toEqual([
      {
        code: 'weekday',
        text: 'What is due on a Friday is moved most often: 6 of 10 tasks (60 %), against 15 % on all days.',
        rests_on: 10,
      },
    ]);
    expect(found([...on('2026-11-06', 6, 3), ...on('2026-11-02', 0, 30)])).toEqual([]);
    expect(found([...on('2026-11-06', 5, 5), ...on('2026-11-02', 5, 5)])).toEqual([]);
    expect(found(on('2026-11-02', 0, 30))).toEqual([]);
    const [equal] = found([...on('2026-11-06', 5, 5), ...on('2026-11-03', 5, 5), ...on('2026-11-02', 0, 30)]);
    expect(equal?.text).toContain('on a Tuesday');
  });

  test('names the tag whose tasks are moved most, from ten planned with it', () => {
    const found = (tasks: readonly PlannedTask[]) => findingsOf(figuresOf(tasks)).filter(({ code }) => code === 'tag');
    const tagged = [...some(4, { ...MOVED, tags: ['Tax'] }), ...some(8, { tags: ['Tax'] }), ...some(12, { tags: ['home'] }), ...some(12)];
    expect(found(tagged)).toEqual([
      {
        code: 'tag',
        text: 'What has the tag #Tax is moved most often: 4 of 12 tasks (33 %), against 11 % of all tasks.',
        rests_on: 12,
      },
    ]);
    expect(found(tagged.slice(3))).toEqual([]);
  });

  test('says that half is done in the last hour, from ten kept', () => {
    const last = { completed_at: '2026-11-02T15:30:00.000Z' };
    expect(codes([...some(5, last), ...some(5)])).toEqual(['last_hour 10']);
    expect(codes([...some(5, last), ...some(6)])).toEqual([]);
    expect(codes(some(9, last))).toEqual([]);
    expect(findingsOf(figuresOf([...some(6, last), ...some(4)]))[0]?.text).toBe(
      'You completed 6 of 10 kept tasks (60 %) in the last hour before they were due.',
    );
  });

  test('says that tasks take longer than estimated, from ten tasks and one and a half times', () => {
    const of = (count: number, focused_minutes: number) => some(count, { estimate_minutes: 20, focused_minutes });
    expect(codes(of(10, 30))).toEqual(['estimates_short 10']);
    expect(codes(of(10, 29))).toEqual([]);
    expect(codes(of(9, 60))).toEqual([]);
    expect(findingsOf(figuresOf(of(10, 50)))[0]?.text).toBe(
      '10 tasks took 2.5 times as long as estimated: 500 focused minutes, against 200 estimated.',
    );
  });
});
