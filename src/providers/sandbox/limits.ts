export const MAX_EXAMPLES = 50;
/** The longest code, in bytes of UTF-8. */
export const MAX_CODE_BYTES = 65_536;
/** How much WebAssembly memory the program of an example may take. */
export const MEMORY_BYTES = 134_217_728;

/** How long things may take, in milliseconds. */
export interface TimeLimits {
  /** Processor time of an example. */
  readonly exampleMs: number;
  /** How much longer than that code may go on before its thread is ended, where it does not heed the interruption. */
  readonly graceMs: number;
  /** Time by the clock in which an example has to end. More than its processor time, since a busy machine lets it wait. */
  readonly exampleWallMs: number;
  /** Time by the clock for all examples together. It begins when the interpreter is ready. */
  readonly submissionMs: number;
  /** Time by the clock in which an interpreter has to be ready. */
  readonly loadMs: number;
}

export const TIME_LIMITS: TimeLimits = {
  exampleMs: 2_000,
  graceMs: 250,
  exampleWallMs: 20_000,
  submissionMs: 30_000,
  loadMs: 60_000,
};

/**
 * After so many examples that exceeded their time or brought their interpreter down, the others are not run: they would hold up
 * whoever waits.
 */
export const LOSSES_BEFORE_GIVING_UP = 3;
