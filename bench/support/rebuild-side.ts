// One side of the rebuild, in a process of its own: `rebuild-side.ts rebuild|parse <data folder>`.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readConfig } from '../../src/config/config.ts';
import { START } from '../../src/domain/kernel/event.ts';
import { openSqliteStores } from '../../src/store/sqlite-stores.ts';
import { REFOLDS, UPCASTERS } from '../../src/wiring/features.ts';
import { VIEWS_FILES } from '../../src/wiring/folding/groups.ts';
import { createFilesRunner } from '../../src/wiring/folding/runner.ts';
import { masterKeyIn } from '../../src/wiring/master-key.ts';
import { keepThreadLimits } from '../../src/wiring/thread-limits.ts';

const [side, data] = process.argv.slice(2) as ['rebuild' | 'parse', string];
const BATCH = 5_000;
const SAMPLE_MS = 10;

/** The time of JSON.parse alone over every stored event, without reading them from the disk. */
function parse(): { ms: number; extra_mb: number } {
  const database = new DatabaseSync(join(data, 'events.db'), { readOnly: true });
  const page = database.prepare('SELECT position, json FROM events WHERE position > ? ORDER BY position LIMIT ?');
  let [ms, after] = [0, 0];
  for (;;) {
    const rows = page.all(after, BATCH) as { position: number; json: string }[];
    const start = performance.now();
    for (const { json } of rows) JSON.parse(json);
    ms += performance.now() - start;
    after = rows.at(-1)?.position ?? after;
    if (rows.length < BATCH) return { ms, extra_mb: 0 };
  }
}

/** Drops every read model and folds it again in the threads that the serving program has. */
async function rebuild(): Promise<{ ms: number; extra_mb: number }> {
  keepThreadLimits();
  const threads = readConfig(process.env).readModelThreads;
  const stores = openSqliteStores({
    dataDir: data,
    masterKey: masterKeyIn(data),
    clock: { now: () => new Date().toISOString() },
    upcasters: UPCASTERS,
    refolds: REFOLDS,
    views: VIEWS_FILES,
    foldedInThreads: threads > 0,
  });
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (fields: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
  };
  const runner = createFilesRunner({ data, stores, log, threads });
  await runner.start();
  await stores.store.readAll(START, 1);
  const before = process.memoryUsage.rss();
  let peak = before;
  const sample = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const start = performance.now();
  await runner.rebuild();
  const ms = performance.now() - start;
  clearInterval(sample);
  peak = Math.max(peak, process.resourceUsage().maxRSS * 1_024);
  await runner.stop();
  await stores.close();
  return { ms, extra_mb: (peak - before) / 1_048_576 };
}

process.stdout.write(JSON.stringify(side === 'parse' ? parse() : await rebuild()));
