import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VerifyReport } from '../../src/cli/ports.ts';
import { CHECKS } from '../../src/wiring/verify/verify.ts';
import { numbers } from '../projections/support/random-world.ts';
import { Tampered, usedFolder } from '../support/tampered.ts';

/** The number of corruptions; VOUCH_CORRUPTIONS=10000 makes more. */
const COUNT = Number(process.env.VOUCH_CORRUPTIONS ?? 200);
const SEED = Number(process.env.VOUCH_CORRUPTIONS_SEED ?? 20_261_127);
const EVENTS = 300;

let used = '';
let data: Tampered;
let positions = 0;
let contents: readonly string[] = [];

beforeAll(async () => {
  used = await usedFolder(EVENTS);
  // The index is written late. Written whole, all of it can be altered.
  const whole = new Tampered(used);
  await whole.verify({ repairIndex: true });
  rmSync(used, { recursive: true, force: true });
  used = whole.folder;
  data = new Tampered(used);
  positions = Number(data.rows('events.db', 'SELECT count(*) AS count FROM events')[0]?.count);
  contents = data.contents();
}, 120_000);
afterAll(() => {
  for (const folder of [used, data.folder]) rmSync(folder, { recursive: true, force: true });
});

const pick = numbers(SEED);
const place = (): number => 1 + pick(positions);
const text = (value: unknown): string => `'${String(value).replaceAll("'", "''")}'`;
const jsonAt = (position: number): string =>
  String(data.rows('events.db', `SELECT json FROM events WHERE position = ${position}`)[0]?.json);

/** The text with one character changed to another. */
function changed(before: string): string {
  const at = pick(before.length);
  const other = [...'0aZ"{,\\ '].filter((character) => character !== before[at]).at(pick(7));
  return before.slice(0, at) + other + before.slice(at + 1);
}

/** Some content of a file that people uploaded. */
const content = (): string => contents[pick(contents.length)] ?? '';

function overwritePage(name: string): void {
  const bytes = readFileSync(data.at(name));
  const size = bytes.readUInt16BE(16);
  const pages = bytes.length / size;
  bytes.fill(0x5a, size * pick(pages), undefined);
  writeFileSync(data.at(name), bytes);
}

type Level = 'log' | 'files' | 'read_models' | 'pages';

interface Kind {
  /** How often it comes, compared with the others. */
  readonly weight: number;
  /** The checks that are made. Those of the log are always made. */
  readonly level: Level;
  readonly file: 'events.db' | 'vault.db' | 'views-tasks.db' | 'files';
  /** Changes something, and gives a text that the fault has to name; null if only the whole log can be named. */
  corrupt(): string | null;
}

const streamAt = (position: number): string =>
  String(data.rows('events.db', `SELECT stream FROM events WHERE position = ${position}`)[0]?.stream);

const onEvents = (weight: number, corrupt: () => string | null): Kind => ({ weight, level: 'log', file: 'events.db', corrupt });
const onFiles = (weight: number, corrupt: () => string | null): Kind => ({ weight, level: 'files', file: 'files', corrupt });
const onVault = (weight: number, level: Level, corrupt: () => string | null): Kind => ({ weight, level, file: 'vault.db', corrupt });
const onViews = (weight: number, corrupt: () => string | null): Kind => ({ weight, level: 'read_models', file: 'views-tasks.db', corrupt });

const somebody = (): string => String(data.rows('vault.db', `SELECT owner FROM keys ORDER BY owner LIMIT 1 OFFSET ${pick(2)}`)[0]?.owner);

/** Some table of read models with rows, and some of its documents. */
function someDocument(): { readonly table: string; readonly id: string; readonly doc: string } {
  const tables = data
    .rows('views-tasks.db', "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'c.%'")
    .map(({ name }) => String(name))
    .filter((name) => Number(data.rows('views-tasks.db', `SELECT count(*) AS count FROM "${name}" WHERE gone = 0`)[0]?.count) > 0);
  const table = tables[pick(tables.length)] ?? '';
  const documents = data.rows('views-tasks.db', `SELECT id, doc FROM "${table}" WHERE gone = 0 ORDER BY id`);
  const { id, doc } = documents[pick(documents.length)] ?? {};
  return { table, id: String(id), doc: String(doc) };
}

