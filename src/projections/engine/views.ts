import type { Position } from '../../domain/kernel/event.ts';
import type { Documents } from './documents.ts';
import { type AnyProjection, collectionName } from './projection.ts';

/** What every query reads from. Made by the runner; in tests by `currentViews`. */
export interface Views {
  readonly documents: Documents;
  /** The collection that serves a projection now: an older version's while a new one is being built. */
  readonly current: (projection: string) => string;
  /** Given where read models are folded independently of each other: resolves once this one holds the position. @throws StoreUnavailable */
  readonly waitForReadModel?: (projection: string, position: Position) => Promise<void>;
}

/** Views of the versions that these projections have. @throws RangeError for a name that is none of theirs. */
export function currentViews(documents: Documents, projections: readonly AnyProjection[]): Views {
  const names = new Map(projections.map((projection) => [projection.name, collectionName(projection)]));
  return { documents, current: (name) => nameIn(names, name) };
}

export function nameIn(names: ReadonlyMap<string, string>, projection: string): string {
  const name = names.get(projection);
  if (name === undefined) throw new RangeError(`There is no read model '${projection}'. There are: ${[...names.keys()].join(', ')}.`);
  return name;
}

/** An interface's fields as an object type that counts as JSON. */
export type Plain<T> = { readonly [K in keyof T]: T[K] };
