import { isDeepStrictEqual } from 'node:util';
import { type Position, type Recorded, START } from '../domain/kernel/event.ts';
import type { Documents, Stored, WholeCollections } from '../ports/documents.ts';
import { foldApart } from '../projections/engine/fold-apart.ts';
import { type AnyProjection, collectionName } from '../projections/engine/projection.ts';
import { pairsOf } from './pairs.ts';

/** The read models that serve, opened to be read. */
export type ServingReadModels = WholeCollections & Pick<Documents, 'checkpoints' | 'getMany'>;
/** An empty store for the fresh fold. */
export type Scratch = Documents & WholeCollections;

export type Difference = 'missing' | 'not in the log' | 'other content';

export interface ComparedReadModel {
  readonly name: string;
  readonly version: number;
  /** The position at which it was compared; null: it is not built yet. */
  readonly checkpoint: Position | null;
  /** The documents of the fresh fold. */
  readonly documents: number;
  /** Ids of the documents that differ, with what is different about them. */
  readonly differences: ReadonlyMap<string, Difference>;
}

export interface Comparing {
  readonly projections: readonly AnyProjection[];
  readonly serving: ServingReadModels;
  readonly scratch: Scratch;
  /** The events of the log after a position up to its present end, oldest first. */
  readonly events: (after: Position) => AsyncIterable<readonly Recorded[]>;
}

/** How often documents that differ are looked at again, because a running program may just have changed them. */
const LOOKS = 10;

/**
 * Compares read models with a fresh fold of the log, each at its own checkpoint. A running program may change them meanwhile: what differs is
 * looked at again at a later checkpoint, until it is the same, or stays different while nothing changes.
 */
export async function compareReadModels(comparing: Comparing): Promise<readonly ComparedReadModel[]> {
  const { projections, serving, scratch, events } = comparing;
  let ends = await endsOf(comparing);
  await foldApart({ documents: scratch, projections, events: events(START), ends });
  const found = [];
  for (const projection of projections) found.push({ projection, ...(await compareWhole(comparing, projection, ends)) });
  for (let look = 0; look < LOOKS && found.some(({ differences }) => differences.size > 0); look += 1) {
    const later = await endsOf(comparing);
    if (isDeepStrictEqual(later, ends)) break;
    const folded = [...ends.values()].toSorted()[0] ?? START;
    ends = later;
    await foldApart({ documents: scratch, projections, events: events(folded), ends });
    for (const each of found) each.differences = await compareAgain(serving, scratch, each.projection, [...each.differences.keys()]);
  }
  return found.map(({ projection: { name, version }, documents, differences }) => {
    const checkpoint = ends.get(name) ?? START;
    return { name, version, checkpoint: checkpoint === START ? null : checkpoint, documents, differences };
  });
}

async function endsOf({ serving, projections }: Comparing): Promise<ReadonlyMap<string, Position>> {
  const checkpoints = await serving.checkpoints(projections.map(collectionName));
  return new Map(projections.map((each) => [each.name, checkpoints.get(collectionName(each))?.position ?? START]));
}

interface Compared {
  documents: number;
  differences: Map<string, Difference>;
}

async function compareWhole(
  { serving, scratch }: Comparing,
  projection: AnyProjection,
  ends: ReadonlyMap<string, Position>,
): Promise<Compared> {
  const compared: Compared = { documents: 0, differences: new Map() };
  const collection = collectionName(projection);
  if (ends.get(projection.name) === START) return compared;
  for await (const [fresh, served] of pairsOf(scratch, serving, collection)) {
    if (fresh) compared.documents += 1;
    const difference = differenceOf(fresh, served);
    const id = (fresh ?? served)?.id;
    if (difference !== null && id !== undefined) compared.differences.set(id, difference);
  }
  return compared;
}

async function compareAgain(
  serving: ServingReadModels,
  scratch: Scratch,
  projection: AnyProjection,
  ids: readonly string[],
): Promise<Map<string, Difference>> {
  const differences = new Map<string, Difference>();
  if (ids.length === 0) return differences;
  const [fresh, served] = await Promise.all([scratch, serving].map((each) => each.getMany(collectionName(projection), ids)));
  for (const id of ids) {
    const difference = differenceOf(fresh?.get(id), served?.get(id));
    if (difference !== null) differences.set(id, difference);
  }
  return differences;
}

function differenceOf(fresh: Stored | undefined, served: Stored | undefined): Difference | null {
  if (fresh === undefined) return served === undefined ? null : 'not in the log';
  if (served === undefined) return 'missing';
  return fresh.position === served.position && isDeepStrictEqual(fresh.doc, served.doc) ? null : 'other content';
}
