import type { Position } from '../../domain/kernel/event.ts';
import type { JsonObject } from '../../domain/kernel/json.ts';
import type { Documents } from './documents.ts';
import { everything } from './pages.ts';
import type { AnyProjection } from './projection.ts';

/** By which a projection's documents of an owner are found: an index that begins with the owner and leaves no document out. */
export const ownerIndex = ({ indexes }: AnyProjection): string | null =>
  indexes.find(({ fields, sparse }) => fields[0] === 'owner' && !sparse)?.name ?? null;

export interface Holding {
  readonly projection: AnyProjection;
  readonly collection: string;
  /** What is newer than in the collection; a document that is null is removed. */
  readonly hot: ReadonlyMap<string, { readonly doc: JsonObject | null; readonly position: Position | '' }>;
}

/** Ids of the owner's documents up to a position: those that carry the owner's id, and those that name the owner. */
export async function documentsOf(
  documents: Documents,
  { projection, collection, hot }: Holding,
  owner: string | null,
  until: Position,
): Promise<readonly string[]> {
  if (owner === null) return [];
  const inHand = [...hot].filter(([id, { doc, position }]) => doc !== null && position <= until && (id === owner || doc.owner === owner));
  const index = ownerIndex(projection);
  const named = index === null ? [] : await everything(documents, collection, { index, equals: [owner], order: 'asc' });
  const own = await documents.get(collection, owner);
  const stored = [...named, ...(own ? [own] : [])].filter(({ id, position }) => position <= until && !hot.has(id));
  return [...new Set([...inHand.map(([id]) => id), ...stored.map(({ id }) => id)])];
}
