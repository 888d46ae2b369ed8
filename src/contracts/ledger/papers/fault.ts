/** Why a file is not an unchanged paper. */
export type FaultCode =
  | 'no_paper'
  | 'torn'
  | 'saved_by_browser'
  | 'malformed'
  | 'changed'
  | 'forged'
  | 'unknown_key'
  | 'other_origin'
  | 'outside_key_time'
  | 'rewritten'
  | 'other_ledger'
  | 'proof_missing';

export interface Fault {
  readonly code: FaultCode;
  /** Whole sentences for the person who checks the paper. */
  readonly message: string;
  /** Of an export whose record is wrong: what is wrong, a sentence for each stream and file. */
  readonly details?: readonly string[];
}

/** A file is not an unchanged paper. */
export class Faulty extends Error {
  override readonly name = 'Faulty';
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

export const changed = (message: string): Faulty => new Faulty({ code: 'changed', message });

const MOST_DETAILS = 100;

/** Collects what is wrong. Only the first sentences are kept, because everything in a file can be wrong. */
export class Details {
  readonly #first: string[] = [];
  #count = 0;

  add(sentence: string): void {
    this.#count += 1;
    if (this.#first.length < MOST_DETAILS) this.#first.push(sentence);
  }

  /** @throws Faulty if there is something */
  require(): void {
    if (this.#count === 0) return;
    const more = this.#count - this.#first.length;
    const details = more === 0 ? this.#first : [...this.#first, `And ${more} more.`];
    const found = this.#count === 1 ? 'There is 1 fault in its record.' : `There are ${this.#count} faults in its record.`;
    throw new Faulty({ code: 'changed', message: found, details });
  }
}
