import type { Binary } from 'mongodb';

/** Stays when the key is destroyed, without it, so that every process learns of it. */
export interface StoredKey {
  readonly _id: string;
  readonly wrapped?: Binary;
  /** When, by the server. */
  readonly destroyed?: Date;
}
