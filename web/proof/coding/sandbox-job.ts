import type { Call, Ran } from '../../../src/contracts/coding/ran.ts';

/** What the worker is asked to run. What is expected of the code is not among it. */
export interface SandboxJob {
  readonly language: 'javascript' | 'typescript';
  readonly code: string;
  /** Null for a program that reads standard input. */
  readonly call: Call | null;
  readonly stdin: string;
}

export interface SandboxAnswer {
  readonly ran: Ran;
  /** Milliseconds by the clock. */
  readonly ms: number;
}

/** How long an example may take, in milliseconds. */
export const EXAMPLE_MS = 2_000;
