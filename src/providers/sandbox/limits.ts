export const MAX_EXAMPLES = 50;
/** The longest code, in bytes of UTF-8. */
export const MAX_CODE_BYTES = 65_536;
/** How much WebAssembly memory the program of an example may take. */
export const MEMORY_BYTES = 134_217_728;

/** How long things may take, in milliseconds. */
export interface TimeLimits {
  /** Processor time of an example. */
  readonly exampleMs: number;
  /** How much longer than that code may go on before its process is ended, where it does not heed the interruption. */
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

/** What the operating system keeps for a child process that runs submitted code. */
export const CHILD_LIMITS = {
  /** Processor time of all its life. The watch on a running example acts long before. */
  cpuSeconds: 90,
  /**
   * Address space. Each memory of WebAssembly reserves 8 GiB of it, whatever it uses: Node and two memories take 18 GiB. So this
   * bounds how many there are.
   */
  addressSpaceBytes: 32 * 1_073_741_824,
  /** Memory that can be written to, while it starts. Of this, 510 MiB are set aside for compiled code and not used. */
  startingDataBytes: 1_280 * 1_048_576,
  /** How much more of it than it has when it is ready. */
  furtherDataBytes: MEMORY_BYTES + 128 * 1_048_576,
  /** The heap of the engine around WebAssembly, in MiB. */
  heapMib: 192,
  /** Deep recursion is to be noticed by the interpreter and not by the engine around it. */
  stackBytes: 16 * 1_048_576,
  /** Open files while it starts. */
  files: 64,
  /** So low that others hardly notice a busy process, and high enough that it ends in its time on a busy machine. */
  nice: 5,
} as const;
