import { Buffer } from 'node:buffer';
import { DAY, plus } from '../../domain/calendar/dates.ts';
import { type CodeTaskState, checkSent } from '../../domain/coding/decide.ts';
import type { AttemptTexts, KeptResult, QuestionTexts } from '../../domain/coding/events.ts';
import { ATTEMPTS_A_DAY } from '../../domain/coding/rules.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { CodeEntry, CodeLanguage, CodeStatus, ExampleResult } from '../../ports/sandbox.ts';
import { countAttempts } from '../../projections/coding.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { latest } from '../task/task-send.ts';
import { type CodeTaskResult, ownCodeTask, sendToCodeTask, withCodingLock } from './code-tasks.ts';
import { handInAnswers } from './handing-in.ts';

/** The most bytes of JSON that the results of an attempt may take in its event. The log accepts events up to 1 MiB. */
const MOST_BYTES = 200_000;
const CUT = '\n[The rest was cut: there is no room for more with this attempt.]';

const sizeOf = (text: string | null): number => (text === null ? 4 : Buffer.byteLength(JSON.stringify(text)));

/** The beginning of a text that takes at most `bytes` as JSON, with a note that there was more. */
function fitting(text: string, bytes: number): string {
  let length = Math.min(text.length, Math.max(0, bytes));
  while (length > 0 && sizeOf(text.slice(0, length).toWellFormed()) > bytes) length = Math.floor(length * 0.75);
  return text.slice(0, length).toWellFormed() + CUT;
}

/**
 * Shortens the results of an attempt for storage. It cuts the longest parts first, so that short results stay complete even if others are
 * very long.
 */
export function keptResults(results: readonly ExampleResult[]): readonly KeptResult[] {
  const kept = results.map(({ actual, passed, output, ms, error }) => ({
    actual,
    passed,
    output: output === actual ? null : output,
    ms,
    error,
  }));
  const sizes = kept.flatMap(({ actual, output, error }) => [sizeOf(actual), sizeOf(output), sizeOf(error)]);
  const bound = boundFor(sizes);
  // A text is never shorter as JSON, so most texts need not be converted to find out.
  const fits = (text: string): boolean => text.length <= bound && sizeOf(text) <= bound;
  const cut = (text: string | null): string | null => (text === null || fits(text) ? text : fitting(text, bound));
  return kept.map((result) => ({ ...result, actual: cut(result.actual), output: cut(result.output), error: cut(result.error) }));
}

/** The largest limit for one part with which all parts together fit. */
function boundFor(sizes: readonly number[]): number {
  let left = MOST_BYTES;
  const ascending = sizes.toSorted((a, b) => a - b);
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

export interface CodeInput {
  readonly language: CodeLanguage;
  readonly code: string;
  /** Left out or false: the code runs, but nothing is stored. */
  readonly submit: boolean;
}

export interface Attempt extends AttemptTexts {
  readonly id: string;
  readonly at: string;
  readonly language: CodeLanguage;
  readonly status: CodeStatus;
  readonly passed: number;
  readonly total: number;
  readonly ms: number;
}

export interface AttemptResult extends CodeTaskResult {
  readonly attempt: Attempt;
  /** The question as it was when the code ran. */
  readonly question: QuestionTexts;
}

/**
 * Runs code on the examples of a question. A submitted attempt is stored. Once all questions of the task are answered, it also gives the
 * task's proof.
 * @throws RuleViolation not_found, precondition_failed, conflict, limit_reached, rate_limited; QueueFull; SandboxClosed; the signal's
 * reason
 */
export async function attemptCode(
  app: App,
  caller: Caller,
  id: string,
  { submit, ...input }: CodeInput,
  ifMatch: number | null,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { owner } = caller;
  const { state, texts: question } = await ownCodeTask(app, owner, id);
  const sent = { type: 'Attempt', owner, if_match: ifMatch, revision: state.revision } as const;
  checkSent(state, sent);
  if (submit) await checkRate(app, owner);
  const attempt = await run(app, owner, { state, question }, input, signal);
  if (!submit) return { id, position: null, attempt, question };
  const { id: attempt_id, at: _, code, results, ...data } = attempt;
  const command = { ...sent, data: { attempt_id, ...data }, texts: { code, results } };
  const { events, position } = await withCodingLock(app, owner, () => sendToCodeTask(app, caller, id, command));
  const handed = await Promise.all(events.map((event) => handInAnswers(app, event)));
  return { id, position: latest([position, ...handed]), attempt: { ...attempt, at: events[0]?.metadata.at ?? attempt.at }, question };
}

async function checkRate(app: App, owner: string): Promise<void> {
  const submitted = await countAttempts(app.views, owner, plus(app.clock.now(), -DAY), ATTEMPTS_A_DAY);
  if (submitted >= ATTEMPTS_A_DAY)
    throw new RuleViolation('rate_limited', `Code can be submitted ${ATTEMPTS_A_DAY} times a day. Go on tomorrow.`, undefined, DAY / 1_000);
}

interface Asked {
  readonly state: CodeTaskState;
  readonly question: QuestionTexts;
}

/** Without examples the code does not run, because there is nothing to compare its output with. */
async function run(
  app: App,
  owner: string,
  { state, question }: Asked,
  { language, code }: Omit<CodeInput, 'submit'>,
  signal: AbortSignal,
): Promise<Attempt> {
  const made = { id: app.newId(), at: app.clock.now(), language, code };
  const { examples } = question;
  if (examples.length === 0) return { ...made, status: 'passed', results: [], passed: 0, total: 0, ms: 0 };
  const submission = {
    language,
    code,
    entry: entryOf(state, question),
    examples: examples.map(({ input, output }) => ({ input, output })),
  };
  const { results, ...outcome } = await app.sandbox.run(owner, submission, signal);
  return { ...made, ...outcome, results: keptResults(results) };
}

const entryOf = ({ kind }: CodeTaskState, { signature, statement }: QuestionTexts): CodeEntry =>
  kind === 'stdio' || signature === null ? { kind: 'stdio' } : { kind: 'function', ...signature, statement };
