import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { NO_EVENTS } from '../../src/ports/log-anchor.ts';
import { assemble } from '../../src/wiring/assemble.ts';
import { endedProgram, SIGN_UP } from '../support/ended-program.ts';

interface Line {
  readonly event: string;
  readonly fields: object;
}

const lines: Line[] = [];
const note = (fields: object, event: string): void => void lines.push({ event, fields });
const log = { info: note, warn: note, error: note };
const start = (data: string, env: Readonly<Record<string, string>> = {}) =>
  assemble({ config: readConfig({ VOUCH_DATA: data, ...env }), log });

const folder = endedProgram(start);
const at = (name: string): string => join(folder(), name);
beforeEach(() => {
  lines.length = 0;
});

function change(file: string, sql: string): void {
  const database = new DatabaseSync(at(file));
  database.exec(sql);
  database.close();
}

const CUT_TWO = `
  DELETE FROM events WHERE position > (SELECT max(position) - 2 FROM events);
  DELETE FROM places WHERE position > (SELECT max(position) FROM events);
  UPDATE placed SET position = min(position, (SELECT max(position) FROM events));`;

describe('a start', () => {
  test('is refused if events are missing at the end of the log, before reactors and read models change', async () => {
    change('events.db', CUT_TWO);
    const before = readFileSync(at('views-tasks.db'));
    const reactors = () => {
      const database = new DatabaseSync(at('vault.db'), { readOnly: true });
      onTestFinished(() => database.close());
      return database.prepare('SELECT * FROM reactor_checkpoints').all();
    };
    const stood = reactors();
    await expect(start(folder())).rejects.toThrow(
      /The event log is shorter than what the vault knows: it has \d+ events?, and 2 of \d+ are missing\./,
    );
    expect(readFileSync(at('views-tasks.db')).equals(before)).toBe(true);
    expect(reactors()).toEqual(stood);
    expect(lines.filter(({ event }) => /^(reactor|read_model)\./.test(event))).toEqual([]);
  });

  test('is refused if another event is in the place of a known one', async () => {
    change('events.db', `UPDATE events SET json = replace(json, '"hash":"', '"hash":"0') WHERE position = 2`);
    await expect(start(folder())).rejects.toThrow('The event log is another one than the vault knows');
  });

  test('is refused if the last event is no longer readable, with a sentence', async () => {
    change('events.db', `UPDATE events SET json = '{"broken' WHERE position = (SELECT max(position) FROM events)`);
    await expect(start(folder())).rejects.toThrow('The event log is another one than the vault knows');
  });

  test.each([
    [
      'type',
      '"type":"',
      '"type":"Later',
      /has written events: Later\w+, which this version does not know\. Start the newer version again\./,
    ],
    ['version', '"schema_version":1', '"schema_version":9', /written events: \w+ of version 9, of which this version knows 1\./],
  ])('is refused if a newer version of the program has written an event of another %s', async (_what, from, to, words) => {
    const before = readFileSync(at('vault.db'));
    change('events.db', `UPDATE events SET json = replace(json, '${from}', '${to}') WHERE position = (SELECT max(position) FROM events)`);
    await expect(start(folder())).rejects.toThrow(words);
    expect(readFileSync(at('vault.db')).equals(before)).toBe(true);
  });

  test('is refused if events came after the planned end', async () => {
    change('events.db', `INSERT INTO events (stream, revision, id, json) SELECT 's-1', 0, 'x', json FROM events WHERE position = 1`);
    await expect(start(folder())).rejects.toThrow('has 1 event that came after the program ended as planned');
  });

  test.each([
    ['altered', `UPDATE log_anchor SET anchor = replace(anchor, '"events":', '"events":1')`],
    ['removed', 'DELETE FROM log_anchor'],
  ])('is refused if the note of the vault was %s', async (what, sql) => {
    change('vault.db', sql);
    await expect(start(folder())).rejects.toThrow(
      `the vault's note about the event log ${what === 'altered' ? 'was altered' : 'is missing'}`,
    );
  });

  test('is refused if the index of the log lacks rows, and names the command that mends it', async () => {
    const broken = await start(folder());
    await broken.close();
    change(
      'events.db',
      `INSERT INTO places SELECT stream, revision, position FROM events; UPDATE placed SET position = (SELECT max(position) FROM events);`,
    );
    change('events.db', 'DELETE FROM places WHERE position IN (2, 3)');
    await expect(start(folder())).rejects.toThrow(/lacks 2 of its rows\. Run 'npx vouch verify --repair-index'/);
  });

  test('accepts a shorter log once if VOUCH_ACCEPT_SHORTER_LOG is set, and says so in the audit log', async () => {
    change('events.db', CUT_TWO);
    const accepted = await start(folder(), { VOUCH_ACCEPT_SHORTER_LOG: '1' });
    await accepted.close();
    expect(lines).toContainEqual({ event: 'event_log.accepted', fields: { known: expect.any(Number), found: expect.any(Number) } });
    expect(lines).toContainEqual({ event: 'audit.recorded', fields: { audit: 'log_acceptance', outcome: 'done', account: null } });
    lines.length = 0;
    await (await start(folder())).close();
    expect(lines.filter(({ event }) => event.startsWith('event_log.'))).toEqual([]);
  });

  test('goes on after a crash with events that the vault does not know yet', async () => {
    const program = await start(folder());
    await program.accounts.signup({ ...SIGN_UP, email: 'bob@example.com' }, program.app.newId());
    const crashed = mkdtempSync(join(tmpdir(), 'vouch-crashed-'));
    onTestFinished(() => rmSync(crashed, { recursive: true, force: true }));
    cpSync(folder(), crashed, { recursive: true });
    await program.close();
    const again = await start(crashed);
    await again.close();
    expect(lines.filter(({ event }) => event.startsWith('event_log.'))).toEqual([]);
  });

  test('of an older data folder anchors its log', async () => {
    change('vault.db', 'DROP TABLE log_anchor');
    const program = await start(folder());
    expect(await program.stores.vault.logAnchor()).toEqual(NO_EVENTS);
    await program.close();
    change('events.db', CUT_TWO);
    await expect(start(folder())).rejects.toThrow('and 2 of');
  });
});

test('a program that serves keeps the anchor up to date by itself, and closes it at its end', async () => {
  const program = await start(folder());
  onTestFinished(() => program.close());
  await program.work.start();
  await program.accounts.signup({ ...SIGN_UP, email: 'bob@example.com' }, program.app.newId());
  const events = Number(await program.app.store.head());
  await expect.poll(async () => (await program.stores.vault.logAnchor()).events, { timeout: 30_000 }).toBeGreaterThanOrEqual(events);
  expect((await program.stores.vault.logAnchor()).closed).toBe(false);
  await program.work.stop();
  await program.close();
  const database = new DatabaseSync(at('vault.db'), { readOnly: true });
  expect(JSON.parse(String(database.prepare('SELECT anchor FROM log_anchor').get()?.anchor))).toMatchObject({ closed: true });
  database.close();
});
