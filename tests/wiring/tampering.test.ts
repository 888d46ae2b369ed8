import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { canonical } from '../../src/contracts/ledger/canonical-json.ts';
import { Tampered, usedFolder } from '../support/tampered.ts';

let used = '';
beforeAll(async () => {
  used = await usedFolder(120);
}, 120_000);
afterAll(() => rmSync(used, { recursive: true, force: true }));

function tampered(): Tampered {
  const copy = new Tampered(used);
  onTestFinished(() => copy.dispose());
  return copy;
}

interface Row {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly json: string;
}

const eventsOf = (data: Tampered): readonly Row[] =>
  data.rows('events.db', 'SELECT position, stream, revision, json FROM events ORDER BY position') as unknown as readonly Row[];

/** Some stream with more than one event that is not the last one of the log. */
function someStream(data: Tampered): readonly Row[] {
  const streams = [...Map.groupBy(eventsOf(data), ({ stream }) => stream).values()];
  const found = streams.find((rows) => rows.length > 1 && (rows[0]?.position ?? 0) > 20);
  if (!found) throw new Error('There is no such stream.');
  return found;
}

/** The text of an event with other data, and with the hashes that it should have then. */
function hashedAnew(
  json: string,
  change: (event: Record<string, unknown>) => void,
  previous?: string | null,
): { json: string; hash: string } {
  const event = JSON.parse(json);
  change(event);
  const { hash: _, ...metadata } = { ...event.metadata, ...(previous !== undefined && { previous_hash: previous }) };
  const hash = createHash('sha256')
    .update(canonical({ ...event, metadata }))
    .digest('hex');
  return { json: JSON.stringify({ ...event, metadata: { ...metadata, hash } }), hash };
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const REINDEX = `
  DELETE FROM places;
  INSERT INTO places SELECT stream, revision, position FROM events WHERE position <= (SELECT position FROM placed);
  UPDATE placed SET position = min(position, (SELECT max(position) FROM events));`;

/** Each kind of tampering, done by somebody who has the files and keeps the indexes in order; and what `verify` says of it. */
const KINDS: Readonly<Record<string, readonly [how: (data: Tampered) => void, says: RegExp, check: string]>> = {
  'a cut tail': [
    (data) => data.sql('events.db', `DELETE FROM events WHERE position > (SELECT max(position) - 60 FROM events); ${REINDEX}`),
    /60 of \d+ are missing/,
    'anchor',
  ],
  'the last event of a stream removed': [
    (data) => data.sql('events.db', `DELETE FROM events WHERE position = ${someStream(data).at(-1)?.position}; ${REINDEX}`),
    /the event at position \d+ is missing/,
    'log',
  ],
  'a whole stream removed, and the positions closed up': [
    (data) => {
      const gone = quoted(someStream(data)[0]?.stream ?? '');
      data.sql(
        'events.db',
        `CREATE TEMP TABLE kept AS SELECT * FROM events WHERE stream <> ${gone} ORDER BY position; DELETE FROM events;
         INSERT INTO events SELECT row_number() OVER (ORDER BY position), stream, revision, id, json FROM kept; DROP TABLE kept; ${REINDEX}`,
      );
    },
    /are missing/,
    'anchor',
  ],
  'neighbours exchanged': [
    (data) => {
      const rows = eventsOf(data);
      const at = rows.findIndex(({ stream }, index) => index > 20 && stream !== rows[index + 1]?.stream);
      const [one, other] = [rows[at]?.position, rows[at + 1]?.position];
      data.sql(
        'events.db',
        `UPDATE events SET position = -1 WHERE position = ${one}; UPDATE events SET position = ${one} WHERE position = ${other};
         UPDATE events SET position = ${other} WHERE position = -1; ${REINDEX}`,
      );
    },
    /not in the same order/,
    'anchor',
  ],
  'an event appended, with the hash that it should have': [
    (data) => {
      const last = someStream(data).at(-1);
      const before = JSON.parse(last?.json ?? '');
      const added = hashedAnew(last?.json ?? '', (event) => Object.assign(event, { revision: before.revision + 1 }), before.metadata.hash);
      data.sql(
        'events.db',
        `INSERT INTO events (stream, revision, id, json) VALUES (${quoted(before.stream)}, ${before.revision + 1}, ${quoted(before.id)}, ${quoted(added.json)})`,
      );
    },
    /has 1 event that came after the program ended as planned/,
    'anchor',
  ],
  'an event altered, and its stream hashed anew': [
    (data) => {
      let previous: string | null = null;
      for (const { position, json } of someStream(data)) {
        const anew = hashedAnew(json, (event) => Object.assign(event, { data: { ...(event.data as object), note: 'put in' } }), previous);
        previous = anew.hash;
        data.sql('events.db', `UPDATE events SET json = ${quoted(anew.json)} WHERE position = ${position}`);
      }
    },
    /is another one than the vault knows/,
    'anchor',
  ],
  'a changed number in an event': [
    (data) =>
      data.sql(
        'events.db',
        `UPDATE events SET json = replace(json, '"18:00"', '"19:00"') WHERE position = ${someStream(data)[0]?.position}`,
      ),
    /it was altered/,
    'log',
  ],
  'a sealed part removed': [
    (data) =>
      data.sql('events.db', `UPDATE events SET json = json_set(json, '$.private', NULL) WHERE position = ${someStream(data)[0]?.position}`),
    /it was altered/,
    'log',
  ],
  'an event removed in the middle of a stream': [
    (data) => data.sql('events.db', `DELETE FROM events WHERE position = ${someStream(data)[0]?.position}; ${REINDEX}`),
    /events before it are missing/,
    'log',
  ],
  'broken JSON': [
    (data) => data.sql('events.db', `UPDATE events SET json = substr(json, 1, 50) WHERE position = ${someStream(data)[0]?.position}`),
    /it cannot be read/,
    'log',
  ],
  'the columns of an event altered': [
    (data) => data.sql('events.db', `UPDATE events SET id = 'other' WHERE position = ${someStream(data)[0]?.position}`),
    /its row names another event than its text/,
    'log',
  ],
  'rows of the index removed': [
    (data) =>
      data.sql(
        'events.db',
        `DELETE FROM places; INSERT INTO places SELECT stream, revision, position FROM events; UPDATE placed SET position = (SELECT max(position) FROM events);
         DELETE FROM places WHERE position = ${someStream(data)[0]?.position}`,
      ),
    /the index of streams does not have it/,
    'index',
  ],
  'a document of a read model painted over': [
    (data) =>
      data.sql(
        'views-tasks.db',
        `UPDATE "${taskTable(data)}" SET doc = replace(doc, '"skipped"', '"completed"') WHERE doc LIKE '%"skipped"%'`,
      ),
    /the document \S+ of the read model tasks is not what the events say/,
    'read_models',
  ],
  'an indexed field of a read model painted over': [
    (data) => data.sql('views-tasks.db', `UPDATE "${taskTable(data)}" SET "f.owner" = 'eve' WHERE rowid = 1`),
    /the document \S+ of the read model tasks is not what the events say/,
    'read_models',
  ],
  'the keys of two owners exchanged': [
    (data) =>
      data.sql(
        'vault.db',
        `CREATE TEMP TABLE two AS SELECT owner, wrapped, row_number() OVER (ORDER BY owner) AS n FROM keys LIMIT 2;
         UPDATE keys SET wrapped = (SELECT b.wrapped FROM two a JOIN two b ON b.n <> a.n WHERE a.owner = keys.owner) WHERE owner IN (SELECT owner FROM two); DROP TABLE two`,
      ),
    /the key of \S+ in the vault is damaged/,
    'keys',
  ],
  'the key of an owner removed': [
    (data) => data.sql('vault.db', 'DELETE FROM keys WHERE owner = (SELECT min(owner) FROM keys)'),
    /the key of \S+ is missing/,
    'keys',
  ],
  'events.db emptied': [(data) => data.cut(data.at('events.db'), 0), /events\.db is missing or empty/, 'stores'],
  'all events removed': [
    (data) => data.sql('events.db', 'DELETE FROM events; DELETE FROM places; UPDATE placed SET position = 0'),
    /it has 0 events, and \d+ of \d+ are missing/,
    'anchor',
  ],
  'events.db torn in the middle': [(data) => data.cut(data.at('events.db'), 3 * 8_192), /events\.db/, 'log'],
  'vault.db missing': [(data) => data.remove(data.at('vault.db')), /vault\.db is missing or empty/, 'stores'],
  'views-tasks.db emptied': [
    (data) => data.cut(data.at('views-tasks.db'), 0),
    /views-tasks\.db cannot be checked: it is empty/,
    'read_models',
  ],
  'a file of a proof removed': [(data) => data.remove(data.contents()[0] ?? ''), /the file \S+ is missing/, 'files'],
  'a file of a proof cut': [
    (data) => data.cut(data.contents()[0] ?? '', 140),
    /the file \S+ has \d+ bytes, and its event says \d+/,
    'files',
  ],
  'the note of the vault about the log removed': [
    (data) => data.sql('vault.db', 'DELETE FROM log_anchor'),
    /note about the event log is missing/,
    'anchor',
  ],
};

const taskTable = (data: Tampered): string =>
  String(data.rows('views-tasks.db', "SELECT name FROM sqlite_schema WHERE name LIKE 'c.tasks.v%'")[0]?.name);

describe('verify', () => {
  test('finds nothing in a folder whose program has ended as planned, and changes nothing', async () => {
    const data = tampered();
    expect(await data.verify({ deep: true })).toMatchObject({ faults: [], notes: [] });
    expect(await data.verify({ logOnly: true })).toMatchObject({ faults: [] });
  });

  test.each(Object.entries(KINDS))('finds %s', async (_, [tamper, says, check]) => {
    const data = tampered();
    tamper(data);
    const { faults } = await data.verify();
    expect(faults.map(({ reason }) => reason).join('\n')).toMatch(says);
    expect(faults.map((fault) => fault.check)).toContain(check);
  });

  test('finds each altered file of a proof, by its id, with --deep', async () => {
    for (const path of new Tampered(used).contents().keys()) {
      const data = tampered();
      const content = data.contents()[path] ?? '';
      data.flip(content, 60 + 7 * path);
      const { faults } = await data.verify({ deep: true });
      expect(faults, content).toEqual([expect.objectContaining({ check: 'files', subject: expect.stringMatching(/^[0-9a-f-]{36}$/) })]);
    }
  });

  test('names one fault of each stream, and goes on', async () => {
    const data = tampered();
    data.sql('events.db', `UPDATE events SET json = replace(json, '"18:00"', '"19:00"') WHERE json LIKE '%"TaskPromised"%'`);
    const { faults } = await data.verify({ logOnly: true });
    const streams = faults.map(({ stream }) => stream);
    expect(streams.length).toBeGreaterThan(5);
    expect(new Set(streams).size).toBe(streams.length);
  });

  test('mends the index with --repair-index, and nothing else', async () => {
    const data = tampered();
    data.sql('events.db', `DELETE FROM places WHERE position % 3 = 0; INSERT INTO places VALUES ('task-x', 7, 3)`);
    const before = data.rows('events.db', 'SELECT * FROM events');
    expect((await data.verify()).faults.every(({ check }) => check === 'index')).toBe(true);
    expect(await data.verify({ repairIndex: true })).toMatchObject({ faults: [], notes: [expect.stringContaining('was made again')] });
    expect(await data.verify()).toMatchObject({ faults: [] });
    expect(data.rows('events.db', 'SELECT * FROM events')).toEqual(before);
    data.sql('events.db', `UPDATE events SET json = replace(json, '"18:00"', '"19:00"') WHERE position = ${someStream(data)[0]?.position}`);
    expect((await data.verify({ repairIndex: true })).faults).not.toEqual([]);
  });
});
