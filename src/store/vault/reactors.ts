import type { DatabaseSync } from 'node:sqlite';
import type { Checkpoint, HeldCount, HeldEvent, ReactorProgress } from '../../ports/coordination.ts';
import { withStoreErrors } from '../sqlite/database.ts';
import type { GroupCommit } from '../sqlite/group-commit.ts';
import { prepareSelect } from '../sqlite/statements.ts';

export const REACTOR_TABLES = `
  CREATE TABLE IF NOT EXISTS reactor_checkpoints (
    reactor TEXT PRIMARY KEY, position TEXT NOT NULL, stream TEXT, revision INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS reactor_events (
    reactor TEXT NOT NULL, event_id TEXT NOT NULL, type TEXT NOT NULL, stream TEXT NOT NULL, revision INTEGER NOT NULL,
    position TEXT NOT NULL, tries INTEGER NOT NULL, next_at TEXT, aside INTEGER NOT NULL, error TEXT, held_at TEXT NOT NULL,
    PRIMARY KEY (reactor, event_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS reactor_events_by_place ON reactor_events (aside, position);
`;

interface CheckpointRow {
  readonly reactor: string;
  readonly position: string;
  readonly stream: string | null;
  readonly revision: number | null;
}

type HeldRow = Omit<HeldEvent, 'aside'> & { readonly aside: number };

const COLUMNS = 'reactor, event_id, type, stream, revision, position, tries, next_at, aside, error, held_at';

/** The reactors' progress over the vault's connection. The tables must exist. */
export function sqliteReactorProgress(database: DatabaseSync, commits: GroupCommit): ReactorProgress {
  const checkpoints = prepareSelect<CheckpointRow>(database, 'SELECT reactor, position, stream, revision FROM reactor_checkpoints');
  const putCheckpoint = database.prepare(`
    INSERT INTO reactor_checkpoints VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET position = excluded.position, stream = excluded.stream, revision = excluded.revision`);
  const held = prepareSelect<HeldRow>(database, `SELECT ${COLUMNS} FROM reactor_events WHERE aside = ? ORDER BY position`);
  const hold = database.prepare(`INSERT INTO reactor_events (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
  const change = database.prepare(
    'UPDATE reactor_events SET tries = ?, next_at = ?, aside = ?, error = ? WHERE reactor = ? AND event_id = ?',
  );
  const release = database.prepare('DELETE FROM reactor_events WHERE reactor = ? AND event_id = ?');
  const counts = prepareSelect<HeldCount>(
    database,
    'SELECT reactor, sum(1 - aside) AS waiting, sum(aside) AS aside FROM reactor_events GROUP BY reactor ORDER BY reactor',
  );
  const heldWhere = (aside: boolean): Promise<readonly HeldEvent[]> =>
    withStoreErrors(() => held.all(aside ? 1 : 0).map((row) => ({ ...row, aside: row.aside === 1 })));
  return {
    checkpoints: () => withStoreErrors(() => checkpoints.all().map(asCheckpoint)),
    putCheckpoints: (all) =>
      commits.run(() => {
        for (const { reactor, position, event } of all)
          putCheckpoint.run(reactor, position, event?.stream ?? null, event?.revision ?? null);
      }),
    waiting: () => heldWhere(false),
    aside: () => heldWhere(true),
    hold: (one) =>
      commits.run(() => {
        const { reactor, event_id, type, stream, revision, position, tries, next_at, aside, error, held_at } = one;
        return hold.run(reactor, event_id, type, stream, revision, position, tries, next_at, aside ? 1 : 0, error, held_at).changes > 0;
      }),
    change: ({ reactor, event_id, tries, next_at, aside, error }) =>
      commits.run(() => void change.run(tries, next_at, aside ? 1 : 0, error, reactor, event_id)),
    release: ({ reactor, event_id }) => commits.run(() => void release.run(reactor, event_id)),
    counts: () => withStoreErrors(() => counts.all().map((row) => ({ ...row }))),
    clear: () => commits.run(() => database.exec('DELETE FROM reactor_checkpoints; DELETE FROM reactor_events;')),
  };
}

const asCheckpoint = ({ reactor, position, stream, revision }: CheckpointRow): Checkpoint => ({
  reactor,
  position,
  event: stream === null || revision === null ? null : { stream, revision },
});
