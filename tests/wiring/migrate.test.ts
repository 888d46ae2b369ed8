import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { startAnchoring } from '../../src/store/anchor/anchoring.ts';
import { openEventStore } from '../../src/store/event-log/event-store.ts';
import { openSqliteLog } from '../../src/store/event-log/sqlite-log.ts';
import { openFiles } from '../../src/store/files/folder-files.ts';
import { lockFolder } from '../../src/store/sqlite/writer-lock.ts';
import { rewrapVault } from '../../src/store/vault/rewrap.ts';
import { openVault } from '../../src/store/vault/sqlite-vault.ts';
import { PROJECTIONS } from '../../src/wiring/features.ts';
import { migrate } from '../../src/wiring/migrate.ts';
import { assembleOnServers } from '../../src/wiring/servers.ts';
import { anEvent } from '../contract/events.ts';
import { pieces } from '../contract/files.ts';
import { startEventStoreDouble } from '../servers/eventstore.ts';
import { sharedMongo } from '../servers/shared.ts';
import { TestClock } from '../support/clock.ts';

const mongo = await sharedMongo();
const KEY = 'ab'.repeat(32);
const FIRST_KEY = new Uint8Array(32).fill(1);
/** More than are compared at once. */
const EVENTS = 600;

/** Its master key was changed once, so that its keyed hashes are not those that the key would make. */
async function installation(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-migrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const vault = openVault({ path: join(folder, 'vault.db'), masterKey: FIRST_KEY });
  const log = openSqliteLog({ path: join(folder, 'events.db') });
  await vault.createKey('ann');
  await openEventStore({ log, vault, clock: new TestClock() }).append(
    's-1',
    'no_stream',
    // Of a type that the program knows, and that no read model but the ledger's handles.
    Array.from({ length: EVENTS }, () => anEvent({ type: 'BatchUndone' })),
  );
  await openFiles({ folder: join(folder, 'files'), vault }).write('ann', 'a.zip', pieces(Buffer.from('bytes')));
  const { anchoring } = await startAnchoring({ log, anchors: vault }, { accept: false });
  await anchoring.settle({ closed: true });
  await log.close();
  await vault.close();
  rewrapVault(join(folder, 'vault.db'), { from: [FIRST_KEY], to: Buffer.from(KEY, 'hex') });
  return folder;
}

describe.skipIf(mongo === null)(`moving, over ${mongo?.name} and a double of EventStoreDB`, () => {
  test.each(['copied', 'files', 'compared'])(
    'stops where it is told to, and continues from there: %s',
    { timeout: 20_000 },
    async (where) => {
      const eventstore = await startEventStoreDouble();
      onTestFinished(() => eventstore.stop());
      const servers = { EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongo?.database() ?? '' };
      const config = readConfig({ ...servers, VOUCH_MASTER_KEY: KEY, VOUCH_DATA: await installation() });
      const stopping = new AbortController();
      let done = 0;
      const progress = {
        show: (_: number, text: string) => {
          if (text.endsWith(where)) stopping.abort();
        },
        done: () => {
          done += 1;
          if (where === 'files' && done === 1) stopping.abort();
        },
      };
      const stopped = await migrate(config, 'eventstore', progress, stopping.signal);
      expect(stopped).toMatchObject({ stopped: true, compared: null });
      const rest = await migrate(config, 'eventstore', { show: () => undefined, done: () => undefined }, new AbortController().signal);
      expect(rest).toMatchObject({ stopped: false, files: 1, compared: { events: EVENTS, missing: 0, difference: null } });
    },
  );

  test('builds the read models while the old program serves, so that the first web does not wait for a worker', {
    timeout: 30_000,
  }, async () => {
    const eventstore = await startEventStoreDouble();
    onTestFinished(() => eventstore.stop());
    const folder = await installation();
    const servers = { EVENTSTORE_URL: eventstore.url, MONGODB_URL: mongo?.database() ?? '', VOUCH_MASTER_KEY: KEY };
    const config = readConfig({ ...servers, VOUCH_DATA: folder });
    const inUse = lockFolder(folder);
    const shown: string[] = [];
    const progress = { show: (_: number, text: string) => void shown.push(text), done: () => undefined };
    const beside = await migrate(config, 'eventstore', progress, new AbortController().signal);
    expect(beside).toMatchObject({ usedBy: expect.any(String), compared: null, readModels: PROJECTIONS.length });
    expect(shown.at(-1)).toBe(`${PROJECTIONS.length} of ${PROJECTIONS.length} read models built`);

    inUse.release();
    const rest = await migrate(config, 'eventstore', progress, new AbortController().signal);
    expect(rest).toMatchObject({ copied: 0, compared: { events: EVENTS, difference: null }, readModels: PROJECTIONS.length });

    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const web = await assembleOnServers({ config: readConfig({ ...servers, VOUCH_ROLE: 'web', VOUCH_DATA: folder }), log: silent });
    onTestFinished(() => web.close());
    await web.readable;
    expect(await web.runner.building()).toEqual([]);
    expect(await web.stores.leases.list()).toEqual([]);
    // The servers' vault knows how many events there are, and their log is open.
    expect(await web.stores.vault.logAnchor()).toMatchObject({ events: EVENTS, closed: false });
  });
});
