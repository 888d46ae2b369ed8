import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verify } from '../../src/cli/verify.ts';
import { checkFiles } from '../../src/store/sqlite/files-integrity.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-integrity-'));
  const database = new DatabaseSync(join(folder, 'events.db'));
  database.exec('CREATE TABLE events (id TEXT); CREATE INDEX by_id ON events (id); BEGIN');
  const insert = database.prepare('INSERT INTO events (id) VALUES (?)');
  for (let index = 0; index < 2_000; index += 1) insert.run(`event number ${index} of many`);
  database.exec('COMMIT');
  database.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Overwrites pages in the middle of a file with nonsense. */
function damage(file: string): void {
  const at = openSync(join(folder, file), 'r+');
  writeSync(at, Buffer.alloc(12_288, 0x5a), 0, 12_288, 16_384);
  closeSync(at);
}
const sound = { events: 1, streams: 1, breaks: [] };
async function verified(deep: boolean) {
  const lines: string[] = [];
  const ports = {
    lost: () => [],
    verify: async () => sound,
    checkFiles: () => checkFiles(folder),
    print: (line: string) => void lines.push(line),
  };
  const code = await verify(ports as unknown as Parameters<typeof verify>[0], { deep });
  return { code, lines };
}

test('checks the existing files and finds them undamaged', async () => {
  expect(checkFiles(folder)).toEqual([{ file: 'events.db', faults: [] }]);
  expect(await verified(true)).toEqual({
    code: 0,
    lines: ['1 events in 1 streams: every hash chain holds.', 'events.db: SQLite finds it sound.'],
  });
  expect((await verified(false)).lines).toHaveLength(1);
});

test('names a damaged page with its file and exits with 1', async () => {
  damage('events.db');
  const { code, lines } = await verified(true);
  expect([code, lines[1]]).toEqual([1, expect.stringMatching(/^DAMAGED events\.db: /)]);
});
