import { openDatabase, reading } from './sqlite/database.ts';
import { GroupCommit } from './sqlite/group-commit.ts';

export interface OutboxEntry {
  readonly id: string;
  readonly channel: 'whatsapp';
  readonly to: string;
  readonly text: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

/** Messages of the development outbox. */
export interface OutboxStore {
  /** The same id again changes nothing. `userId`: whose it is to be forgotten with. */
  add(message: OutboxEntry, userId: string | null): Promise<void>;
  /** Newest first; `to`: sent to this number, compared by its digits. */
  list(options: { readonly to?: string; readonly limit: number }): Promise<readonly OutboxEntry[]>;
  forget(userId: string): Promise<void>;
  close(): Promise<void>;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS messages (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, user_id TEXT,
    number TEXT NOT NULL, message TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS messages_by_user ON messages (user_id);
  CREATE INDEX IF NOT EXISTS messages_by_number ON messages (number, place);
`;

const digits = (number: string): string => number.replaceAll(/\D/g, '');

export function openOutbox(path: string): OutboxStore {
  const database = openDatabase(path, { synchronous: 'FULL', secureDelete: true });
  database.exec(SCHEMA);
  const commits = new GroupCommit(database);
  const insert = database.prepare('INSERT INTO messages (id, user_id, number, message) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING');
  const newest = database.prepare('SELECT message FROM messages ORDER BY place DESC LIMIT ?');
  const newestTo = database.prepare('SELECT message FROM messages WHERE number = ? ORDER BY place DESC LIMIT ?');
  const remove = database.prepare('DELETE FROM messages WHERE user_id = ?');
  return {
    add: (message, userId) => commits.run(() => void insert.run(message.id, userId, digits(message.to), JSON.stringify(message))),
    list: ({ to, limit }) =>
      reading(() => {
        const rows = to === undefined ? newest.all(limit) : newestTo.all(digits(to), limit);
        return (rows as { message: string }[]).map(({ message }) => JSON.parse(message) as OutboxEntry);
      }),
    async forget(userId) {
      await commits.run(() => void remove.run(userId));
      await reading(() => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    },
    async close() {
      commits.close();
      if (database.isOpen) database.close();
    },
  };
}
