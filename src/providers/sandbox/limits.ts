export const MAX_EXAMPLES = 50;
/** The longest code, in bytes of UTF-8. */
export const MAX_CODE_BYTES = 65_536;
/** The most WebAssembly memory that an example may use. */
export const MEMORY_BYTES = 134_217_728;

/** Time limits, in milliseconds. */
export interface TimeLimits {
  /** Processor time of an example. */
  readonly exampleMs: number;
  /** How much longer code may run if it ignores the interruption. Then its process is ended. */
  readonly graceMs: number;
  /** Real time for an example. It is longer than its processor time, because a busy machine lets it wait. */
  readonly exampleWallMs: number;
  /** Real time for all examples together. It begins when the interpreter is ready. */
  readonly submissionMs: number;
  /** Real time until an interpreter must be ready. */
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
 * After this many examples that exceeded their time or crashed their interpreter, the rest is not run, because other
 * people wait for their turn.
 */
export const LOSSES_BEFORE_GIVING_UP = 3;

/** Limits that the operating system enforces on a child process that runs submitted code. */
export const CHILD_LIMITS = {
  /** Processor time over its whole life. The program's own limit on each example takes effect long before. */
  cpuSeconds: 90,
  /**
   * Address space. Each WebAssembly memory reserves 8 GiB of it, however little it uses: Node and two memories take 18
   * GiB. So this limits the number of memories.
   */
  addressSpaceBytes: 32 * 1_073_741_824,
  /** Writable memory during the start. Of this, 510 MiB are reserved for compiled code and not used. */
  startingDataBytes: 1_280 * 1_048_576,
  /** How much more writable memory it may take after the start. */
  furtherDataBytes: MEMORY_BYTES + 128 * 1_048_576,
  /** The heap of the JavaScript engine that runs WebAssembly, in MiB. */
  heapMib: 192,
  /** Large enough that the interpreter, and not the engine around it, detects deep recursion. */
  stackBytes: 16 * 1_048_576,
  /** Open files while it starts. */
  files: 64,
  /**
   * Low enough that a busy process hardly slows others down, and high enough that it finishes in time on a busy
   * machine.
   */
  nice: 5,
} as const;
