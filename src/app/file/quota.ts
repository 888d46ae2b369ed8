/** The room for an owner's files, in bytes. It is asked for only where it matters: few owners have more than any plan allows. */
export interface Quota {
  /** The owner has at least this much. */
  readonly least: number;
  readonly ask: () => Promise<number>;
}

export const fixedQuota = (bytes: number): Quota => ({ least: bytes, ask: async () => bytes });
