import { afterAll, describe, expect, test } from 'vitest';
import { QueueFull } from '../../../src/concurrency/turns.ts';
import type { Ran } from '../../../src/contracts/coding/ran.ts';
import { type CodeOutcome, type CodeSubmission, SandboxClosed } from '../../../src/ports/sandbox.ts';
import { callOf, judge, outcomeOf, unfinished } from '../../../src/providers/sandbox/judge.ts';
import { TIME_LIMITS } from '../../../src/providers/sandbox/limits.ts';
import { openSandbox } from '../../../src/providers/sandbox/sandbox.ts';

const STDIO = { kind: 'stdio' } as const;

const ADD = { kind: 'function', name: 'add', parameters: ['a', 'b'] } as const;
const RAN: Ran = { value: null, stdout: '', output: '', cut: false, fault: null };

test('a function is called with the values of its example, a program without values', () => {
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

test("the argument that a function changes is named by the expected output, or by a statement with the words 'in place'", () => {
  const input = 'a = 1, b = 2';
  expect(callOf(ADD, { input, output: 'b = 5' })).toEqual({ name: 'add', args: ['1', '2'], changed: 1 });
  expect(callOf(ADD, { input, output: 'c = 5' })).toEqual({ name: 'add', args: ['1', '2'] });
  for (const statement of ['Change a in-place.', 'Do it in place, and return nothing.'])
    expect(callOf({ ...ADD, statement }, { input, output: '5' })).toEqual({ name: 'add', args: ['1', '2'], changed: 0 });
  expect(judge(ADD, { input, output: 'b = 5' }, { ...RAN, value: '5' }, 1, TIME_LIMITS)).toMatchObject({ status: 'passed' });
});

test('a result of NaN is not equal to null, and is shown', () => {
  const failed = { status: 'failed', result: { actual: 'NaN', passed: false } };
  expect(judge(ADD, { input: '', output: 'null' }, { ...RAN, value: 'NaN' }, 1, TIME_LIMITS)).toMatchObject(failed);
});

test('a cut output says so, and cannot pass if it is the result', () => {
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

test('the status of a submission is that of its first example that did not pass', () => {
  const example = { input: '', output: '3' };
  const passed = judge(STDIO, example, { ...RAN, stdout: '3' }, 1.5, TIME_LIMITS);
  const failed = judge(STDIO, example, { ...RAN, stdout: '4' }, 2.25, TIME_LIMITS);
  const late = unfinished(example, 'timeout', 'Too long.', 2_000);
  expect(outcomeOf([passed, passed])).toMatchObject({ status: 'passed', passed: 2, total: 2, ms: 3 });
  expect(outcomeOf([passed, late, failed])).toMatchObject({ status: 'timeout', passed: 1, total: 3 });
  expect(outcomeOf([failed, late]).status).toBe('failed');
});

describe('the sandbox', () => {
  const never = new AbortController().signal;
  const sandbox = openSandbox({ running: 2 });
  /** Short limits for code that has to exceed them. Other code has the usual limits, because a busy machine may need them. */
  const IMPATIENT = { ...TIME_LIMITS, exampleMs: 1_000, graceMs: 100 };
  const impatient = openSandbox({ times: IMPATIENT });
  /** For code that never ends. Other code might not come to its end in this time. */
  const hasty = openSandbox({ times: { ...IMPATIENT, exampleMs: 200 } });
  afterAll(() => Promise.all([sandbox, impatient, hasty].map((one) => one.close())));
  const SUM = { kind: 'function', name: 'sum', parameters: ['list'] } as const;

  type PartOfSubmission = Partial<CodeSubmission> & { readonly code: string };
  const submission = (part: PartOfSubmission): CodeSubmission => ({
    language: 'javascript',
    entry: STDIO,
    examples: [{ input: '', output: '' }],
    ...part,
  });
  const run = (part: PartOfSubmission, owner = 'ada', signal = never): Promise<CodeOutcome> => sandbox.run(owner, submission(part), signal);
  const runImpatiently = (part: PartOfSubmission): Promise<CodeOutcome> => impatient.run('ada', submission(part), never);

  test('runs a submission on every example', async () => {
    const examples = [
      { input: 'list = [1, 2]', output: '3' },
      { input: 'list = [0.1, 0.2]', output: '0.3' },
      { input: 'list = [5]', output: '6' },
      { input: 'items = [5]', output: '5' },
    ];
    const code = 'let calls = 0; const sum = (list) => { console.log(++calls); return list.reduce((a, b) => a + b, 0) }';
    const outcome = await run({ code, entry: SUM, examples });
    expect(outcome).toMatchObject({ status: 'failed', passed: 2, total: 4, ms: expect.any(Number) });
    // Each example begins anew.
    expect(outcome.results.map(({ output }) => output)).toEqual(['1\n', '1\n', '1\n', '']);
    expect(outcome.results[2]).toMatchObject({ input: 'list = [5]', expected: '6', actual: '5', passed: false, error: null });
    expect(outcome.results[3]).toMatchObject({ actual: null, error: 'The input names "items", which is no parameter of the function.' });
  });

  test('runs TypeScript, including syntax that cannot just be stripped', async () => {
    const code = `
    enum Unit { One = 1 }
    namespace Tools { export const add = (a: number, b: number): number => a + b }
    class Solution { constructor(private readonly from = 0) {}  sum(list: number[]): number { return list.reduce(Tools.add, this.from) * Unit.One } }`;
    const examples = [{ input: 'list = [1, 2]', output: '3' }];
    expect(await run({ language: 'typescript', code, entry: SUM, examples })).toMatchObject({ status: 'passed', passed: 1 });
    const wrong = await run({ language: 'typescript', code: 'let a: = 1', entry: SUM, examples });
    expect(wrong).toMatchObject({ status: 'error', results: [{ error: expect.stringContaining('SyntaxError') }] });
  });

  test('calls the only function of TypeScript code if the question names none', async () => {
    const code = `
    type List = readonly number[];
    enum Unit { One = 1 }
    export const total: (list: List) => number = (list) => list.reduce((a, b) => a + b, 0) * Unit.One;`;
    const entry = { ...SUM, name: 'solution' };
    const examples = [{ input: 'list = [1, 2]', output: '3' }];
    expect(await run({ language: 'typescript', code, entry, examples })).toMatchObject({ status: 'passed', passed: 1 });
    const two = await run({ language: 'typescript', code: `${code} const other = (): number => 1`, entry, examples });
    expect(two.results[0]?.error).toContain('Declare exactly one function');
  });

  test('ends an endless loop at its time limit, and runs the next examples', async () => {
    const code = 'const n = Number(readline()); console.log(n); while (n === 1);';
    const examples = ['1', '2'].map((input) => ({ input, output: input }));
    const outcome = await runImpatiently({ code, examples });
    expect(outcome).toMatchObject({ status: 'timeout', passed: 1 });
    expect(outcome.results[0]).toMatchObject({ actual: '1\n', passed: false, error: 'It took longer than 1 s.' });
  });

  test('ends the process if a loop within the engine ignores the interruption', async () => {
    const code = 'const n = Number(readline()); let a = []; for (let i = 0; i < n; i += 1) a = [a]; JSON.stringify(a); console.log(n);';
    const examples = ['150000', '2'].map((input) => ({ input, output: input }));
    const outcome = await runImpatiently({ code, examples });
    expect(outcome).toMatchObject({ status: 'timeout', passed: 1 });
    expect(outcome.results[0]).toMatchObject({ actual: null, error: 'It took longer than 1 s.', ms: 1_000 });
  });

  test('stops after three examples that took too long', { timeout: 120_000 }, async () => {
    const examples = Array.from({ length: 50 }, () => ({ input: '', output: '' }));
    const outcome = await hasty.run('ada', submission({ code: 'for (;;);', examples }), never);
    expect(outcome).toMatchObject({ status: 'timeout', passed: 0, total: 50 });
    expect(outcome.results[49]?.error).toMatch(/^It was not run, because 3 examples before it took too long or/);
    expect(outcome.ms).toBeLessThan(5_000);
  });

  test('limits the time of all examples together', async () => {
    const brief = openSandbox({ times: { ...TIME_LIMITS, submissionMs: 1 } });
    const examples = ['1', '2'].map((input) => ({ input, output: input }));
    const { results } = await brief.run('ada', submission({ code: 'for (;;);', examples }), never);
    expect(results.map(({ error }) => error)).toEqual(Array(2).fill('The 0.001 s of all examples together were used up.'));
    await brief.close();
  });

  test('runs the examples of several people at once, each with its own memory', { timeout: 60_000 }, async () => {
    const busy = openSandbox({ running: 4 });
    // One of them has as many as there can be.
    const counts = { ada: 50, grace: 10, alan: 10, edsger: 10 };
    const people = Object.entries(counts).map(([owner, length]) => {
      const examples = Array.from({ length }, (_, index) => ({ input: `${index}`, output: `${index}` }));
      return busy.run(owner, submission({ code: 'console.log(readline())', examples }), never);
    });
    expect(await Promise.all(people)).toMatchObject(Object.values(counts).map((passed) => ({ status: 'passed', passed })));
    await busy.close();
  });

  test('refuses 1 GB and more, and gives each of the next examples its memory again', async () => {
    const code = `
    const n = Number(readline());
    if (n === 1) new Uint8Array(1e9).fill(1);
    if (n === 2) { const all = []; for (;;) all.push(new ArrayBuffer(1e6)); }
    console.log(new Uint8Array(9e7).length);`;
    const examples = ['1', '2', '3', '4', '5', '6'].map((input) => ({ input, output: '90000000' }));
    const outcome = await run({ code, examples });
    expect(outcome).toMatchObject({ status: 'memory', passed: 4 });
    expect(outcome.results.map(({ error }) => error)).toEqual([
      ...Array(2).fill('It needed more than 128 MB of memory.'),
      ...Array(4).fill(null),
    ]);
  });

  test('lets the code read neither the expected results nor anything of the program', async () => {
    const code = `
    const seen = new Set(); const found = [];
    const look = (value) => {
      if (typeof value === 'string' && value.includes('nee' + 'dle')) found.push(value);
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
      seen.add(value);
      for (const key of Reflect.ownKeys(value)) try { look(value[key]) } catch {}
      look(Object.getPrototypeOf(value));
    };
    look(globalThis);
    console.log(found.length, Date.now(), typeof fetch, typeof Worker);
    for (const name of ['child_process', 'worker_threads', 'net', 'os']) try { require(name); console.log(name) } catch {}`;
    const expected = '0 946684800000 undefined undefined';
    expect(await run({ code, examples: [{ input: '', output: `needle ${expected}` }] })).toMatchObject({
      status: 'failed',
      results: [{ actual: `${expected}\n` }],
    });
  });

  test('allows the usual depth of recursion', async () => {
    const code = 'const f = (n) => (n === 0 ? 0 : f(n - 1) + 1); console.log(f(12000)); f(1e9)';
    expect(await run({ code, examples: [{ input: '', output: '12000' }] })).toMatchObject({
      status: 'error',
      results: [{ actual: '12000\n', error: expect.stringContaining('RangeError') }],
    });
  });

  test('runs one submission of a person at a time, and refuses too many requests', async () => {
    const order: string[] = [];
    const asked = Array.from({ length: 7 }, () => run({ code: '' }, 'grace').then(() => order.push('grace')));
    const ends = Promise.allSettled(asked);
    // Another person does not wait behind them.
    await run({ code: '' }, 'ada').then(() => order.push('ada'));
    expect(order.length).toBeLessThan(7);
    const refused = (await ends).filter((end) => end.status === 'rejected');
    expect(refused).toMatchObject([{ reason: expect.any(QueueFull) }]);
  });

  test('ends the run of a caller who gives up', async () => {
    const controller = new AbortController();
    const running = run(
      { code: 'for (;;);', examples: Array.from({ length: 3 }, () => ({ input: '', output: '' })) },
      'ada',
      controller.signal,
    );
    controller.abort(new Error('Gone.'));
    await expect(running).rejects.toThrow('Gone.');
  });

  test('refuses too much code, too many examples, and no examples', async () => {
    await expect(run({ code: 'é'.repeat(32_769) })).rejects.toThrow(RangeError);
    await expect(run({ code: '', examples: [] })).rejects.toThrow(RangeError);
    await expect(run({ code: '', examples: Array(51).fill({ input: '', output: '' }) })).rejects.toThrow(RangeError);
  });

  test('ends running and waiting submissions when it is closed, and runs nothing afterwards', async () => {
    const closed = openSandbox({ running: 1 });
    const asked = ['ada', 'grace'].map((owner) => closed.run(owner, submission({ code: 'for (;;);' }), never));
    const ends = Promise.allSettled(asked);
    await closed.close();
    expect(await ends).toMatchObject(Array(2).fill({ status: 'rejected', reason: expect.any(SandboxClosed) }));
    await expect(closed.run('ada', submission({ code: '' }), never)).rejects.toThrow(SandboxClosed);
  });
});
