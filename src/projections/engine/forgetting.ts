import type { Position } from '../../domain/kernel/event.ts';
import type { JsonObject } from '../../domain/kernel/json.ts';
import type { Documents } from '../../ports/documents.ts';
import { everything } from './pages.ts';
import type { AnyProjection } from './projection.ts';

/** The index that finds all documents of an owner: it begins with the owner and leaves out no document. */
export const ownerIndex = ({ indexes }: AnyProjection): string | null =>
  indexes.find(({ fields, sparse }) => fields[0] === 'owner' && !sparse)?.name ?? null;

export interface Holding {
  readonly projection: AnyProjection;
  readonly collection: string;
  /** Documents in memory that are newer than the stored ones; null means that the document is removed. */
  readonly hot: ReadonlyMap<string, { readonly doc: JsonObject | null; readonly position: Position | '' }>;
}

/** Ids of the owner's documents up to a position: those that carry the owner's id, and the one whose own id it is. */
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
