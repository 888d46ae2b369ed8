import { type Position, START } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { Documents } from '../../ports/documents.ts';
import { type AnyProjection, collectionName } from '../../projections/engine/projection.ts';
import type { Views } from '../../projections/engine/views.ts';

/** One collection of a read model: of the newest version, or of the older version that still serves. */
export interface ProjectionLag {
  readonly projection: string;
  readonly version: string;
  /** True if queries read this collection. */
  readonly serves: boolean;
  /** The age, in seconds, of the oldest event that it has not processed; 0 if it has processed all. */
  readonly seconds: number;
}

interface LagSources {
  readonly store: EventStore;
  readonly documents: Documents;
  readonly views: Views;
  readonly projections: readonly AnyProjection[];
  readonly now: () => string;
}

/** How far each read model is behind, whichever process folds it, by the stored checkpoints. */
export async function projectionLags({ store, documents, views, projections, now }: LagSources): Promise<readonly ProjectionLag[]> {
  const collections = projections.flatMap((projection) => collectionsOf(projection, views));
  const checkpoints = await documents.checkpoints(collections.map(({ collection }) => collection));
  const [newest] = await store.readLast(1);
  const at = ({ collection }: { collection: string }): Position => checkpoints.get(collection)?.position ?? START;
  const ages = new Map<Position, number>();
  for (const position of new Set(collections.map(at)))
    ages.set(position, newest === undefined || position >= newest.position ? 0 : await ageAfter(store, position, now()));
  return collections.map((one) => ({
    projection: one.projection,
    version: one.collection.slice(one.projection.length + '.v'.length),
    serves: one.serves,
    seconds: ages.get(at(one)) ?? 0,
  }));
}

function collectionsOf(projection: AnyProjection, views: Views) {
  const { name } = projection;
  const newest = collectionName(projection);
  const serving = views.current(name);
  const one = { projection: name, collection: serving, serves: true };
  return serving === newest ? [one] : [one, { projection: name, collection: newest, serves: false }];
}

/** The age, in seconds, of the first event after the position; 0 if there is none. */
export async function ageAfter(store: EventStore, position: Position, now: string): Promise<number> {
  const [next] = await store.readAll(position, 1);
  return next ? Math.max(0, (Date.parse(now) - Date.parse(next.metadata.recorded_at)) / 1_000) : 0;
}