const KINDS: Readonly<Record<string, Kind>> = {
  'a character of an event': onEvents(30, () => {
    const position = place();
    const stream = streamAt(position);
    data.sql('events.db', `UPDATE events SET json = ${text(changed(jsonAt(position)))} WHERE position = ${position}`);
    return stream;
  }),
  'an event that is no text of an event': onEvents(5, () => {
    const position = place();
    const stream = streamAt(position);
    data.sql('events.db', `UPDATE events SET json = ${text(['', 'null', '{}', '[]', '7', 'x'][pick(6)])} WHERE position = ${position}`);
    return stream;
  }),
  'an event removed': onEvents(10, () => {
    const position = place();
    data.sql('events.db', `DELETE FROM events WHERE position = ${position}; DELETE FROM places WHERE position = ${position}`);
    return position === positions ? null : `${position} is missing`;
  }),
  'events cut off': onEvents(5, () => {
    const from = positions - pick(60);
    data.sql(
      'events.db',
      `DELETE FROM events WHERE position >= ${from}; DELETE FROM places WHERE position >= ${from}; UPDATE placed SET position = ${from - 1}`,
    );
    return `${positions - from + 1} of ${positions} are missing`;
  }),
  'the texts of two events exchanged': onEvents(8, () => {
    const [one, other] = [place(), place()];
    if (one === other) return corruptOther();
    const texts = [jsonAt(one), jsonAt(other)];
    data.sql(
      'events.db',
      `UPDATE events SET json = ${text(texts[1])} WHERE position = ${one}; UPDATE events SET json = ${text(texts[0])} WHERE position = ${other}`,
    );
    return streamAt(one);
  }),
  'two events exchanged, with their places in the index': onEvents(8, () => {
    const [one, other] = [place(), place()];
    if (one === other) return corruptOther();
    for (const table of ['events', 'places']) {
      data.sql(
        'events.db',
        `UPDATE ${table} SET position = -1 WHERE position = ${one}; UPDATE ${table} SET position = ${one} WHERE position = ${other};
        UPDATE ${table} SET position = ${other} WHERE position = -1`,
      );
    }
    return null;
  }),
  'an event written a second time': onEvents(4, () => {
    const position = place();
    data.sql(
      'events.db',
      `INSERT INTO events (stream, revision, id, json) SELECT stream, revision, id, json FROM events WHERE position = ${position}`,
    );
    return null;
  }),
  'a column of an event': onEvents(10, () => {
    const position = place();
    const stream = streamAt(position);
    data.sql(
      'events.db',
      `UPDATE events SET ${["stream = stream || 'x'", 'revision = revision + 1', "id = 'x'"][pick(3)]} WHERE position = ${position}`,
    );
    return stream;
  }),
  'a row of the index': onEvents(12, () => {
    const position = place();
    const where = `WHERE position = ${position}`;
    const stream = streamAt(position);
    const ways = [
      `DELETE FROM places ${where}`,
      `UPDATE places SET position = ${positions + 5} ${where}`,
      `UPDATE places SET revision = revision + 1000 ${where}`,
    ];
    data.sql('events.db', ways[pick(3)] ?? '');
    return stream;
  }),
  'the mark of the index': onEvents(2, () => {
    data.sql(
      'events.db',
      ['DELETE FROM placed', 'UPDATE placed SET position = position - 1', 'UPDATE placed SET position = position + 7'][pick(3)] ?? '',
    );
    return null;
  }),
  'events.db cut': onEvents(4, () => {
    data.cut(data.at('events.db'), pick(statSync(data.at('events.db')).size));
    return 'events.db';
  }),
  'events.db overwritten from a page on': onEvents(4, () => {
    overwritePage('events.db');
    return 'events.db';
  }),
  'the note about the log': onVault(4, 'log', () => {
    const [{ anchor }] = data.rows('vault.db', 'SELECT anchor FROM log_anchor') as [{ anchor: string }];
    const ways = ['DELETE FROM log_anchor', `UPDATE log_anchor SET anchor = ${text(changed(anchor))}`, "UPDATE log_anchor SET mac = 'ab'"];
    data.sql('vault.db', ways[pick(3)] ?? '');
    return 'note about the event log';
  }),
  'a key': onVault(5, 'files', () => {
    const owner = somebody();
    const ways = [
      `DELETE FROM keys WHERE owner = ${text(owner)}`,
      `UPDATE keys SET wrapped = x'${randomBytes(60).toString('hex')}' WHERE owner = ${text(owner)}`,
    ];
    data.sql('vault.db', ways[pick(2)] ?? '');
    return owner;
  }),
  'vault.db cut': onVault(2, 'pages', () => {
    data.cut(data.at('vault.db'), pick(statSync(data.at('vault.db')).size));
    return 'vault.db';
  }),
  'a byte of a file': onFiles(10, () => {
    data.flip(content(), pick(100_000));
    return 'the file ';
  }),
  'a file cut': onFiles(4, () => {
    const path = content();
    data.cut(path, pick(statSync(path).size));
    return 'the file ';
  }),
  'a file extended': onFiles(3, () => {
    data.append(content(), 'more');
    return 'the file ';
  }),
  'a file removed': onFiles(3, () => {
    data.remove(content());
    return 'the file ';
  }),
  'two files exchanged': onFiles(3, () => {
    const [one, other] = [content(), content()];
    const bytes = [readFileSync(one), readFileSync(other)] as const;
    if (bytes[0].equals(bytes[1])) return corruptOther();
    writeFileSync(one, bytes[1]);
    writeFileSync(other, bytes[0]);
    return 'the file ';
  }),
  'a file that is marked as unused': onFiles(2, () => {
    const folder = dirname(content());
    for (const { name } of data.namesIn(folder)) if (name !== basename(content())) data.remove(`${folder}/${name}`);
    return 'the file ';
  }),
  'a character of a document': onViews(2, () => {
    const { table, id, doc } = someDocument();
    data.sql('views-tasks.db', `UPDATE "${table}" SET doc = ${text(changed(doc))} WHERE id = ${text(id)}`);
    return id;
  }),
  'a document removed, or another in its place': onViews(3, () => {
    const { table, id } = someDocument();
    const ways = [
      `DELETE FROM "${table}"`,
      `UPDATE "${table}" SET gone = 1`,
      `UPDATE "${table}" SET position = '00000000000000000001x'`,
      `UPDATE "${table}" SET id = id || 'x'`,
    ];
    data.sql('views-tasks.db', `${ways[pick(4)]} WHERE id = ${text(id)}`);
    return id;
  }),
};

