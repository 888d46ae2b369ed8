import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ExportedEvent } from '../../src/analysis/disclosure.ts';
import { COLUMNS, eventsFile } from '../../src/analysis/formats.ts';
import { makeWhole } from '../../src/analysis/whole-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-export-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const event = (n: number, data: ExportedEvent['data'] = { n }): ExportedEvent => ({
  id: `id-${n}`,
  type: 'task.created',
  at: '2026-11-27T09:00:00.000Z',
  recorded_at: '2026-11-27T09:12:00.123Z',
  person: n % 2 === 0 ? null : 'person_1',
  stream: `task-${n}`,
  data,
});
const EVENTS = [event(0, { said: 'a "b", c\r\nd', list: [1, null], é: '💧' }), ...Array.from({ length: 5_000 }, (_, n) => event(n + 1))];

async function written(format: 'ndjson' | 'csv' | 'parquet', events: readonly ExportedEvent[]): Promise<string> {
  const path = join(folder, `events.${format}`);
  await makeWhole(path, async (handle) => {
    const file = eventsFile(format, handle);
    for (let at = 0; at < events.length; at += 500) await file.write(events.slice(at, at + 500));
    await file.finish();
  });
  return path;
}

describe('a file of events', () => {
  test('in NDJSON has one event on each line', async () => {
    const lines = readFileSync(await written('ndjson', EVENTS), 'utf8').split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line))).toEqual(EVENTS);
  });

  test('in CSV has a header, quotes what needs it, and has the data as JSON', async () => {
    const text = readFileSync(await written('csv', EVENTS.slice(0, 2)), 'utf8');
    expect(text).toBe(
      [
        'id,type,at,recorded_at,person,stream,data',
        'id-0,task.created,2026-11-27T09:00:00.000Z,2026-11-27T09:12:00.123Z,,task-0,"{""said"":""a \\""b\\"", c\\r\\nd"",""list"":[1,null],""é"":""💧""}"',
        'id-1,task.created,2026-11-27T09:00:00.000Z,2026-11-27T09:12:00.123Z,person_1,task-1,"{""n"":1}"',
        '',
      ].join('\r\n'),
    );
  });

  test('in Parquet has instants and JSON as types of their own, in several groups of rows', async () => {
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(await written('parquet', EVENTS)) });
    expect(rows).toEqual(EVENTS.map((one) => ({ ...one, at: new Date(one.at), recorded_at: new Date(one.recorded_at) })));
    expect(Object.keys(rows[0] ?? {})).toEqual(COLUMNS);
  });

  test.each(['ndjson', 'csv', 'parquet'] as const)('in %s may have no event', async (format) => {
    const path = await written(format, []);
    if (format === 'parquet') expect(await parquetReadObjects({ file: await asyncBufferFromFile(path) })).toEqual([]);
    else expect(readFileSync(path, 'utf8')).toBe(format === 'csv' ? `${COLUMNS.join(',')}\r\n` : '');
  });
});

describe('a file that is made whole', () => {
  test('has its name only when it is whole, and replaces the former one then', async () => {
    const path = join(folder, 'a.csv');
    writeFileSync(path, 'former');
    await makeWhole(path, async (file) => {
      await file.writeFile('half');
      expect(readFileSync(path, 'utf8')).toBe('former');
      await file.writeFile(' and half');
    });
    expect(readFileSync(path, 'utf8')).toBe('half and half');
    expect(readdirSync(folder)).toEqual(['a.csv']);
  });

  test('leaves nothing if the work fails', async () => {
    const path = join(folder, 'a.csv');
    const failing = makeWhole(path, async (file) => {
      await file.writeFile('half');
      throw new Error('No more.');
    });
    await expect(failing).rejects.toThrow('No more.');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is refused with a sentence where it cannot be', async () => {
    mkdirSync(join(folder, 'inner'));
    const make = (...path: string[]) => makeWhole(join(folder, ...path), async () => undefined);
    await expect(make('inner')).rejects.toThrow('is a folder');
    await expect(make('none', 'a.csv')).rejects.toThrow('its folder does not exist');
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});
