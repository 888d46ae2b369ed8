import type { Call, Ran } from '../../contracts/coding/ran.ts';
import type { CodeLanguage } from '../../ports/sandbox.ts';

/** What a thread is asked to run. What is expected of the code is not among it. */
export interface ThreadJob {
  readonly language: CodeLanguage;
  readonly code: string;
  /** Null for a program that reads standard input. */
  readonly call: Call | null;
  readonly stdin: string;
}

export interface ThreadAnswer {
  readonly ran: Ran;
  /** Processor time in milliseconds. */
  readonly ms: number;
  /** True if the interpreter can run nothing more. */
  readonly isBroken: boolean;
}

/** What a thread is started with. */
export interface ThreadSettings {
  /** Processor time of an example, in milliseconds. */
  readonly exampleMs: number;
  readonly memoryBytes: number;
}