/** For a draw that changes nothing. */
function corruptOther(): string | null {
  return KINDS['an event removed']?.corrupt() ?? null;
}

const DRAWN = Object.entries(KINDS).flatMap(([name, { weight }]) => Array.from({ length: weight }, () => name));

const { keys, files, read_models, pages } = CHECKS;

function verifyAt(level: Level): Promise<VerifyReport> {
  if (level === 'log') return data.verify({ logOnly: true });
  if (level === 'files') return data.verify({ deep: true }, [keys, files]);
  if (level === 'pages') return data.verify({ deep: true }, [keys, pages]);
  return data.verify({}, [read_models]);
}

describe(`${COUNT} random corruptions of ${EVENTS} events and their files`, () => {
  test('are all found and named, and none ends the check', { timeout: COUNT * 600 }, async () => {
    expect((await data.verify({ deep: true })).faults).toEqual([]);
    const missed: string[] = [];
    for (let index = 0; index < COUNT; index += 1) {
      const name = DRAWN[pick(DRAWN.length)] ?? '';
      const kind = KINDS[name] as Kind;
      const named = kind.corrupt();
      const { faults } = await verifyAt(kind.level).catch((error: unknown) => ({ faults: [], error: String(error) }) as never);
      const said = JSON.stringify(faults);
      if (faults.length === 0 || (named !== null && !said.includes(named)))
        missed.push(`${index} ${name}: ${named} in ${said.slice(0, 300)}`);
      data.restore(kind.file);
      if (kind.file !== 'events.db') data.restore('events.db');
    }
    expect(missed).toEqual([]);
  });
});
