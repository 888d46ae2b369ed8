import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventsAfter } from '../../analysis/from-log.ts';
import { type Position, START } from '../../domain/kernel/event.ts';
import type { Documents } from '../../ports/documents.ts';
import { foldApart } from '../../projections/engine/fold-apart.ts';
import { FoldFault } from '../../projections/engine/member.ts';
import { type AnyProjection, collectionName, specOf } from '../../projections/engine/projection.ts';
import { type LogBeside, tableSpecOf } from '../../store/documents/collection.ts';
import { openDocuments } from '../../store/documents/sqlite-documents.ts';
import type { RawLog } from '../../store/event-log/raw-log.ts';
import { upcasting } from '../../store/event-log/upcasting.ts';
import { type Fault, faultOf } from '../../store/verify/fault.ts';
import { sentenceOf } from '../../store/verify/log-file.ts';
import { openViewsFile } from '../../store/verify/views-file.ts';
import { PROJECTIONS, REFOLDS, UPCASTERS } from '../features.ts';

/** The number of documents of one read model that are named. */
export const SHOWN = 5;

const { read } = upcasting(UPCASTERS);

/** The fresh file has to be stored as the other one, and no document of it is read. */
const BESIDE: LogBeside = {
  refolds: REFOLDS,
  eventsAt: () => {
    throw new Error('Read models are compared as they are stored.');
  },
};

interface Built {
  readonly projection: AnyProjection;
  readonly checkpoint: Position;
}

/**
 * Folds each read model anew up to its checkpoint, into a temporary file, and compares every document. Read models that are not built yet
 * are left out.
 */
export async function checkReadModels(path: string, log: Pick<RawLog, 'readAll' | 'head'>): Promise<readonly Fault[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-verify-'));
  const fresh = join(folder, 'views.db');
  const documents = openDocuments(fresh, BESIDE);
  try {
    const views = openViewsFile(path, fresh);
    try {
      const head = await log.head();
      const built = PROJECTIONS.flatMap((projection) => {
        const checkpoint = views.checkpoints.get(collectionName(projection));
        return checkpoint === undefined ? [] : [{ projection, checkpoint: checkpoint === '' ? START : checkpoint }];
      });
      const ahead = built.filter(({ checkpoint }) => checkpoint > head);
      const others = built.filter(({ checkpoint }) => checkpoint <= head);
      const ends = new Map(others.map(({ projection, checkpoint }) => [projection.name, checkpoint]));
      const projections = others.map(({ projection }) => projection);
      await foldApart({ documents: withoutIndexes(documents), projections, events: eventsAfter(inTodaysShape(log), START), ends });
      return [...ahead.map(aheadOf), ...others.flatMap(({ projection }) => differing(views, projection))];
    } finally {
      views.close();
    }
  } catch (error) {
    if (error instanceof FoldFault)
      return [faultOf('read_models', `${error.message} ${String(error.cause)}`, { subject: error.collection })];
    return [faultOf('read_models', `${path} cannot be checked: ${sentenceOf(error)}`, { subject: 'views.db' })];
  } finally {
    await documents.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A document that differs from a fresh fold. `collection`: where it is stored. */
export const otherDocument = (readModel: string, id: string, collection: string): Fault =>
  faultOf('read_models', `the document ${id} of the read model ${readModel} is not what the events say`, {
    subject: `${collection} ${id}`,
  });

const aheadOf = ({ projection, checkpoint }: Built): Fault =>
  faultOf('read_models', `the read model ${projection.name} contains events that the log does not have`, {
    subject: collectionName(projection),
    position: checkpoint,
  });

function differing(views: ReturnType<typeof openViewsFile>, projection: AnyProjection): readonly Fault[] {
  const name = collectionName(projection);
  const found: Fault[] = [];
  let count = 0;
  for (const id of views.differing(tableSpecOf(specOf(projection), BESIDE))) {
    count += 1;
    if (found.length < SHOWN) found.push(otherDocument(projection.name, id, name));
  }
  const more = count - found.length;
  return more === 0 ? found : [...found, faultOf('read_models', `${more} more documents of ${projection.name} are not`, { subject: name })];
}

/** The fold needs no indexes at its end, because nothing is looked up in it. */
const withoutIndexes = (documents: Documents): Documents => ({
  ...documents,
  async filling(collections) {
    await documents.filling?.(collections);
    return async () => undefined;
  },
});

const inTodaysShape = (log: Pick<RawLog, 'readAll' | 'head'>): Parameters<typeof eventsAfter>[0] => ({
  readAll: async (after, limit) => (await log.readAll(after, limit)).map(read),
  head: () => log.head(),
});
