import { callOfExample } from '../../../src/contracts/coding/function-input.ts';
import type { Call, Fault } from '../../../src/contracts/coding/ran.ts';
import { sameOutput, sameResult } from '../../../src/contracts/coding/same-output.ts';
import type { CodeTask, ExampleResult } from '../../api/code-tasks.ts';
import { EXAMPLE_MS, type SandboxAnswer, type SandboxJob } from './sandbox-job.ts';

/** Null: no output is expected; the output is only shown. */
export interface Case {
  readonly input: string;
  readonly output: string | null;
}

/** Null: no output was expected. */
export type CaseResult = Omit<ExampleResult, 'passed' | 'expected'> & { readonly expected: string | null; readonly passed: boolean | null };

type Program = Pick<SandboxJob, 'language' | 'code'>;
type Asked = Pick<CodeTask, 'kind' | 'signature' | 'statement'>;

/** Milliseconds after the time limit at which the worker is terminated. */
const GRACE_MS = 500;
/** Loading TypeScript takes this long at most, in milliseconds. It is 4 MB and loaded before the first case. */
const LOAD_MS = 30_000;
const LOSSES = 3;
const GIVEN_UP = `It was not run, because ${LOSSES} cases before it took too long.`;
const TOO_LONG = `It took longer than ${EXAMPLE_MS / 1_000} s.`;
const TOO_MUCH = 'It needed more than 128 MB of memory.';
const CUT = 'More than 64 KB were printed; the rest was cut.';

const start = (): Worker => new Worker(new URL('./sandbox-worker.ts', import.meta.url), { type: 'module' });

/**
 * Runs code in a separate worker without network access, which is terminated at its limits. The outputs are compared outside of
 * the worker.
 */
export async function runInBrowser(
  asked: Asked,
  program: Program,
  cases: readonly Case[],
  signal: AbortSignal,
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  let worker: Worker | undefined;
  let losses = 0;
  try {
    for (const one of cases) {
      const call = callOf(asked, one);
      if (call && 'error' in call) results.push(unfinished(one, call.error));
      else if (losses >= LOSSES) results.push(unfinished(one, GIVEN_UP));
      else {
        const isFirst = worker === undefined;
        worker ??= start();
        const job = { ...program, call, stdin: call ? '' : one.input };
        const answer = await answerOf(worker, job, isFirst ? LOAD_MS : EXAMPLE_MS + GRACE_MS, signal);
        if (answer === null) {
          worker.terminate();
          worker = undefined;
        }
        if (answer === null || answer.ran.fault?.kind === 'timeout') losses += 1;
        results.push(answer ? judged(asked, one, answer) : unfinished(one, TOO_LONG, EXAMPLE_MS));
      }
    }
    return results;
  } finally {
    worker?.terminate();
  }
}

/**
 * Null if the worker does not answer in time.
 * @throws the signal's reason; an Error if the worker does not run
 */
function answerOf(worker: Worker, job: SandboxJob, ms: number, signal: AbortSignal): Promise<SandboxAnswer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<SandboxAnswer | null>();
  const late = setTimeout(() => resolve(null), ms);
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  worker.onmessage = ({ data }: MessageEvent<SandboxAnswer>) => resolve(data);
  worker.onerror = () => reject(new Error('The sandbox could not be started in this browser.'));
  worker.postMessage(job);
  return promise.finally(() => {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
  });
}

function callOf({ kind, signature, statement }: Asked, one: Case): Call | null | { readonly error: string } {
  if (kind === 'stdio' || signature === null) return null;
  return callOfExample({ ...signature, statement }, one);
}

const unfinished = ({ input, output: expected }: Case, error: string, ms = 0): CaseResult => ({
  ...{ input, expected, actual: null, passed: false, output: '', ms, error },
});

/** Uses the same comparison as the server (src/providers/sandbox/judge.ts). */
function judged({ kind, signature }: Asked, { input, output: expected }: Case, { ran, ms }: SandboxAnswer): CaseResult {
  const isFunction = kind === 'function' && signature !== null;
  const output = ran.cut ? `${ran.output}\n[${CUT}]` : ran.output;
  const actual = isFunction ? ran.value : ran.stdout;
  const result = { input, expected, actual, passed: false, output, ms: Math.round(ms * 10) / 10 };
  if (ran.fault) return { ...result, error: messageOf(ran.fault) };
  if (ran.cut && !isFunction) return { ...result, error: CUT };
  const isSame = isFunction ? sameResult : sameOutput;
  return { ...result, actual: actual ?? 'null', passed: expected === null ? null : isSame(expected, actual ?? 'null'), error: null };
}

function messageOf({ kind, message }: Fault): string {
  if (kind === 'timeout') return TOO_LONG;
  return kind === 'memory' ? TOO_MUCH : message;
}
