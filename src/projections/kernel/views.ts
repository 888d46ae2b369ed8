import type { Documents } from './documents.ts';

/** What every query reads from. Made by the runner; in tests by `currentViews`. */
export interface Views {
  readonly documents: Documents;
  /** The collection that serves a projection now: an older version's while a new one is being built. */
  readonly current: (projection: string) => string;
}

/** An interface's fields as an object type that counts as JSON. */
export type Plain<T> = { readonly [K in keyof T]: T[K] };
