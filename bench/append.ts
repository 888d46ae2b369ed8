import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { v7 } from 'uuid';
import type { NewEvent } from '../src/domain/kernel/event.ts';
import type { EventStore, Expected } from '../src/domain/kernel/event-store.ts';
import { taskStream } from '../src/domain/task/events.ts';
import { openSqliteStores } from '../src/store/sqlite-stores.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';

const APPENDS = 300;
const RUNS = 15;
const OWNER = 'owner';

function newEvent(index: number): NewEvent {
  const metadata = {
    owner: OWNER,
    actor: { kind: 'user', id: OWNER },
    correlation_id: v7(),
    causation_id: null,
    at: new Date().toISOString(),
  } as const;
  const data = {
    set: { status: 'pending', due_date: '2026-11-20', due_time: '17:00' },
    was: {},
    own_texts: ['title', 'description'],
    children: [],
  };
  return {
    id: v7(),
    type: 'TaskPromised',
    data,
    private: { title: `Answer letter ${index}`, description: 'Ask who signs it off.', tags: ['work'] },
    metadata,
  };
}

/** One writer with one commit for each event: expected revision, hash chain and sealing, compared with a bare row of the same bytes. */
export const appendOverCommit: Bench = () =>
  withFolder(async (folder) => {
    const stores = openSqliteStores({
      dataDir: join(folder, 'ours'),
      masterKey: new Uint8Array(32).fill(7),
      clock: { now: () => new Date().toISOString() },
    });
    await stores.vault.createKey(OWNER);
    const bytes = await bytesOf(stores.store);
    const bare = new DatabaseSync(join(folder, 'bare.db'));
    bare.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE rows (row TEXT NOT NULL)');
    const insert = bare.prepare('INSERT INTO rows VALUES (?)');
    const row = 'x'.repeat(bytes);
    const ours = async (): Promise<number> => {
      const stream = taskStream(v7());
      const toAppend = Array.from({ length: APPENDS }, (_, index) => newEvent(index));
      let expected: Expected = 'no_stream';
      const ms = await timed(async () => {
        for (const event of toAppend) {
          const { revision, events } = await stores.store.append(stream, expected, [event]);
          expected = { revision, hash: events[0]?.metadata.hash ?? '' };
        }
      });
      return (ms / APPENDS) * 1_000;
    };
    const baseline = async (): Promise<number> => {
      const ms = await timed(() => {
        for (let index = 0; index < APPENDS; index += 1) insert.run(row);
      });
      return (ms / APPENDS) * 1_000;
    };
    const sides = await interleaved(RUNS, ours, baseline);
    bare.close();
    await stores.close();
    return [compared({ name: 'append_over_commit', goal: 1.5, better: 'lower', unit: 'µs an event' }, sides)];
  });

/** The size of such an event when it is stored. */
async function bytesOf(store: EventStore): Promise<number> {
  const { events } = await store.append('task-first', 'no_stream', [newEvent(0)]);
  return Buffer.byteLength(JSON.stringify(events[0]));
}
