import { describe, expect, test } from 'vitest';
import { defineStream, partsOfStream } from '../../../src/domain/kernel/define-stream.ts';

const task = defineStream('task');

describe('the streams of one kind', () => {
  test('a name is made from an id, and the id is read from the name', () => {
    expect(task('0192-ab')).toBe('task-0192-ab');
    expect(task.has('task-0192-ab')).toBe(true);
    expect(task.idOf('task-0192-ab')).toBe('0192-ab');
    expect(task.requireId('task-0192-ab')).toBe('0192-ab');
  });

  test.each(['code_task-1', 'tasks-1', 'task', ''])('%j is a stream of another kind', (other) => {
    expect(task.has(other)).toBe(false);
    expect(task.idOf(other)).toBeNull();
    expect(() => task.requireId(other)).toThrow(RangeError);
  });
});

test.each([
  ['task-0192-ab', 'task', '0192-ab'],
  ['weekly_report-ada-2026-12-07', 'weekly_report', 'ada-2026-12-07'],
  ['nothing', 'unknown', 'nothing'],
])('the parts of the stream %j', (stream, kind, id) => {
  expect(partsOfStream(stream)).toEqual({ kind, id });
});
