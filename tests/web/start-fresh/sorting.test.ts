import { describe, expect, test } from 'vitest';
import type { Alert } from '../../../web/api/alerts.ts';
import { type Answered, pressBack, pressFor } from '../../../web/start-fresh/answers.ts';
import { faultOf } from '../../../web/start-fresh/sorting.ts';
import type { PressDone } from '../../../web/tasks/batches.ts';
import { droppedMisses, type MissLine, missLines, unsortedMisses } from '../../../web/tasks/misses.ts';
import { anAlert, aTask, dueOn } from '../examples.ts';

const miss = (id: string, date: string, own = {}) => dueOn(date, { id, status: 'missed', ...own });
const SINGLE = miss('single', '2026-11-25');
const RUNS = ['2026-11-24', '2026-11-26', '2026-11-29'].map((date) => miss(`run ${date}`, date, { recurringTaskId: 'run' }));
const [runs, single] = missLines([SINGLE, ...RUNS]) as [MissLine, MissLine];
const ALERTS = new Map([SINGLE, ...RUNS].map(({ id }) => [id, `alert of ${id}`]));
const TOMORROW = { kind: 'again', due: { dueDate: '2026-12-01' } } as const;

describe('misses', () => {
  const alertOf = (taskId: string, own: Partial<Alert> = {}): Alert => ({ ...anAlert(`alert of ${taskId}`), taskId, ...own });
  const NOTHING = { all: [], takenBack: new Set<string>() };

  test('of one routine are one line, and lines begin with the oldest miss', () => {
    expect([runs, single].map(({ routineId, tasks }) => [routineId, tasks.length])).toEqual([
      ['run', 3],
      [null, 1],
    ]);
  });

  test('are unsorted while their alert is active', () => {
    const ids = (alerts: Alert[], own = {}) => unsortedMisses([SINGLE], alerts, { ...NOTHING, ...own }).length;
    expect(ids([alertOf('single')])).toBe(1);
    expect(ids([])).toBe(0);
    expect(ids([alertOf('single', { type: 'deadline_approaching' })])).toBe(0);
    expect(ids([], { takenBack: new Set(['single']) })).toBe(1);
  });

  test('that were promised again, archived or completed late are sorted out', () => {
    const alerts = [alertOf('single')];
    const again = { all: [aTask({ againOf: 'single' })], takenBack: new Set(['single']) };
    expect(unsortedMisses([SINGLE], alerts, again)).toEqual([]);
    expect(unsortedMisses([{ ...SINGLE, archived: true }], alerts, NOTHING)).toEqual([]);
    expect(unsortedMisses([{ ...SINGLE, status: 'completed' }], alerts, NOTHING)).toEqual([]);
  });
});

test('the misses of a routine of which one was promised again are not dropped ones', () => {
  const missed = [SINGLE, ...RUNS];
  expect(droppedMisses(missed, missed).map(({ id }) => id)).toEqual(missed.map(({ id }) => id));
  expect(droppedMisses(missed, [...missed, aTask({ againOf: 'run 2026-11-29' })])).toEqual([SINGLE]);
});

describe('a press', () => {
  const lines = (...answered: Answered[]) => pressFor(answered, ALERTS, 'Sort out');

  test('makes one task of several misses of a routine, and acknowledges the alerts of the others', () => {
    expect(lines({ line: runs, answer: TOMORROW })).toMatchObject({
      changes: [{ ids: ['run 2026-11-29'], change: { again: { dueDate: '2026-12-01' } } }],
      alerts: ['alert of run 2026-11-24', 'alert of run 2026-11-26'],
    });
  });

  test('sends one change for each kind of answer', () => {
    const other = missLines([miss('other', '2026-11-26')])[0] as MissLine;
    const { changes, alerts } = lines(
      { line: single, answer: TOMORROW },
      { line: other, answer: TOMORROW },
      { line: runs, answer: { kind: 'archive' } },
    );
    expect(changes).toEqual([
      { ids: ['single', 'other'], change: { again: { dueDate: '2026-12-01' } } },
      { ids: RUNS.map(({ id }) => id), change: { archive: true } },
    ]);
    expect(alerts).toHaveLength(3);
  });

  test('that drops changes no task', () => {
    expect(lines({ line: single, answer: { kind: 'drop' } })).toMatchObject({ changes: [], alerts: ['alert of single'] });
  });

  test('is taken back for one line by deleting the new task, or out of the archive', () => {
    const made = aTask({ id: 'new', againOf: 'single' });
    expect(pressBack({ line: single, answer: TOMORROW }, made, '').changes).toEqual([{ ids: ['new'], change: { delete: true } }]);
    expect(pressBack({ line: single, answer: { kind: 'archive' } }, undefined, '').changes).toEqual([
      { ids: ['single'], change: { archive: false } },
    ]);
    expect(pressBack({ line: single, answer: { kind: 'drop' } }, undefined, '').changes).toEqual([]);
  });
});

describe('the fault of a line', () => {
  const NOTHING: PressDone = { batches: [], done: [], refused: [], failure: null, alertFailure: null };
  const again = { line: single, answer: TOMORROW };

  test('is what the server says about its task', () => {
    expect(faultOf(again, { ...NOTHING, refused: [{ id: 'single', code: 'conflict', message: 'It is promised already.' }] })).toBe(
      'It is promised already.',
    );
    expect(faultOf(again, { ...NOTHING, failure: new Error('No answer.') })).toBe('No answer.');
  });

  test('is none once the new task is there, or all of its misses are archived', () => {
    expect(faultOf(again, { ...NOTHING, done: [aTask({ againOf: 'single' })] })).toBeNull();
    const archive = { line: runs, answer: { kind: 'archive' } } as const;
    expect(faultOf(archive, { ...NOTHING, done: RUNS })).toBeNull();
    expect(faultOf(archive, { ...NOTHING, done: RUNS.slice(1), failure: new Error('No answer.') })).toBe('No answer.');
  });

  test('of a dropped line is that of its alert', () => {
    const drop = { line: single, answer: { kind: 'drop' } } as const;
    expect([faultOf(drop, NOTHING), faultOf(drop, { ...NOTHING, alertFailure: new Error('No answer.') })]).toEqual([null, 'No answer.']);
  });
});
