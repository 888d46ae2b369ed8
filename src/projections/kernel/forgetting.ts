import type { JsonObject } from '../../domain/kernel/json.ts';
import type { Documents } from './documents.ts';
import { everything } from './pages.ts';
import type { AnyProjection } from './projection.ts';

/** After this event no read model holds anything of its owner any more: what their key sealed is for nobody. */
export const FORGETS = 'AccountDeleted';

/** By which a projection's documents of an owner are found: an index that begins with the owner and leaves no document out. */
export const ownerIndex = ({ indexes }: AnyProjection): string | null =>
  indexes.find(({ fields, sparse }) => fields[0] === 'owner' && !sparse)?.name ?? null;

export interface Holding {
  readonly projection: AnyProjection;
  readonly collection: string;
  /** What is newer than in the collection; null: removed. */
  readonly inHand: readonly (readonly [id: string, doc: JsonObject | null])[];
}

/** Ids of the owner's documents: those that carry the owner's id, and those that name the owner. */
export async function documentsOf(
  documents: Documents,
  { projection, collection, inHand }: Holding,
  owner: string | null,
): Promise<readonly string[]> {
  if (owner === null) return [];
  const newer = new Set(inHand.map(([id]) => id));
  const here = inHand.flatMap(([id, doc]) => (doc !== null && (id === owner || doc.owner === owner) ? [id] : []));
  const index = ownerIndex(projection);
  const found = index === null ? [] : await everything(documents, collection, { index, equals: [owner], order: 'asc' });
  const own = await documents.get(collection, owner);
  const stored = [...(own ? [own] : []), ...found].map(({ id }) => id);
  return [...new Set([...here, ...stored.filter((id) => !newer.has(id))])];
}
