import { availableParallelism } from 'node:os';
import { Turns } from '../../concurrency/turns.ts';
import { type CodeSubmission, type Sandbox, SandboxClosed } from '../../ports/sandbox.ts';
import { Attempt } from './attempt.ts';
import { type ChildProgram, startChild } from './child.ts';
import { Interpreters, type Schedule } from './interpreters.ts';
import { outcomeOf } from './judge.ts';
import { MAX_CODE_BYTES, MAX_EXAMPLES, TIME_LIMITS, type TimeLimits } from './limits.ts';

export interface SandboxOptions {
  readonly times?: TimeLimits;
  /** How many submissions run at a time. */
  readonly running?: number;
  /** Default: real time. Tests replace it. */
  readonly schedule?: Schedule;
}

/** One core is left for requests, because submitted code may keep a core busy for as long as its limit allows. */
const RUNNING = Math.min(3, Math.max(1, availableParallelism() - 1));
const WAITING = { waiting: 50, waitingOfOwner: 5 };
/** Ending an idle Python interpreter frees about 170 MB. */
const IDLE_MS = 120_000;
const JAVASCRIPT: ChildProgram = { file: new URL('./javascript-child.ts', import.meta.url), nodeOptions: ['--expose-gc'] };
const PYTHON: ChildProgram = { file: new URL('./python-child.ts', import.meta.url), nodeOptions: [] };

/** Runs submitted code in WebAssembly: JavaScript and TypeScript in QuickJS, Python in Pyodide, each in child processes of their own. */
export function openSandbox({ times = TIME_LIMITS, running = RUNNING, schedule = later }: SandboxOptions = {}): Sandbox {
  const turns = new Turns({ running, ...WAITING });
  const interpretersOf = (program: ChildProgram): Interpreters =>
    new Interpreters({ start: () => startChild(program, times), idleMs: IDLE_MS, schedule });
  const javascript = interpretersOf(JAVASCRIPT);
  const python = interpretersOf(PYTHON);
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  return {
    async run(owner, submission, signal) {
      check(submission);
      const ended = AbortSignal.any([signal, closing.signal]);
      const interpreters = submission.language === 'python' ? python : javascript;
      const work = turns.run(owner, () => new Attempt(submission, interpreters, times, ended).run(), { signal: ended });
      underWay.add(work);
      try {
        return outcomeOf(await work);
      } finally {
        underWay.delete(work);
      }
    },
    async close() {
      closing.abort(new SandboxClosed('The program is ending.'));
      await Promise.allSettled(underWay);
      await Promise.all([javascript.close(), python.close()]);
    },
  };
}

function check({ code, examples }: CodeSubmission): void {
  if (examples.length < 1 || examples.length > MAX_EXAMPLES) throw new RangeError(`There have to be 1 to ${MAX_EXAMPLES} examples.`);
  if (Buffer.byteLength(code) > MAX_CODE_BYTES) throw new RangeError(`The code is longer than ${MAX_CODE_BYTES / 1_024} KB.`);
}

function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  timer.unref();
  return () => clearTimeout(timer);
}
