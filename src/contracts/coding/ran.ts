/** The result of one run of a program. */
export interface Ran {
  /** The JSON of what the function returned; null if it returned nothing, or if no function was called. */
  readonly value: string | null;
  /** Standard output. */
  readonly stdout: string;
  /** Standard output and the error stream together. */
  readonly output: string;
  /** True if the output exceeded the limit. */
  readonly cut: boolean;
  readonly fault: Fault | null;
}

/** The program threw an error, or exceeded its limit of time or memory. `message` is shown to its author. */
export interface Fault {
  readonly kind: 'error' | 'timeout' | 'memory';
  readonly message: string;
}

/** The call of a submitted function. */
export interface Call {
  readonly name: string;
  /** The arguments, each the text of one JSON value. */
  readonly args: readonly string[];
  /** The index of the argument that is the result if the function returns nothing. Left out: there is none. */
  readonly changed?: number;
}

/** The limit for the printed output of an example, in bytes of UTF-8. A returned value has the same limit. */
export const OUTPUT_BYTES = 65_536;

/** Collects what a program prints, up to the limit. */
export class Printed {
  #stdout = '';
  #output = '';
  #left = OUTPUT_BYTES;
  #cut = false;

  /** Standard output alone. */
  get stdout(): string {
    return this.#stdout;
  }

  /** Standard output and the error stream, in the order in which they were written. */
  get output(): string {
    return this.#output;
  }

  /** True if the output exceeded the limit. */
  get cut(): boolean {
    return this.#cut;
  }

  add(stream: number, text: string): void {
    const part = cutTo(text, this.#left);
    this.#cut ||= part !== text;
    // After a cut nothing more may be appended.
    this.#left = this.#cut ? 0 : this.#left - new TextEncoder().encode(part).length;
    this.#output += part;
    if (stream === 1) this.#stdout += part;
  }
}

/** The longest beginning of a text that has at most this many bytes in UTF-8. */
export function cutTo(text: string, bytes: number): string {
  // In UTF-8, a code unit takes at most three bytes.
  if (text.length * 3 <= bytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
