import { v7 } from 'uuid';
import type { NewEvent } from '../../src/domain/kernel/event.ts';
import type { Expected } from '../../src/domain/kernel/event-store.ts';
import { openSqliteStores, type SqliteStores } from '../../src/store/sqlite-stores.ts';
import { VIEWS_FILES } from '../../src/wiring/folding/groups.ts';

export const OWNER = 'owner';

/** The embedded stores in a new folder, with the key of `OWNER`. */
export async function openStores(dataDir: string): Promise<SqliteStores> {
  const stores = openSqliteStores({
    dataDir,
    masterKey: new Uint8Array(32).fill(7),
    clock: { now: () => new Date().toISOString() },
    views: VIEWS_FILES,
  });
  await stores.vault.createKey(OWNER);
  return stores;
}

const taskEvent = (type: string, data: NewEvent['data'], texts: NewEvent['private']): NewEvent => ({
  id: v7(),
  type,
  data,
  private: texts,
  metadata: {
    owner: OWNER,
    actor: { kind: 'user', id: OWNER },
    correlation_id: v7(),
    causation_id: null,
    at: new Date().toISOString(),
  },
});

export const PROMISED = {
  set: { status: 'pending', due_date: '2026-11-20', due_time: '17:00' },
  was: {},
  own_texts: ['title', 'description'],
  children: [],
};
export const promisedTexts = (index: number) => ({
  title: `Answer letter ${index}`,
  description: 'Ask who signs it off.',
  tags: ['work'],
});

export const promisedTask = (index: number): NewEvent => taskEvent('TaskPromised', PROMISED, promisedTexts(index));

export const startedTask = (index: number): NewEvent =>
  taskEvent('TaskStarted', { set: { status: 'in_progress' }, was: { status: 'pending' } }, { title: `Letter ${index}` });

/** Appends to a new stream one after the other, each acknowledged before the next. */
export async function appendEach({ store }: Pick<SqliteStores, 'store'>, stream: string, events: readonly NewEvent[]): Promise<void> {
  let expected: Expected = 'no_stream';
  for (const event of events) {
    const { revision, events: appended } = await store.append(stream, expected, [event]);
    expected = { revision, hash: appended[0]?.metadata.hash ?? '' };
  }
}
