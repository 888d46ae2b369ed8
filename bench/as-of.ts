import { join } from 'node:path';
import type { App } from '../src/app/app.ts';
import { AccountRegistered } from '../src/domain/account/events.ts';
import { START } from '../src/domain/kernel/event.ts';
import type { EventStore } from '../src/domain/kernel/event-store.ts';
import { accounts, streams } from '../src/projections/account/accounts.ts';
import { createRunner } from '../src/projections/engine/projection-runner.ts';
import { currentViews } from '../src/projections/engine/views.ts';
import { FIGURES, knownThen } from '../src/reports/as-of/known-then.ts';
import { openDocuments, openTemporaryDocuments } from '../src/store/documents/sqlite-documents.ts';
import { openSqliteStores } from '../src/store/sqlite-stores.ts';
import { UPCASTERS } from '../src/wiring/features.ts';
import { VIEWS_FILES } from '../src/wiring/folding/groups.ts';
import { masterKeyIn } from '../src/wiring/master-key.ts';
import { copied, filledFor } from './support/fill.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';

const EVENTS = 100_000;
const RUNS = 3;
const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };
const NOBODY_LEAVES = new AbortController().signal;

/** The account of the log, and the instant of its newest event. */
async function newestOf(store: EventStore): Promise<{ readonly owner: string; readonly asOf: string }> {
  const [[newest], begun] = await Promise.all([store.readLast(1), store.readAll(START, 100)]);
  const owner = begun.find(({ type }) => type === AccountRegistered.type)?.metadata.owner;
  if (!owner || !newest) throw new Error('The log has no account.');
  return { owner, asOf: newest.metadata.recorded_at };
}

/** The read models of reports as they were known, compared with a rebuild of the same read models from the same log of one account. */
export const asOfOverRebuild: Bench = () =>
  withFolder(async (folder) => {
    const data = copied(await filledFor(EVENTS), join(folder, 'data'));
    const clock = { now: () => new Date(Date.UTC(2100, 0)).toISOString() };
    const stores = openSqliteStores({ dataDir: data, masterKey: masterKeyIn(data), clock, upcasters: UPCASTERS, views: VIEWS_FILES });
    const documents = openDocuments(join(folder, 'rebuilt.db'));
    const runner = createRunner({ store: stores.store, documents, projections: FIGURES.projections, log: LOG });
    await runner.start();
    const views = currentViews(stores.documents, [accounts, streams]);
    const app = { store: stores.store, views, clock, openScratch: openTemporaryDocuments } as unknown as App;
    const asked = { ...(await newestOf(stores.store)), part: FIGURES, signal: NOBODY_LEAVES };
    try {
      const sides = await interleaved(
        RUNS,
        () => timed(() => knownThen(app, asked, async () => undefined)),
        () => timed(() => runner.rebuild()),
      );
      return [compared({ name: 'as_of_over_rebuild', goal: 1.5, better: 'lower', unit: `ms for ${EVENTS} events` }, sides)];
    } finally {
      await runner.stop();
      await documents.close();
      await stores.close();
    }
  });
