import type { AnyEventDefinition, RecordedAs } from '../../domain/kernel/define-event.ts';
import type { JsonObject, Recorded } from '../../domain/kernel/event.ts';
import { required } from '../../domain/kernel/records.ts';
import { type CollectionSpec, type IndexSpec, type Refolds, readModelOf } from '../../ports/documents.ts';

/**
 * Adds a document beside the one that is folded; null deletes it. It is stored before that one, so whoever finds the folded document finds
 * what it refers to. No fold reads it.
 */
export type AddPart = (id: string, doc: JsonObject | null) => void;

/** Folds are pure: no clock, no keys, no other documents; they return a new document and never change the old one. */
export type Fold<D extends JsonObject> = (doc: D | null, event: Recorded, id: string, add: AddPart) => D | null;

/**
 * One read model. `ids` returns the documents that an event changes (often one; none if the event does not matter). `on` has a fold for
 * each stored event type that matters.
 */
export interface Projection<D extends JsonObject = JsonObject> {
  readonly name: string;
  /** Raise it whenever the fold or the shape changes: the new version is built while the old one serves. */
  readonly version: number;
  readonly indexes: readonly IndexSpec[];
  readonly ids: (event: Recorded) => readonly string[];
  readonly on: Readonly<Record<string, Fold<D>>>;
  /** Each document comes from one event and never changes, so it is not read before it is written. */
  readonly once?: boolean;
  /** Each document belongs to one stream, and only events of this stream change it. So the first event of a stream finds none. */
  readonly ofStream?: boolean;
  /** As in `CollectionSpec`. `ofEvents` implies `once`. */
  readonly ofEvents?: boolean;
  readonly alike?: CollectionSpec['alike'];
  /**
   * Stored type of the event after which the owner's documents are deleted. The manifests set it for every read model, because sealed
   * values are useless once the owner's key is destroyed.
   */
  readonly forgetsOn?: string;
  /**
   * Queries cannot read the collections of older versions (because of another shape or a new index), so the start waits until this one is
   * built.
   */
  readonly incompatible?: boolean;
}

/** A projection whose type of document does not matter. */
// biome-ignore lint/suspicious/noExplicitAny: documents of different projections share one list
export type AnyProjection = Projection<any>;

export const collectionName = (projection: { readonly name: string; readonly version: number }): string =>
  `${projection.name}.v${projection.version}`;

/** The collection of a projection, under its own name or another one. */
export function specOf(projection: AnyProjection, name: string = collectionName(projection)): CollectionSpec {
  const { indexes, ofEvents, alike } = projection;
  return { name, indexes, ...(ofEvents && { ofEvents }), ...(alike && { alike }) };
}

const noPart: AddPart = () => {
  throw new Error('A document that is made from one event has no parts.');
};

/** Makes documents again by today's folds, also those of a collection of an older version. */
export function refoldsOf(projections: readonly AnyProjection[]): Refolds {
  const known = new Map(projections.filter(({ ofEvents }) => ofEvents).map((projection) => [projection.name, projection]));
  return (collection) => {
    const projection = known.get(readModelOf(collection));
    if (projection === undefined) return null;
    return (event) => required(projection.on[event.type]?.(null, event, event.position, noPart), `document of ${collection}`);
  };
}

export interface Handler<D extends JsonObject> {
  readonly types: readonly string[];
  readonly fold: Fold<D>;
}

/**
 * Declares what a read model does with the events of these definitions. The fold sees the event's own type and returns a new document, or
 * null to delete it.
 */
export function on<D extends JsonObject, const Definition extends AnyEventDefinition>(
  definitions: Definition | readonly Definition[],
  fold: (doc: D | null, event: RecordedAs<Definition>, id: string, add: AddPart) => D | null,
): Handler<D> {
  const none: readonly AnyEventDefinition[] = [];
  const list = none.concat(definitions);
  // `folds` calls it only with events of these types.
  return { types: list.map(({ type }) => type), fold: fold as Fold<D> };
}

/**
 * The folds of a read model, by stored event type.
 * @throws Error if two of them take the same type
 */
export function folds<D extends JsonObject>(...handlers: readonly Handler<D>[]): Readonly<Record<string, Fold<D>>> {
  const map: Record<string, Fold<D>> = {};
  for (const { types, fold } of handlers) {
    for (const type of types) {
      if (map[type]) throw new Error(`Two folds of one read model take ${type}.`);
      map[type] = fold;
    }
  }
  return map;
}
