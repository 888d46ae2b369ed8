import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CodeSubmission } from '../src/ports/sandbox.ts';
import { openSandbox } from '../src/providers/sandbox/sandbox.ts';
import { ESCAPE } from '../tests/support/escape.ts';
import { peakRssMb } from '../tests/support/server-process.ts';
import { visit } from './support/abused.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, median, timed } from './support/measure.ts';
import { type Person, signUp } from './support/person.ts';
import { startProgram } from './support/program.ts';

const RUNS = 15;
const EXAMPLES = 10;
/** In which the next interpreter is ready on both sides. */
const REST_MS = 400;
const IDLE_MS = 10_000;
const LOOPS = 4;
const UNDER_MS = 20_000;

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
async function question(person: Person, edits: object): Promise<string> {
  const { id } = await person.need<{ id: string }>(201, 'POST', '/api/tasks', {
    title: 'Count primes',
    due_date: '2099-11-20',
    verification_type: 'coding',
  });
  const path = '/api/verifications/code-by-url';
  const [added] = await person.need<{ id: string }[]>(201, 'POST', `${path}/${id}`, { urls: ['http://vouch.invalid/primes'] });
  await person.need(200, 'PUT', `${path}/${added?.id}`, { statement: 'Count the primes up to n.', ...edits });
  return `${path}/${added?.id}`;
}

const primes = (person: Person): Promise<string> => question(person, { kind: 'function', signature: SIGNATURE, examples: EXAMPLE_LIST });

/** Milliseconds of submitting JavaScript against ten examples, which proves the task, compared with the sandbox's bare run of the same code. */
export const submitOverBare: Bench = () =>
  withFolder(async (folder) => {
    const program = await startProgram(join(folder, 'data'));
    const sandbox = openSandbox();
    try {
      const person = await signUp(program.url, 'coder@example.org');
      const paths: string[] = [];
      for (let run = 0; run <= RUNS; run += 1) paths.push(await primes(person));
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

interface Submitter {
  readonly person: Person;
  readonly path: string;
  readonly body: { readonly language: string; readonly code: string };
}

/** People who have endless loops run. */
async function loopers(url: string): Promise<readonly Submitter[]> {
  const found: Submitter[] = [];
  for (let index = 0; index < LOOPS; index += 1) {
    const person = await signUp(url, `looper${index}@example.org`);
    found.push({ person, path: await primes(person), body: { language: 'javascript', code: 'function primes() { for (;;); }' } });
  }
  return found;
}

/** Somebody whose Python looks for the way out of its interpreter, in order to take whatever memory there is. */
async function escaper(url: string): Promise<readonly Submitter[]> {
  const person = await signUp(url, 'escaper@example.org');
  const examples = ['memories', 'bytes'].map((input) => ({ input, output: 'nothing' }));
  return [{ person, path: await question(person, { kind: 'stdio', examples }), body: { language: 'python', code: ESCAPE } }];
}

/** The median of what somebody else waits while each of these people submits, again as soon as the answer is there. */
async function othersUnder(other: Person, submitters: readonly Submitter[]): Promise<number> {
  let isOver = false;
  const submitting = Promise.all(
    submitters.map(async ({ person, path, body }) => {
      while (!isOver) {
        const { status, text } = await person.ask('PUT', path, { ...body, submit: false });
        if (status !== 200) throw new Error(`Submitting gave ${status}: ${text.slice(0, 500)}`);
      }
    }),
  );
  // It is told below.
  submitting.catch(() => undefined);
  const under = await visit(other, UNDER_MS);
  isOver = true;
  await Promise.race([submitting, pause(60_000)]);
  for (const { person } of submitters) person.leave();
  return median(under);
}

/**
 * How long others wait while four people have endless loops run, and while one person's Python looks for a way out of its interpreter, one
 * after the other, against an idle program: the worse of the two medians.
 */
export const othersUnderCode: Bench = () =>
  withFolder(async (folder) => {
    const program = await startProgram(join(folder, 'data'));
    try {
      const other = await signUp(program.url, 'other@example.org');
      const kinds = [
        ['endless loops', await loopers(program.url)],
        ['an escape', await escaper(program.url)],
      ] as const;
      await visit(other, IDLE_MS);
      const baseline = median(await visit(other, IDLE_MS));
      let ours = 0;
      for (const [name, submitters] of kinds) {
        const under = await othersUnder(other, submitters);
        ours = Math.max(ours, under);
        process.stdout.write(
          `         ${name}: others ${under.toFixed(1)} ms, idle ${baseline.toFixed(1)} ms, peak ${peakRssMb(program.pid).toFixed(0)} MB\n`,
        );
      }
      other.leave();
      const common = { goal: 3, better: 'lower', unit: 'ms a request of others', runs: 1 } as const;
      return [{ name: 'others_median_under_code', ratio: ours / baseline, ours, baseline, ...common }];
    } finally {
      await program.stop();
    }
  });
