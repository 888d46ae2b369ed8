import { callOfExample } from '../../contracts/coding/function-input.ts';
import type { Call, Fault, Ran } from '../../contracts/coding/ran.ts';
import { sameOutput, sameResult } from '../../contracts/coding/same-output.ts';
import type { CodeEntry, CodeExample, CodeOutcome, CodeStatus, ExampleResult } from '../../ports/sandbox.ts';
import { MEMORY_BYTES, type TimeLimits } from './limits.ts';

/** The result of an example, and its status. */
export interface Judged {
  readonly status: CodeStatus;
  readonly result: ExampleResult;
}

const CUT = 'More than 64 KB were printed; the rest was cut.';

/** The call for an example, or the reason why nothing can be called. Null for a program that reads standard input. */
export function callOf(entry: CodeEntry, example: CodeExample): Call | null | { readonly error: string } {
  return entry.kind === 'stdio' ? null : callOfExample(entry, example);
}

/**
 * Compares the output with what is expected. This happens outside the sandbox, so that the code never sees the expected
 * output.
 */
export function judge(entry: CodeEntry, { input, output: expected }: CodeExample, ran: Ran, ms: number, times: TimeLimits): Judged {
  const isFunction = entry.kind === 'function';
  const output = ran.cut ? `${ran.output}\n[${CUT}]` : ran.output;
  const actual = isFunction ? ran.value : ran.stdout;
  const result = { input, expected, actual, passed: false, output, ms: Math.round(ms * 10) / 10 };
  if (ran.fault) return { status: ran.fault.kind, result: { ...result, error: messageOf(ran.fault, times) } };
  // An output that was cut off cannot be compared.
  if (ran.cut && !isFunction) return { status: 'failed', result: { ...result, error: CUT } };
  const passed = (isFunction ? sameResult : sameOutput)(expected, actual ?? 'null');
  return { status: passed ? 'passed' : 'failed', result: { ...result, actual: actual ?? 'null', passed, error: null } };
}

/** The result of an example whose code did not finish or was not run. */
export function unfinished({ input, output: expected }: CodeExample, status: CodeStatus, error: string, ms = 0): Judged {
  return { status, result: { input, expected, actual: null, passed: false, output: '', ms, error } };
}

export const timeoutMessage = (times: TimeLimits): string => `It took longer than ${times.exampleMs / 1_000} s.`;
export const MEMORY_MESSAGE = `It needed more than ${MEMORY_BYTES / 1_048_576} MB of memory.`;

function messageOf({ kind, message }: Fault, times: TimeLimits): string {
  if (kind === 'timeout') return timeoutMessage(times);
  return kind === 'memory' ? MEMORY_MESSAGE : message;
}

/** The outcome of a submission, from the results of its examples. */
export function outcomeOf(judged: readonly Judged[]): CodeOutcome {
  const results = judged.map(({ result }) => result);
  return {
    status: judged.find(({ status }) => status !== 'passed')?.status ?? 'passed',
    results,
    passed: results.filter(({ passed }) => passed).length,
    total: results.length,
    ms: Math.round(results.reduce((sum, { ms }) => sum + ms, 0) * 10) / 10,
  };
}
