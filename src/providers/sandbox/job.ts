import type { Call, Ran } from '../../contracts/coding/ran.ts';
import type { CodeLanguage } from '../../ports/sandbox.ts';

/** What a child process is asked to run. What is expected of the code is not among it. */
export interface Job {
  readonly language: CodeLanguage;
  readonly code: string;
  /** Null for a program that reads standard input. */
  readonly call: Call | null;
  readonly stdin: string;
}

export interface Answer {
  readonly ran: Ran;
  /** Processor time in milliseconds. */
  readonly ms: number;
  /** True if the interpreter can run nothing more. */
  readonly isBroken: boolean;
}

/** What a child process is started with. */
export interface ChildSettings {
  /** Processor time of an example, in milliseconds. */
  readonly exampleMs: number;
  readonly memoryBytes: number;
}

/** The line by which a child process says that its interpreter can run something. Every other line is an answer. */
export const READY = 'ready';
