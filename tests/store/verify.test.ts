import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { prepare } from '../../src/store/event-log/prepare.ts';
import { checkFiles } from '../../src/store/sqlite/database.ts';
import { verifyChains } from '../../src/store/verify/chains.ts';
import { intactHash } from '../../src/store/verify/intact.ts';
import { anEvent, endOf } from '../contract/events.ts';
import { openTestStores } from '../support/app.ts';

async function filled() {
  const stores = openTestStores();
  onTestFinished(() => stores.dispose());
  await stores.vault.createKey('ann');
  for (const stream of ['s-1', 's-2']) {
    const { events } = await stores.store.append(stream, 'no_stream', [
      anEvent({ data: { n: 111 }, owner: 'ann', private: { title: 'x' } }),
      anEvent(),
    ]);
    await stores.store.append(stream, endOf(events), [anEvent({ data: { n: 333 } })]);
  }
  return stores;
}

describe('verify', () => {
  it('reports no break in an unchanged log, and gives its length', async () => {
    const { verify } = await filled();
    const progress: number[] = [];
    expect(await verify((events) => progress.push(events))).toEqual({ events: 6, streams: 2, breaks: [] });
    expect(progress).toEqual([6, 6]);
  });

  it('passes every event to a check, and names the first event that the check refuses', async () => {
    const { verify } = await filled();
    const { breaks, faults } = await verify(undefined, ({ data }) => (JSON.stringify(data).includes('333') ? 'a number too high' : null));
    expect(breaks).toEqual([]);
    expect(faults?.count).toBe(2);
    expect(faults?.first[0]).toMatchObject({ stream: 's-1', reason: 'a number too high' });
  });

  it('passes after a key was destroyed', async () => {
    const { verify, vault } = await filled();
    await vault.destroyKey('ann');
    expect((await verify()).breaks).toEqual([]);
  });

  it.each([
    ['a changed number', `UPDATE events SET json = replace(json, '"n":111', '"n":112') WHERE stream = 's-1'`, 0, 'hash'],
    ['another owner', `UPDATE events SET json = replace(json, '"owner":"ann"', '"owner":"eve"') WHERE stream = 's-1'`, 0, 'hash'],
    [
      'a removed sealed part',
      `UPDATE events SET json = json_set(json, '$.private', NULL) WHERE stream = 's-1' AND revision = 0`,
      0,
      'hash',
    ],
    ['a removed event', `DELETE FROM events WHERE stream = 's-1' AND revision = 1`, 2, 'revision'],
    ['a removed first event', `DELETE FROM events WHERE stream = 's-1' AND revision = 0`, 1, 'revision'],
    [
      'an event of another stream in its place',
      `UPDATE events SET json = (SELECT replace(json, '"stream":"s-2"', '"stream":"s-1"') FROM events WHERE stream = 's-2' AND revision = 1) WHERE stream = 's-1' AND revision = 1`,
      1,
      'chain',
    ],
  ])('names the stream, revision and event of %s, and reports no other stream', async (_, sql, revision, reason) => {
    const { log } = await filled();
    log.database.exec(sql);
    const events = await log.readStream('s-1', 0);
    const { breaks } = await verifyChains(log);
    expect(breaks).toEqual([{ stream: 's-1', revision, event_id: events.find((event) => event.revision === revision)?.id, reason }]);
  });
});

describe('the text of a stored event', () => {
  const previousHash = 'cd'.repeat(32);
  const place = { stream: 's-1', revision: 7, previousHash, recordedAt: '2026-11-20T16:00:00.000Z', schemaVersion: 1, key: null };
  const { event, hash } = prepare(anEvent({ data: { n: 111 } }), place);
  const hashOfText = (json: string) => intactHash([8, 's-1', 7, event.id, json, 8], previousHash);

  it('is intact as it was written, and with no other character anywhere in it', () => {
    expect(hashOfText(event.json)).toBe(hash);
    const others = [...event.json].flatMap((character, at) =>
      [...'0Z"}, '].filter((other) => other !== character).map((other) => event.json.slice(0, at) + other + event.json.slice(at + 1)),
    );
    expect(others.filter((json) => hashOfText(json) !== null)).toEqual([]);
  });
});

describe('the integrity of the files', () => {
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

  test('passes if the existing files are undamaged', () => {
    expect(checkFiles(folder)).toEqual([{ file: 'events.db', faults: [] }]);
  });

  test('names a damaged page', () => {
    damage('events.db');
    expect(checkFiles(folder)).toEqual([{ file: 'events.db', faults: expect.arrayContaining([expect.stringContaining('age')]) }]);
  });
});
