import { openEventStore } from '../../src/store/event-log/event-store.ts';
import type { RawLog } from '../../src/store/event-log/raw-log.ts';
import { openOpener } from '../../src/store/seal.ts';
import { openVault } from '../../src/store/vault/sqlite-vault.ts';
import { TEST_MASTER_KEY } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import type { EventStoreSubject } from './event-store.ts';

/** The event store over any log, with a vault of its own. `closed`: what must end after the log. */
export function subjectOver(
  log: RawLog & { close(): Promise<void> },
  closed: () => Promise<void> = async () => undefined,
): EventStoreSubject {
  const clock = new TestClock();
  const vault = openVault({ path: ':memory:', masterKey: TEST_MASTER_KEY });
  return {
    store: openEventStore({ log, vault, clock }),
    log,
    vault,
    opener: openOpener(vault),
    clock,
    with: (upcasters) => openEventStore({ log, vault, clock, upcasters }),
    async close() {
      await log.close();
      await vault.close();
      await closed();
    },
  };
}
