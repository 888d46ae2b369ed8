export type CodeLanguage = 'javascript' | 'typescript' | 'python';

/** How submitted code is run: as a program that reads standard input, or by calling its function. */
export type CodeEntry =
  | { readonly kind: 'stdio' }
  | {
      readonly kind: 'function';
      readonly name: string;
      readonly parameters: readonly string[];
      /** Of the question. Where it says that the function works in place, its first argument is the result if it returns nothing. */
      readonly statement?: string | null;
    };

export interface CodeExample {
  /** Standard input, or the arguments of a function, such as `nums = [2, 7], target = 9`. */
  readonly input: string;
  /**
   * What is expected: text, or what the function returns, as JSON or as a literal of Python. Where it names an argument, such as
   * `nums = [1, 2]`, a function that returns nothing is compared by that argument. It is never shown to the code.
   */
  readonly output: string;
}

export interface CodeSubmission {
  readonly language: CodeLanguage;
  readonly code: string;
  readonly entry: CodeEntry;
  /** 1 to 50. */
  readonly examples: readonly CodeExample[];
}

export type CodeStatus = 'passed' | 'failed' | 'error' | 'timeout' | 'memory';

export interface ExampleResult {
  readonly input: string;
  readonly expected: string;
  /** Standard output, or the JSON of what the function returned. Null if the function came to no result. */
  readonly actual: string | null;
  readonly passed: boolean;
  /** Everything that was printed, the error stream included, up to 64 KB. It says so where it was cut. */
  readonly output: string;
  /** Processor time in milliseconds. */
  readonly ms: number;
  /** Why there is no result, or what is wrong with it, in words for the author of the code. */
  readonly error: string | null;
}

export interface CodeOutcome {
  /** `passed` if every example passed; otherwise what became of the first one that did not. */
  readonly status: CodeStatus;
  /** In the order of the examples. */
  readonly results: readonly ExampleResult[];
  /** How many examples passed. */
  readonly passed: number;
  readonly total: number;
  /** Processor time of all examples, in milliseconds. */
  readonly ms: number;
}

/**
 * Runs code that people submitted, where it reaches nothing: no network, files, processes or clock, and nothing of this program
 * or of other people. An example may take 2 s of processor time and 128 MB of memory, a submission 30 s.
 */
export interface Sandbox {
  /**
   * Runs the code on every example, when it is the owner's turn, and compares what comes out with what is expected. Whatever
   * the code does is an outcome and not an error.
   * @throws RangeError if there are no examples or more than 50, or if the code is longer than 64 KB; QueueFull if too many wait
   * already; SandboxClosed; the signal's reason if it aborts, which ends running code as well
   */
  run(owner: string, submission: CodeSubmission, signal: AbortSignal): Promise<CodeOutcome>;
  /** Ends everything that runs or waits, at once. */
  close(): Promise<void>;
}

/** The program is ending. */
export class SandboxClosed extends Error {
  override readonly name = 'SandboxClosed';
}
