import { openDatabase, reading } from './sqlite/database.ts';
import { GroupCommit } from './sqlite/group-commit.ts';

export interface MailboxMail {
  readonly id: string;
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `size` in bytes. */
  readonly attachments: readonly { readonly filename: string; readonly content_type: string; readonly size: number }[];
  /** RFC 3339, UTC. */
  readonly at: string;
}

/** Mails of the development mailbox. */
export interface MailboxStore {
  /** The same id again changes nothing. `userId`: whose it is to be forgotten with. */
  add(mail: MailboxMail, userId: string | null): Promise<void>;
  /** Newest first; `to`: sent to this address, compared without case. */
  list(options: { readonly to?: string; readonly limit: number }): Promise<readonly MailboxMail[]>;
  forget(userId: string): Promise<void>;
  close(): Promise<void>;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS mails (place INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, user_id TEXT, mail TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS mails_by_user ON mails (user_id);
  CREATE TABLE IF NOT EXISTS addressees (address TEXT NOT NULL, place INTEGER NOT NULL REFERENCES mails ON DELETE CASCADE,
    PRIMARY KEY (address, place)) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS addressees_by_mail ON addressees (place);
`;

export function openMailbox(path: string): MailboxStore {
  const database = openDatabase(path, { synchronous: 'FULL', secureDelete: true });
  database.exec(SCHEMA);
  const commits = new GroupCommit(database);
  const insert = database.prepare('INSERT INTO mails (id, user_id, mail) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const address = database.prepare('INSERT INTO addressees VALUES (?, ?) ON CONFLICT DO NOTHING');
  const newest = database.prepare('SELECT mail FROM mails ORDER BY place DESC LIMIT ?');
  const newestTo = database.prepare('SELECT mail FROM addressees JOIN mails USING (place) WHERE address = ? ORDER BY place DESC LIMIT ?');
  const remove = database.prepare('DELETE FROM mails WHERE user_id = ?');
  return {
    add: (mail, userId) =>
      commits.run(() => {
        const { changes, lastInsertRowid } = insert.run(mail.id, userId, JSON.stringify(mail));
        if (changes > 0) for (const to of mail.to) address.run(to.toLowerCase(), lastInsertRowid);
      }),
    list: ({ to, limit }) =>
      reading(() => {
        const rows = to === undefined ? newest.all(limit) : newestTo.all(to.toLowerCase(), limit);
        return (rows as { mail: string }[]).map(({ mail }) => JSON.parse(mail) as MailboxMail);
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
