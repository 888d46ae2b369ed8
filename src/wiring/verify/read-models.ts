import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Position, START } from '../../domain/kernel/event.ts';
import type { Documents } from '../../ports/documents.ts';
import { Folding } from '../../projections/engine/folding.ts';
import { FoldFault } from '../../projections/engine/member.ts';
import { type AnyProjection, collectionName } from '../../projections/engine/projection.ts';
import { openDocuments } from '../../store/documents/sqlite-documents.ts';
import type { RawLog } from '../../store/event-log/raw-log.ts';
import { upcasting } from '../../store/event-log/upcasting.ts';
import { type Fault, faultOf } from '../../store/verify/fault.ts';
import { sentenceOf } from '../../store/verify/log-file.ts';
import { openViewsFile } from '../../store/verify/views-file.ts';
import { PROJECTIONS, UPCASTERS } from '../features.ts';

const BATCH = 1000;
/** As in a rebuild. */
const HOT = 5_000;
const UNWRITTEN = 5_000;
/** The number of documents of one read model that are named. */
const SHOWN = 5;

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
  const documents = openDocuments(fresh);
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
      await foldAnew(documents, log, others);
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

const aheadOf = ({ projection, checkpoint }: Built): Fault =>
  faultOf('read_models', `the read model ${projection.name} contains events that the log does not have`, {
    subject: collectionName(projection),
    position: checkpoint,
  });

function differing(views: ReturnType<typeof openViewsFile>, projection: AnyProjection): readonly Fault[] {
  const name = collectionName(projection);
  const found: Fault[] = [];
  let count = 0;
  for (const id of views.differing({ name, indexes: projection.indexes })) {
    count += 1;
    const reason = `the document ${id} of the read model ${projection.name} is not what the events say`;
    if (found.length < SHOWN) found.push(faultOf('read_models', reason, { subject: `${name} ${id}` }));
  }
  const more = count - found.length;
  return more === 0 ? found : [...found, faultOf('read_models', `${more} more documents of ${projection.name} are not`, { subject: name })];
}

/** Folds the read models, each up to its checkpoint. @throws FoldFault */
async function foldAnew(documents: Documents, log: Pick<RawLog, 'readAll'>, built: readonly Built[]): Promise<void> {
  const folding = new Folding(documents, { hot: HOT });
  for (const { projection } of built) {
    await documents.ensure({ name: collectionName(projection), indexes: projection.indexes });
    folding.add(projection, START);
  }
  await documents.filling?.(built.map(({ projection }) => collectionName(projection)));
  const { read } = upcasting(UPCASTERS);
  let after = START;
  for (const [end, ended] of inOrder(built)) {
    while (after < end) {
      const events = (await log.readAll(after, BATCH)).filter(({ position }) => position <= end);
      await folding.fold(events.map(read));
      if (folding.unwritten >= UNWRITTEN) await folding.write();
      after = events.length === 0 ? end : (events.at(-1)?.position ?? end);
    }
    await folding.write();
    folding.remove(ended.map(({ projection }) => collectionName(projection)));
  }
}

/** The read models by their checkpoints, the earliest first. */
const inOrder = (built: readonly Built[]): readonly (readonly [Position, readonly Built[]])[] =>
  [...Map.groupBy(built, ({ checkpoint }) => checkpoint)].sort(([a], [b]) => (a < b ? -1 : 1));
