import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { lostFiles } from '../../src/store/lost-stores.ts';
import { assemble } from '../../src/wiring/assemble.ts';
import { assembleOnServers } from '../../src/wiring/servers.ts';
import { startEventStoreDouble } from '../servers/eventstore.ts';
import { sharedMongo } from '../servers/shared.ts';
import { endedProgram } from '../support/ended-program.ts';

describe('on files', () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const start = (data: string) => assemble({ config: readConfig({ VOUCH_DATA: data }), log });

  const folder = endedProgram(start);
  const at = (name: string): string => join(folder(), name);
  const remove = (name: string): void => {
    for (const end of ['', '-wal', '-shm']) rmSync(at(name + end), { force: true });
  };

  const DAMAGES: readonly (readonly [string, (name: string) => void])[] = [
    ['missing', remove],
    ['empty', (name) => truncateSync(at(name), 0)],
    ['overwritten', (name) => writeFileSync(at(name), 'something else was written here. '.repeat(2_000))],
  ];
  const LOST = ['events.db', 'vault.db'].flatMap((name) => DAMAGES.map(([how, damage]) => [name, how, damage] as const));

  describe('a start', () => {
    test.each(LOST)('is refused when %s is %s, names the file, and writes nothing', async (name, _, damage) => {
      damage(name);
      const before = contents();
      await expect(start(folder())).rejects.toThrow(new RegExp(`${at(name)} is .*Put ${name} back from a backup\\.`));
      expect(contents()).toEqual(before);
      expect(lostFiles(folder())).toEqual([expect.stringContaining(at(name))]);
    });

    test('is refused by the content of the vault when the log and the read models are missing', async () => {
      remove('events.db');
      remove('views-history.db');
      remove('views-tasks.db');
      await expect(start(folder())).rejects.toThrow(at('events.db'));
    });

    test('names the log and the vault when only the read models exist', async () => {
      remove('events.db');
      remove('vault.db');
      expect(lostFiles(folder())).toEqual([expect.stringContaining(at('events.db')), expect.stringContaining(at('vault.db'))]);
    });

    test('is refused when the master key is missing, and no new one is made', async () => {
      rmSync(at('master.key'));
      await expect(start(folder())).rejects.toThrow(`${at('master.key')} is missing. Put it back from a backup`);
      expect(existsSync(at('master.key'))).toBe(false);
    });

    test('continues if the first one ended between the first key and the first event', async () => {
      const fresh = join(folder(), 'fresh');
      const first = await start(fresh);
      await first.stores.vault.createKey('ann');
      await first.close();
      const again = await start(fresh);
      await again.close();
      expect(lostFiles(fresh)).toEqual([]);
    });

    test.each(
      ['views-history.db', 'views-tasks.db', 'jobs.db', 'mailbox.db', 'outbox.db', 'lock.db'].flatMap((name) =>
        [...DAMAGES, ['cut in half', half] as const].map((d) => [name, ...d] as const),
      ),
    )('creates %s again when it is %s', async (name, _, damage) => {
      damage(name);
      const program = await start(folder());
      onTestFinished(() => program.close());
      await program.work.start();
      await program.stores.mailbox.list({ limit: 1 });
      await program.stores.outbox.list({ limit: 1 });
      await program.work.stop();
    });
  });

  function half(name: string): void {
    truncateSync(at(name), Math.floor(statSync(at(name)).size / 2));
  }

  /** Every file with its bytes. SQLite may leave empty companions of a file that it only read. */
  function contents(): Readonly<Record<string, string>> {
    const files = readdirSync(folder(), { withFileTypes: true }).filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name));
    return Object.fromEntries(files.map(({ name }) => [name, readFileSync(at(name)).toString('base64')]));
  }
});

const mongo = await sharedMongo();
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function emptyLog(): Promise<string> {
  const eventstore = await startEventStoreDouble();
  onTestFinished(() => eventstore.stop());
  return eventstore.url;
}

const start = (EVENTSTORE_URL: string, MONGODB_URL: string) =>
  assembleOnServers({
    config: readConfig({ EVENTSTORE_URL, MONGODB_URL, VOUCH_MASTER_KEY: 'ab'.repeat(32), VOUCH_DATA: '/nonexistent' }),
    log: silent,
  });

test.skipIf(mongo === null)('a start is refused when one of the servers was lost, and says which', { timeout: 60_000 }, async () => {
  const [log, vault] = [await emptyLog(), mongo?.database() ?? ''];
  const program = await start(log, vault);
  await program.accounts.signup(
    { email: 'ann@example.org', password: 'a rather long password', fullName: 'Ann', timezone: 'Europe/Berlin' },
    program.app.newId(),
  );
  await program.app.waitForReadModels(await program.app.store.head());
  await program.close();

  await expect(start(await emptyLog(), vault)).rejects.toThrow('EventStoreDB holds no events, but events from it have been read.');
  await expect(start(log, mongo?.database() ?? '')).rejects.toThrow('The vault in MongoDB is empty, but there are events.');
  await (await start(log, vault)).close();
});
