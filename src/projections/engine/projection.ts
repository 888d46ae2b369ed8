import type { Recorded } from '../../domain/kernel/event.ts';
import type { JsonObject } from '../../domain/kernel/json.ts';
import type { IndexSpec } from './documents.ts';

/** Folds are pure: no clock, no keys, no other documents; they return a new document and never change the old one. */
export type Fold<D extends JsonObject> = (doc: D | null, event: Recorded, id: string) => D | null;

/**
 * One read model. `ids` names the documents that an event touches (often one; none: not of interest).
 * `on` holds a fold for each stored event type of interest.
 */
export interface Projection<D extends JsonObject = JsonObject> {
  readonly name: string;
  /** Raised whenever the fold or the shape changes: the new version builds beside the old one. */
  readonly version: number;
  readonly indexes: readonly IndexSpec[];
  readonly ids: (event: Recorded) => readonly string[];
  readonly on: Readonly<Record<string, Fold<D>>>;
  /** Each document comes from one event and never changes: it is not looked up before it is written. */
  readonly once?: boolean;
  /**
   * Stored type of the event after which none of its owner's documents are kept. The manifests give it to every read model:
   * where the owner's key is destroyed, what it sealed is of no use to anybody.
   */
  readonly forgetsOn?: string;
  /** Queries cannot read what older versions left (another shape, a new index): start waits until it is built. */
  readonly incompatible?: boolean;
}

/** A projection as code elsewhere holds it, whatever its documents are. */
// biome-ignore lint/suspicious/noExplicitAny: documents of different projections share one list
export type AnyProjection = Projection<any>;

export const collectionName = (projection: { readonly name: string; readonly version: number }): string =>
  `${projection.name}.v${projection.version}`;
