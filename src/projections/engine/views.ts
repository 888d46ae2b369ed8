import type { Position } from '../../domain/kernel/event.ts';
import type { Documents } from '../../ports/documents.ts';
import { type AnyProjection, collectionName } from './projection.ts';

/** What every query reads from. The runner creates it; tests use `currentViews`. */
export interface Views {
  readonly documents: Documents;
  /** The collection that serves a projection now: that of an older version while a new one is being built. */
  readonly current: (projection: string) => string;
  /**
   * Present if read models are folded independently of each other: resolves once this one includes the position.
   * @throws StoreUnavailable
   */
  readonly waitForReadModel?: (projection: string, position: Position) => Promise<void>;
}

/**
 * Views of the versions of these projections.
 * @throws RangeError for any other name
 */
export function currentViews(documents: Documents, projections: readonly AnyProjection[]): Views {
  const names = new Map(projections.map((projection) => [projection.name, collectionName(projection)]));
  return { documents, current: (name) => nameIn(names, name) };
}

export function nameIn(names: ReadonlyMap<string, string>, projection: string): string {
  const name = names.get(projection);
  if (name === undefined) throw new RangeError(`There is no read model '${projection}'. There are: ${[...names.keys()].join(', ')}.`);
  return name;
}

/** Turns an interface into an object type that counts as JSON. */
export type Plain<T> = { readonly [K in keyof T]: T[K] };
