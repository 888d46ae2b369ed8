import type { Call, Ran } from '../../../src/contracts/coding/ran.ts';

/** The input of the worker. It does not contain the expected output, so the code cannot read it. */
export interface SandboxJob {
  readonly language: 'javascript' | 'typescript';
  readonly code: string;
  /** Null for a program that reads standard input. */
  readonly call: Call | null;
  readonly stdin: string;
}

export interface SandboxAnswer {
  readonly ran: Ran;
  /** The time limit in milliseconds of real time. */
  readonly ms: number;
}

/** The time limit of an example in milliseconds. */
export const EXAMPLE_MS = 2_000;
