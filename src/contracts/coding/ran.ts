/** What one run of a program came to. */
export interface Ran {
  /** The JSON of what the function returned; null if it returned nothing, or if no function was called. */
  readonly value: string | null;
  /** Standard output. */
  readonly stdout: string;
  /** Standard output and the error stream together. */
  readonly output: string;
  /** True if more was printed than is kept. */
  readonly cut: boolean;
  readonly fault: Fault | null;
}

/** Why a program came to no end of its own: it threw, or it exceeded its time or its memory. `message` is shown to its author. */
export interface Fault {
  readonly kind: 'error' | 'timeout' | 'memory';
  readonly message: string;
}

/** A function of the submitted code that is to be called. */
export interface Call {
  readonly name: string;
  /** The arguments, each the text of one JSON value. */
  readonly args: readonly string[];
  /** Which argument is the result if the function returns nothing. Left out: none is. */
  readonly changed?: number;
}
