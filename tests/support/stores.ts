import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Upcasters } from '../../src/store/event-log/upcasting.ts';
import { openSqliteStores, type SqliteStores } from '../../src/store/sqlite-stores.ts';
import { TestClock } from './clock.ts';

export const TEST_MASTER_KEY: Uint8Array = new Uint8Array(32).fill(7);

export interface TestStores extends SqliteStores {
  readonly clock: TestClock;
  readonly dataDir: string;
  /** Closes the stores and removes the folder. */
  dispose(): Promise<void>;
}

/** Stores in a new folder, or in the given one with what it already contains. */
export function openTestStores(options: { dataDir?: string; clock?: TestClock; upcasters?: Upcasters } = {}): TestStores {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'vouch-'));
  const clock = options.clock ?? new TestClock();
  const stores = openSqliteStores({
    dataDir,
    masterKey: TEST_MASTER_KEY,
    clock,
    ...(options.upcasters && { upcasters: options.upcasters }),
  });
  return {
    ...stores,
    clock,
    dataDir,
    async dispose() {
      await stores.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
