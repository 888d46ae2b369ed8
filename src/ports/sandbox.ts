export type CodeLanguage = 'javascript' | 'typescript' | 'python';

/** How submitted code is run: as a program that reads standard input, or by calling its function. */
export type CodeEntry =
  | { readonly kind: 'stdio' }
  | {
      readonly kind: 'function';
      readonly name: string;
      readonly parameters: readonly string[];
      /**
       * The statement of the question. If it says that the function works in place, and the function returns nothing, its
       * first argument is the result.
       */
      readonly statement?: string | null;
    };

export interface CodeExample {
  /** Standard input, or the arguments of a function, such as `nums = [2, 7], target = 9`. */
  readonly input: string;
  /**
   * The expected output: text, or the result of the function, as JSON or as a Python literal. If it names an argument,
   * such as `nums = [1, 2]`, and the function returns nothing, that argument is compared. The code never sees it.
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
  /** Standard output, or the function's result as JSON. Null if the function gave no result. */
  readonly actual: string | null;
  readonly passed: boolean;
  /** Everything that was printed, including the error stream, up to 64 KB. A note says if it was cut. */
  readonly output: string;
  /** Processor time in milliseconds. */
  readonly ms: number;
  /** Why there is no result, or what is wrong with it, as a text for the author of the code. */
  readonly error: string | null;
}

export interface CodeOutcome {
  /** `passed` if every example passed; otherwise the outcome of the first example that did not. */
  readonly status: CodeStatus;
  /** In the order of the examples. */
  readonly results: readonly ExampleResult[];
  /** The number of passed examples. */
  readonly passed: number;
  readonly total: number;
  /** Processor time of all examples, in milliseconds. */
  readonly ms: number;
}

/**
 * Runs submitted code without access to anything: no network, files, processes or clock, and no data of this program or
 * of other people. An example may take 2 s of processor time and 128 MB of memory, and a submission 30 s.
 */
export interface Sandbox {
  /**
   * Runs the code on every example when it is the owner's turn, and compares the output with the expected one. Whatever
   * the code does is a result and not an error.
   * @throws RangeError if there are no examples or more than 50, or if the code is longer than 64 KB; QueueFull if too
   * many submissions are waiting; SandboxClosed; the signal's reason if it aborts, which also ends running code
   */
  run(owner: string, submission: CodeSubmission, signal: AbortSignal): Promise<CodeOutcome>;
  /** Ends everything that is running or waiting, at once. */
  close(): Promise<void>;
}

/** The program is stopping. */
export class SandboxClosed extends Error {
  override readonly name = 'SandboxClosed';
}
