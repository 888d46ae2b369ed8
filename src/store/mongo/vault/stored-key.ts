import type { Binary } from 'mongodb';

/** The document of a key. It stays, without the key, when the key is destroyed, so that every process learns of it. */
export interface StoredKey {
  readonly _id: string;
  readonly wrapped?: Binary;
  /** When the key was destroyed, by the server's clock. */
  readonly destroyed?: Date;
}
