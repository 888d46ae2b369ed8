import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CodeSubmission } from '../src/ports/sandbox.ts';
import { openSandbox } from '../src/providers/sandbox/sandbox.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, median, timed } from './support/measure.ts';
import type { Person } from './support/person.ts';
import { startProgram } from './support/program.ts';
import { signUp } from './support/sign-up.ts';
import { visit } from './support/visiting.ts';

const RUNS = 15;
const EXAMPLES = 10;
/** In which the next interpreter is ready on both sides. */
const REST_MS = 400;
const IDLE_MS = 10_000;
const LOOPS = 4;
const LOOPING_MS = 20_000;

/** Counts primes: some milliseconds an example, as most solutions take. */
const CODE = `function primes(n) {
  const crossed = new Uint8Array(n + 1);
  let count = 0;
  for (let i = 2; i <= n; i += 1) {
    if (crossed[i]) continue;
    count += 1;
    for (let j = i * 2; j <= n; j += i) crossed[j] = 1;
  }
  return count;
}`;
const SIGNATURE = { name: 'primes', parameters: ['n'] };
const COUNTS = [2_262, 4_203, 6_057, 7_837, 9_592, 11_301, 13_010, 14_683, 16_342, 17_984];
const EXAMPLE_LIST = COUNTS.slice(0, EXAMPLES).map((count, index) => ({ input: `n = ${(index + 1) * 20_000}`, output: String(count) }));
const SUBMISSION: CodeSubmission = {
  language: 'javascript',
  code: CODE,
  entry: { kind: 'function', ...SIGNATURE },
  examples: EXAMPLE_LIST,
};

/** A task with one coding question. Its page cannot be read, so its statement is pasted. Gives the question's path. */
async function question(person: Person, examples: readonly object[]): Promise<string> {
  const { id } = await person.need<{ id: string }>(201, 'POST', '/api/tasks', {
    title: 'Count primes',
    due_date: '2099-11-20',
    verification_type: 'coding',
  });
  const path = '/api/verifications/code-by-url';
  const [added] = await person.need<{ id: string }[]>(201, 'POST', `${path}/${id}`, { urls: ['http://vouch.invalid/primes'] });
  const edits = { statement: 'Count the primes up to n.', kind: 'function', signature: SIGNATURE, examples };
  await person.need(200, 'PUT', `${path}/${added?.id}`, edits);
  return `${path}/${added?.id}`;
}

/** Milliseconds of submitting JavaScript against ten examples, which proves the task, compared with the sandbox's bare run of the same code. */
export const submitOverBare: Bench = () =>
  withFolder(async (folder) => {
    const program = await startProgram(join(folder, 'data'));
    const sandbox = openSandbox();
    try {
      const person = await signUp(program.url, 'coder@example.org');
      const paths: string[] = [];
      for (let run = 0; run <= RUNS; run += 1) paths.push(await question(person, EXAMPLE_LIST));
      const ours = async (): Promise<number> => {
        await pause(REST_MS);
        const path = paths.shift() ?? '';
        const { status, text, ms } = await person.ask('PUT', path, { language: 'javascript', code: CODE, submit: true });
        if (status !== 200 || JSON.parse(text).status !== 'completed') throw new Error(`Submitting gave ${status}: ${text.slice(0, 500)}`);
        return ms;
      };
      const bare = async (): Promise<number> => {
        await pause(REST_MS);
        return timed(() => sandbox.run('owner', SUBMISSION, new AbortController().signal));
      };
      const sides = await interleaved(RUNS, ours, bare);
      person.leave();
      return [compared({ name: 'submit_js_over_bare', goal: 1.5, better: 'lower', unit: 'ms a submission with 10 examples' }, sides)];
    } finally {
      await sandbox.close();
      await program.stop();
    }
  });

/** How long others wait while four people have endless loops run, one after the other, against an idle program: medians. */
export const othersUnderCode: Bench = () =>
  withFolder(async (folder) => {
    const program = await startProgram(join(folder, 'data'));
    try {
      const other = await signUp(program.url, 'other@example.org');
      const loopers: { readonly person: Person; readonly path: string }[] = [];
      for (let index = 0; index < LOOPS; index += 1) {
        const person = await signUp(program.url, `looper${index}@example.org`);
        loopers.push({ person, path: await question(person, EXAMPLE_LIST) });
      }
      await visit(other, IDLE_MS);
      const idle = await visit(other, IDLE_MS);
      let isOver = false;
      const looping = loopers.map(async ({ person, path }) => {
        while (!isOver) await person.ask('PUT', path, { language: 'javascript', code: 'function primes() { for (;;); }', submit: false });
      });
      const under = await visit(other, LOOPING_MS);
      isOver = true;
      await Promise.race([Promise.all(looping), pause(60_000)]);
      for (const person of [other, ...loopers.map((one) => one.person)]) person.leave();
      const [ours, baseline] = [median(under), median(idle)];
      const common = { goal: 2, better: 'lower', unit: 'ms a request of others', runs: 1 } as const;
      return [{ name: 'others_median_under_code', ratio: ours / baseline, ours, baseline, ...common }];
    } finally {
      await program.stop();
    }
  });
