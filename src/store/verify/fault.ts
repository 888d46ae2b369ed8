/** The parts of the data that are checked. */
export type CheckName = 'stores' | 'log' | 'index' | 'anchor' | 'keys' | 'heads' | 'files' | 'read_models';

/** Something that is not as it was written. Null where it does not apply. */
export interface Fault {
  readonly check: CheckName;
  readonly stream: string | null;
  readonly revision: number | null;
  readonly event_id: string | null;
  readonly position: string | null;
  /** What else is concerned: the id of a file, the owner of a key, a document, or the name of a store. */
  readonly subject: string | null;
  /** A sentence without its beginning, such as 'its hash is not that of what is stored'. */
  readonly reason: string;
}

const NOWHERE = { stream: null, revision: null, event_id: null, position: null, subject: null };

export const faultOf = (check: CheckName, reason: string, at: Partial<Omit<Fault, 'check' | 'reason'>> = {}): Fault => ({
  check,
  ...NOWHERE,
  ...at,
  reason,
});
