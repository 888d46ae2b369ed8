import { type Position, START } from '../../domain/kernel/event.ts';
import type { Documents } from '../../ports/documents.ts';
import { type AnyProjection, collectionName } from './projection.ts';

export interface Versions {
  readonly projection: AnyProjection;
  readonly checkpoint: Position;
  /** Collections of older versions, newest first. They stay and serve until this version has caught up. */
  readonly older: readonly string[];
}

/**
 * Creates the collections and reads their checkpoints. A collection that is ahead of the log belongs to another log and starts again from
 * nothing. Collections of newer versions belong to a newer program and do not change.
 */
export async function versionsOf(
  documents: Documents,
  projections: readonly AnyProjection[],
  head: Position,
): Promise<readonly Versions[]> {
  const versions: Versions[] = [];
  for (const projection of projections) {
    const spec = { name: collectionName(projection), indexes: projection.indexes };
    await documents.ensure(spec);
    if ((await documents.checkpoint(spec.name)) > head) {
      await forget(documents, spec.name);
      await documents.ensure(spec);
    }
    versions.push({ projection, checkpoint: await documents.checkpoint(spec.name), older: await olderOf(documents, projection) });
  }
  return versions;
}

export async function forget(documents: Documents, collection: string): Promise<void> {
  await documents.drop(collection);
  await documents.apply({ writes: [], checkpoints: [{ name: collection, position: START }] });
}

/**
 * The collections of older versions. They are looked up one by one, because `list` counts documents and the start must not read them all.
 */
async function olderOf(documents: Documents, { name, version }: AnyProjection): Promise<readonly string[]> {
  const older: string[] = [];
  for (let one = version - 1; one > 0; one -= 1) {
    const collection = collectionName({ name, version: one });
    if ((await documents.checkpoint(collection)) > START) older.push(collection);
  }
  return older;
}
