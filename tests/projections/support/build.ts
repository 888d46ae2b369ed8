import type { Recorded } from '../../../src/domain/kernel/event.ts';
import type { Documents } from '../../../src/ports/documents.ts';
import { Folding } from '../../../src/projections/engine/folding.ts';
import { type AnyProjection, collectionName, specOf } from '../../../src/projections/engine/projection.ts';
import { currentViews, type Views } from '../../../src/projections/engine/views.ts';
import { openDocuments, type SqliteDocuments } from '../../../src/store/documents/sqlite-documents.ts';
import { PROJECTIONS } from '../../../src/wiring/features.ts';

export interface Building {
  readonly projections?: readonly AnyProjection[];
  /** Events folded before each write. */
  readonly batch?: number;
  /** Documents that are kept in memory. */
  readonly hot?: number;
}

export interface Built {
  readonly documents: SqliteDocuments;
  readonly views: Views;
}

/** The documents of all projections after these events. */
export async function build(
  events: readonly Recorded[],
  { projections = PROJECTIONS, batch = 500, hot = 1_000 }: Building = {},
): Promise<Built> {
  const documents = openDocuments(':memory:');
  for (const projection of projections) await documents.ensure(specOf(projection));
  await feed(documents, events, { projections, batch, hot });
  return { documents, views: currentViews(documents, projections) };
}

/** Folds further events from the stored checkpoints. */
export async function feed(
  documents: SqliteDocuments,
  events: readonly Recorded[],
  { projections = PROJECTIONS, batch = 500, hot = 1_000 }: Building = {},
): Promise<void> {
  const folding = new Folding(documents, { hot });
  for (const projection of projections) folding.add(projection, await documents.checkpoint(collectionName(projection)));
  for (let at = 0; at < events.length; at += batch) {
    await folding.fold(events.slice(at, at + batch));
    await folding.write();
  }
}

/** Every document that the events touched, by collection and id. */
export async function contents(documents: Documents, events: readonly Recorded[], projections: readonly AnyProjection[] = PROJECTIONS) {
  const all: Record<string, unknown> = {};
  for (const projection of projections) {
    const ids = new Set(events.filter((event) => event.type in projection.on).flatMap((event) => projection.ids(event)));
    const found = await documents.getMany(collectionName(projection), [...ids]);
    for (const [id, { doc, position }] of found) all[`${projection.name} ${id}`] = { position, doc };
  }
  return all;
}
