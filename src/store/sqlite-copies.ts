import type { DatabaseSync } from 'node:sqlite';
import { type Copies, type MailCopy, type MessageCopy, normalizeAddress, normalizeNumber } from '../ports/files.ts';
import { openDisposable, openTables, withStoreErrors } from './sqlite/database.ts';
import { GroupCommit } from './sqlite/group-commit.ts';
import { prepareSelect } from './sqlite/statements.ts';
import { storedJson } from './stored-json.ts';

const MAILS = `
  CREATE TABLE IF NOT EXISTS mails (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, user_id TEXT, mail TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS mails_by_user ON mails (user_id);
  CREATE TABLE IF NOT EXISTS addressees (address TEXT NOT NULL, place INTEGER NOT NULL REFERENCES mails ON DELETE CASCADE,
    PRIMARY KEY (address, place)) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS addressees_by_mail ON addressees (place);
`;

const MESSAGES = `
  CREATE TABLE IF NOT EXISTS messages (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, user_id TEXT,
    number TEXT NOT NULL, message TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS messages_by_user ON messages (user_id);
  CREATE INDEX IF NOT EXISTS messages_by_number ON messages (number, place);
`;

interface CopyTable<T> {
  readonly schema: string;
  /** Selects `copy`, newest first. Parameters of `newest`: the limit. Parameters of `newestTo`: a normalized address and the limit. */
  readonly newest: string;
  readonly newestTo: string;
  readonly has: string;
  readonly forget: string;
  readonly formOf: (to: string) => string;
  inserter(database: DatabaseSync): (copy: T, userId: string | null) => void;
}

const mails: CopyTable<MailCopy> = {
  schema: MAILS,
  newest: 'SELECT mail AS copy FROM mails ORDER BY place DESC LIMIT ?',
  newestTo: 'SELECT mail AS copy FROM addressees JOIN mails USING (place) WHERE address = ? ORDER BY place DESC LIMIT ?',
  has: 'SELECT 1 FROM mails WHERE id = ?',
  forget: 'DELETE FROM mails WHERE user_id = ?',
  formOf: normalizeAddress,
  inserter(database) {
    const insert = database.prepare('INSERT INTO mails (id, user_id, mail) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
    const address = database.prepare('INSERT INTO addressees VALUES (?, ?) ON CONFLICT DO NOTHING');
    return (mail, userId) => {
      const { changes, lastInsertRowid } = insert.run(mail.id, userId, JSON.stringify(mail));
      if (changes > 0) for (const to of mail.to) address.run(normalizeAddress(to), lastInsertRowid);
    };
  },
};

const messages: CopyTable<MessageCopy> = {
  schema: MESSAGES,
  newest: 'SELECT message AS copy FROM messages ORDER BY place DESC LIMIT ?',
  newestTo: 'SELECT message AS copy FROM messages WHERE number = ? ORDER BY place DESC LIMIT ?',
  has: 'SELECT 1 FROM messages WHERE id = ?',
  forget: 'DELETE FROM messages WHERE user_id = ?',
  formOf: normalizeNumber,
  inserter(database) {
    const insert = database.prepare('INSERT INTO messages (id, user_id, number, message) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING');
    return (message, userId) => void insert.run(message.id, userId, normalizeNumber(message.to), JSON.stringify(message));
  },
};

export const openMailbox = (path: string): Copies<MailCopy> => openCopies(path, mails);
export const openOutbox = (path: string): Copies<MessageCopy> => openCopies(path, messages);

function openCopies<T>(path: string, shape: CopyTable<T>): Copies<T> {
  const database = openDisposable(path, (file) => openTables(file, shape.schema, { synchronous: 'FULL', secureDelete: true }));
  const commits = new GroupCommit(database);
  const insert = shape.inserter(database);
  const newest = prepareSelect<{ copy: string }>(database, shape.newest);
  const newestTo = prepareSelect<{ copy: string }>(database, shape.newestTo);
  const has = database.prepare(shape.has);
  const remove = database.prepare(shape.forget);
  return {
    add: (copy, userId) => commits.run(() => insert(copy, userId)),
    list: ({ to, limit }) =>
      withStoreErrors(() => {
        const rows = to === undefined ? newest.all(limit) : newestTo.all(shape.formOf(to), limit);
        return rows.map(({ copy }) => storedJson<T>(copy));
      }),
    has: (id) => withStoreErrors(() => has.get(id) !== undefined),
    async forget(userId) {
      await commits.run(() => void remove.run(userId));
      // Data that was overwritten in the file must not survive in the write-ahead log.
      await withStoreErrors(() => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    },
    async close() {
      commits.close();
      if (database.isOpen) database.close();
    },
  };
}
