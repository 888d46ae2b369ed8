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
