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
import { openViewsFile, type ViewsFile } from '../../store/verify/views-file.ts';
import { REFOLDS, UPCASTERS } from '../features.ts';
import type { FoldedGroup } from '../folding/groups.ts';

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
  readonly views: ViewsFile;
}

/**
 * Folds each read model of these files in a folder anew up to its checkpoint, into a temporary file, and compares every document. Read models
 * that are not built yet are left out.
 */
export async function checkReadModels(
  dataDir: string,
  groups: readonly FoldedGroup[],
  log: Pick<RawLog, 'readAll' | 'head'>,
): Promise<readonly Fault[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-verify-'));
  const fresh = join(folder, 'fresh.db');
  const documents = openDocuments(fresh, BESIDE);
  const opened: ViewsFile[] = [];
  const faults: Fault[] = [];
  try {
    const built: Built[] = [];
    for (const { file, projections } of groups) {
      try {
        const views = openViewsFile(join(dataDir, file), fresh);
        opened.push(views);
        built.push(...builtIn(views, projections));
      } catch (error) {
        faults.push(notChecked(join(dataDir, file), file, error));
      }
    }
    return [...faults, ...(await compared(documents, built, log))];
  } catch (error) {
    if (error instanceof FoldFault)
      return [...faults, faultOf('read_models', `${error.message} ${String(error.cause)}`, { subject: error.collection })];
    return [...faults, notChecked(dataDir, 'read models', error)];
  } finally {
    for (const views of opened) views.close();
    await documents.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const notChecked = (path: string, subject: string, error: unknown): Fault =>
  faultOf('read_models', `${path} cannot be checked: ${sentenceOf(error)}`, { subject });

const builtIn = (views: ViewsFile, projections: readonly AnyProjection[]): readonly Built[] =>
  projections.flatMap((projection) => {
    const checkpoint = views.checkpoints.get(collectionName(projection));
    return checkpoint === undefined ? [] : [{ projection, checkpoint: checkpoint === '' ? START : checkpoint, views }];
  });

async function compared(documents: Documents, built: readonly Built[], log: Pick<RawLog, 'readAll' | 'head'>): Promise<readonly Fault[]> {
  const head = await log.head();
  const ahead = built.filter(({ checkpoint }) => checkpoint > head);
  const others = built.filter(({ checkpoint }) => checkpoint <= head);
  const ends = new Map(others.map(({ projection, checkpoint }) => [projection.name, checkpoint]));
  const projections = others.map(({ projection }) => projection);
  await foldApart({ documents: withoutIndexes(documents), projections, events: eventsAfter(inTodaysShape(log), START), ends });
  return [...ahead.map(aheadOf), ...others.flatMap(({ projection, views }) => differing(views, projection))];
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

function differing(views: ViewsFile, projection: AnyProjection): readonly Fault[] {
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
