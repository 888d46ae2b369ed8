import { expect, test } from 'vitest';
import type { Ran } from '../../../src/contracts/coding/ran.ts';
import { callOf, judge, outcomeOf, unfinished } from '../../../src/providers/sandbox/judge.ts';
import { TIME_LIMITS } from '../../../src/providers/sandbox/limits.ts';

const STDIO = { kind: 'stdio' } as const;
const ADD = { kind: 'function', name: 'add', parameters: ['a', 'b'] } as const;
const RAN: Ran = { value: null, stdout: '', output: '', cut: false, fault: null };

test('a function is called with what its example names, a program with nothing', () => {
  expect(callOf(ADD, { input: 'b = 2, a = 1', output: '3' })).toEqual({ name: 'add', args: ['1', '2'] });
  expect(callOf(ADD, { input: 'c = 2', output: '3' })).toEqual({ error: 'The input names "c", which is no parameter of the function.' });
  expect(callOf(STDIO, { input: '1 2', output: '3' })).toBeNull();
});

test('a function is judged by what it returned, a program by what it printed to standard output', () => {
  const example = { input: 'a = 1, b = 2', output: '3' };
  const ran = { ...RAN, value: '3', stdout: '4\n', output: '4\nnoise\n' };
  expect(judge(ADD, example, ran, 1.23, TIME_LIMITS)).toEqual({
    status: 'passed',
    result: { input: example.input, expected: '3', actual: '3', passed: true, output: '4\nnoise\n', ms: 1.2, error: null },
  });
  expect(judge(STDIO, example, ran, 1, TIME_LIMITS)).toMatchObject({
    status: 'failed',
    result: { actual: '4\n', passed: false, error: null },
  });
  expect(judge(ADD, { ...example, output: 'null' }, RAN, 1, TIME_LIMITS)).toMatchObject({ status: 'passed', result: { actual: 'null' } });
});

test('an argument that a function changes is named by the output, or by a statement that says that it works in place', () => {
  const input = 'a = 1, b = 2';
  expect(callOf(ADD, { input, output: 'b = 5' })).toEqual({ name: 'add', args: ['1', '2'], changed: 1 });
  expect(callOf(ADD, { input, output: 'c = 5' })).toEqual({ name: 'add', args: ['1', '2'] });
  for (const statement of ['Change a in-place.', 'Do it in place, and return nothing.'])
    expect(callOf({ ...ADD, statement }, { input, output: '5' })).toEqual({ name: 'add', args: ['1', '2'], changed: 0 });
  expect(judge(ADD, { input, output: 'b = 5' }, { ...RAN, value: '5' }, 1, TIME_LIMITS)).toMatchObject({ status: 'passed' });
});

test('a result that is no number is not null, and is shown', () => {
  const failed = { status: 'failed', result: { actual: 'NaN', passed: false } };
  expect(judge(ADD, { input: '', output: 'null' }, { ...RAN, value: 'NaN' }, 1, TIME_LIMITS)).toMatchObject(failed);
});

test('what was cut off says so, and cannot pass where it is the answer', () => {
  const ran = { ...RAN, value: '3', stdout: '3', output: '3', cut: true };
  const note = '3\n[More than 64 KB were printed; the rest was cut.]';
  expect(judge(ADD, { input: '', output: '3' }, ran, 1, TIME_LIMITS)).toMatchObject({ status: 'passed', result: { output: note } });
  expect(judge(STDIO, { input: '', output: '3' }, ran, 1, TIME_LIMITS)).toMatchObject({
    status: 'failed',
    result: { output: note, error: 'More than 64 KB were printed; the rest was cut.' },
  });
});

test.each([
  ['timeout', 'It took longer than 2 s.'],
  ['memory', 'It needed more than 128 MB of memory.'],
  ['error', 'TypeError: no'],
] as const)('a program that ended by %s does not pass, even if it printed what is expected', (kind, error) => {
  const ran = { ...RAN, stdout: '3', output: '3', fault: { kind, message: 'TypeError: no' } };
  expect(judge(STDIO, { input: '', output: '3' }, ran, 1, TIME_LIMITS)).toMatchObject({
    status: kind,
    result: { actual: '3', passed: false, error },
  });
});

test('a submission is what became of its first example that did not pass', () => {
  const example = { input: '', output: '3' };
  const passed = judge(STDIO, example, { ...RAN, stdout: '3' }, 1.5, TIME_LIMITS);
  const failed = judge(STDIO, example, { ...RAN, stdout: '4' }, 2.25, TIME_LIMITS);
  const late = unfinished(example, 'timeout', 'Too long.', 2_000);
  expect(outcomeOf([passed, passed])).toMatchObject({ status: 'passed', passed: 2, total: 2, ms: 3 });
  expect(outcomeOf([passed, late, failed])).toMatchObject({ status: 'timeout', passed: 1, total: 3 });
  expect(outcomeOf([failed, late]).status).toBe('failed');
});
