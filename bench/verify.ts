import { hash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readConfig } from '../src/config/config.ts';
import { createRunner } from '../src/projections/engine/projection-runner.ts';
import { openSqliteStores } from '../src/store/sqlite-stores.ts';
import { PROJECTIONS } from '../src/wiring/features.ts';
import { VIEWS_FILES } from '../src/wiring/folding/groups.ts';
import { masterKeyIn } from '../src/wiring/master-key.ts';
import { verifyFolder } from '../src/wiring/verify/verify.ts';
import { copied, filledFor } from './support/fill.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';

const EVENTS = 100_000;
const BATCH = 1_000;
const LOG_RUNS = 9;
const WHOLE_RUNS = 3;
const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Milliseconds of `vouch verify` on a folder, which must be as it was written. */
const verified = (data: string, logOnly: boolean): Promise<number> =>
  timed(async () => {
    const { faults } = await verifyFolder(readConfig({ VOUCH_DATA: data }), { logOnly }, () => undefined);
    if (faults.length > 0) throw new Error(`It finds ${JSON.stringify(faults.slice(0, 3))}.`);
  });

/** Reads the stored texts from the file, and computes the SHA-256 of each. */
const hashed = (path: string): Promise<number> =>
  timed(() => {
    const database = new DatabaseSync(path, { readOnly: true });
    const page = database.prepare('SELECT position, json FROM events WHERE position > ? ORDER BY position LIMIT ?');
    for (let after = 0; ; ) {
      const rows = page.all(after, BATCH);
      for (const { json } of rows) hash('sha256', String(json), 'hex');
      if (rows.length < BATCH) break;
      after = Number(rows.at(-1)?.position);
    }
    database.close();
  });

/** `vouch verify --log-only` compared with reading the stored texts and computing their SHA-256, event by event. */
export const verifyOverHash: Bench = async () => {
  const data = await filledFor(EVENTS);
  const sides = await interleaved(
    LOG_RUNS,
    () => verified(data, true),
    () => hashed(join(data, 'events.db')),
  );
  return [compared({ name: 'verify_over_hash', goal: 3, better: 'lower', unit: `ms for ${EVENTS} events` }, sides)];
};

/** The whole `vouch verify` compared with a rebuild of all read models. */
export const verifyWholeOverRebuild: Bench = () =>
  withFolder(async (folder) => {
    const data = copied(await filledFor(EVENTS), join(folder, 'data'));
    const sides = await interleaved(
      WHOLE_RUNS,
      () => verified(data, false),
      () => rebuilt(data),
    );
    return [compared({ name: 'verify_whole_over_rebuild', goal: 1.5, better: 'lower', unit: `ms for ${EVENTS} events` }, sides)];
  });

async function rebuilt(data: string): Promise<number> {
  const stores = openSqliteStores({
    dataDir: data,
    masterKey: masterKeyIn(data),
    clock: { now: () => new Date().toISOString() },
    views: VIEWS_FILES,
  });
  const runner = createRunner({ ...stores, projections: PROJECTIONS, log: LOG });
  await runner.start();
  const ms = await timed(() => runner.rebuild());
  await runner.stop();
  await stores.close();
  return ms;
}
