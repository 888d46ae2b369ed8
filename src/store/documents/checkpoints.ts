import type { DatabaseSync } from 'node:sqlite';
import { type Checkpoint, type CheckpointWrite, Fenced } from '../../ports/documents.ts';

type Row = { position: string; live: number; token: number };

/** The checkpoint of each collection: its position, whether it may serve, and the token under which it was written. */
export function checkpointsIn(database: DatabaseSync) {
  const select = database.prepare('SELECT position, live, token FROM checkpoints WHERE name = ?');
  const upsert = database.prepare(`
    INSERT INTO checkpoints (name, position, live, token) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET position = excluded.position, live = max(live, excluded.live), token = max(token, excluded.token)`);

  const of = (name: string): Checkpoint | null => {
    const row = select.get(name) as Row | undefined;
    return row ? { position: row.position, live: row.live === 1, token: row.token } : null;
  };

  return {
    of,
    ofAll: (names: readonly string[]): ReadonlyMap<string, Checkpoint> =>
      new Map(names.flatMap((name) => [of(name)].filter((found) => found !== null).map((found) => [name, found] as const))),
    /**
     * Stores checkpoints inside the batch's transaction, so that an error rolls back the whole batch.
     * @throws Fenced
     */
    set(reached: readonly CheckpointWrite[]): void {
      const lost = reached.filter(({ name, token = 0 }) => token > 0 && (of(name)?.token ?? 0) > token);
      if (lost.length > 0) throw new Fenced(lost.map(({ name }) => name));
      for (const { name, position, token = 0, live = false } of reached) upsert.run(name, position, Number(live), token);
    },
  };
}
