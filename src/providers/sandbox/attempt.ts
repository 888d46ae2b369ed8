import type { CodeExample, CodeSubmission } from '../../ports/sandbox.ts';
import { type Child, ChildEnded } from './child.ts';
import type { Interpreters } from './interpreters.ts';
import { callOf, type Judged, judge, MEMORY_MESSAGE, timeoutMessage, unfinished } from './judge.ts';
import { LOSSES_BEFORE_GIVING_UP, type TimeLimits } from './limits.ts';

const GIVEN_UP = `It was not run, because ${LOSSES_BEFORE_GIVING_UP} examples before it took too long or brought their interpreter down.`;

/** One submission, run example by example in an interpreter that is used for nothing else. */
export class Attempt {
  readonly #submission: CodeSubmission;
  readonly #interpreters: Interpreters;
  readonly #times: TimeLimits;
  readonly #signal: AbortSignal;
  #child: Child | undefined;
  /** How many examples exceeded their time or brought their interpreter down. */
  #losses = 0;
  /** The part of the submission's time that is used up, in milliseconds. */
  #usedMs = 0;

  constructor(submission: CodeSubmission, interpreters: Interpreters, times: TimeLimits, signal: AbortSignal) {
    this.#submission = submission;
    this.#interpreters = interpreters;
    this.#times = times;
    this.#signal = signal;
  }

  /** @throws the signal's reason; the error of the interpreter's start */
  async run(): Promise<readonly Judged[]> {
    const judged: Judged[] = [];
    try {
      for (const example of this.#submission.examples) judged.push(await this.#example(example));
      return judged;
    } finally {
      await this.#end();
      this.#interpreters.keepSpare();
    }
  }

  async #example(example: CodeExample): Promise<Judged> {
    const { entry, language, code } = this.#submission;
    const call = callOf(entry, example);
    if (call && 'error' in call) return unfinished(example, 'error', call.error);
    if (this.#losses >= LOSSES_BEFORE_GIVING_UP) {
      return unfinished(example, 'timeout', GIVEN_UP);
    }
    const left = this.#times.submissionMs - this.#usedMs;
    const allUsed = `The ${this.#times.submissionMs / 1_000} s of all examples together were used up.`;
    if (left <= 0) return unfinished(example, 'timeout', allUsed);
    const child = await this.#interpreter();
    const began = performance.now();
    try {
      const job = { language, code, call, stdin: call ? '' : example.input };
      const { ran, ms, isBroken } = await child.run(job, Math.min(left, this.#times.exampleWallMs), this.#signal);
      if (isBroken) await this.#end();
      if (isBroken || ran.fault?.kind === 'timeout') this.#losses += 1;
      return judge(entry, example, ran, ms, this.#times);
    } catch (error) {
      await this.#end();
      if (!(error instanceof ChildEnded)) throw error;
      this.#losses += 1;
      if (error.reason === 'memory') return unfinished(example, 'memory', MEMORY_MESSAGE);
      if (error.reason === 'fault') return unfinished(example, 'error', 'It brought its interpreter down.');
      const isUsedUp = performance.now() - began >= left;
      return unfinished(example, 'timeout', isUsedUp ? allUsed : timeoutMessage(this.#times), this.#times.exampleMs);
    } finally {
      this.#usedMs += performance.now() - began;
    }
  }

  async #interpreter(): Promise<Child> {
    this.#child ??= await this.#interpreters.take(this.#signal);
    return this.#child;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    await child?.end();
  }
}
