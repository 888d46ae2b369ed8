import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { Position, Recorded } from '../src/domain/kernel/event.ts';
import { START } from '../src/domain/kernel/event.ts';
import { TaskPlaced } from '../src/domain/task/place-events.ts';
import { Folding } from '../src/projections/engine/folding.ts';
import { collectionName } from '../src/projections/engine/projection.ts';
import { currentViews } from '../src/projections/engine/views.ts';
import { ledgers } from '../src/projections/ledger/ledgers.ts';
import { inclusionPath, leafOfEvent } from '../src/projections/ledger/tree.ts';
import { openDocuments } from '../src/store/documents/sqlite-documents.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, median, timed } from './support/measure.ts';

const LEAVES = 100_000;
const BATCH = 1_000;
const PROOFS = 500;
const OWNER = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01';

const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const positionOf = (index: number): Position => String(index + 1).padStart(START.length, '0');

/** Only what the ledger looks at. */
const event = (index: number): Recorded =>
  ({
    id: idOf(index),
    type: TaskPlaced.type,
    stream: `task-${idOf(index)}`,
    revision: 0,
    position: positionOf(index),
    data: {},
    private: null,
    metadata: { owner: OWNER, hash: hash('sha256', idOf(index)) },
  }) as unknown as Recorded;

/** Finding an event in a ledger of 100,000 leaves, and its inclusion path, in milliseconds. */
export const proofMs: Bench = () =>
  withFolder(async (folder) => {
    const documents = openDocuments(join(folder, 'views.db'));
    try {
      await documents.ensure({ name: collectionName(ledgers), indexes: ledgers.indexes });
      const folding = new Folding(documents, { hot: BATCH });
      folding.add(ledgers, START);
      for (let from = 0; from < LEAVES; from += BATCH) {
        await folding.fold(Array.from({ length: BATCH }, (_, at) => event(from + at)));
        await folding.write();
      }
      const views = currentViews(documents, [ledgers]);
      const prove = async (index: number): Promise<void> => {
        const leaf = await leafOfEvent(views, OWNER, idOf(index));
        const path = await inclusionPath(views, OWNER, leaf?.index ?? -1, LEAVES);
        if (path.length === 0) throw new Error('There is no path.');
      };
      const times: number[] = [];
      for (let proof = 0; proof < PROOFS; proof += 1) times.push(await timed(() => prove((proof * 7_919) % LEAVES)));
      const ours = median(times);
      return [{ name: 'proof_ms', ratio: ours, goal: 5, better: 'lower', ours, baseline: 0, unit: 'ms a proof', runs: PROOFS }];
    } finally {
      await documents.close();
    }
  });
