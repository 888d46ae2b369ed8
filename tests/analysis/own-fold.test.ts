import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ExportedEvent } from '../../src/analysis/disclosure.ts';
import { filtersFrom } from '../../src/analysis/filters.ts';
import { eventsFile, FORMATS } from '../../src/analysis/formats.ts';
import { exportedEvents } from '../../src/analysis/from-export.ts';
import { loadFold } from '../../src/analysis/load-fold.ts';
import { runFold, stateAsJson } from '../../src/analysis/run-fold.ts';
import { makeWhole } from '../../src/analysis/whole-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-fold-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const event = (n: number): ExportedEvent => ({
  id: `id-${n}`,
  type: n % 2 === 0 ? 'task.created' : 'task.missed',
  at: '2026-11-27T09:00:00.000Z',
  recorded_at: `2026-11-27T09:00:00.${String(n).padStart(3, '0')}Z`,
  person: n === 0 ? null : 'person_1',
  stream: `task-${n}`,
  data: { n, said: 'a "b",\r\nc' },
});
const EVENTS = Array.from({ length: 900 }, (_, n) => event(n));
const NO_FILTERS = filtersFrom({}, new Set());

async function* inBatches(events: readonly ExportedEvent[]) {
  for (let at = 0; at < events.length; at += 7) yield events.slice(at, at + 7);
}
async function all(batches: AsyncIterable<readonly ExportedEvent[]>): Promise<ExportedEvent[]> {
  const found: ExportedEvent[] = [];
  for await (const batch of batches) found.push(...batch);
  return found;
}
function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

describe('an export that is read again', () => {
  test.each(FORMATS)('in %s gives the same events', async (format) => {
    const path = join(folder, `events.${format}`);
    await makeWhole(path, async (handle) => {
      const file = eventsFile(format, handle);
      await file.write(EVENTS);
      await file.finish();
    });
    expect(await all(exportedEvents(path, NO_FILTERS))).toEqual(EVENTS);
    const some = filtersFrom({ after: 'id-600', type: ['task.missed'], asOf: '2026-11-27T09:00:00.700Z' }, new Set(['task.missed']));
    expect(await all(exportedEvents(path, some))).toEqual(EVENTS.slice(601, 700).filter(({ type }) => type === 'task.missed'));
    const unknown = exportedEvents(path, filtersFrom({ after: 'id-x' }, new Set()));
    await expect(all(unknown)).rejects.toThrow('has no event with the id id-x');
  });

  test.each([
    ['events.xml', '', 'its name has to end in .ndjson, .csv or .parquet'],
    ['torn.ndjson', `${JSON.stringify(event(0))}\n{"id":`, 'event 1 cannot be read'],
    ['other.ndjson', '{"id":"a"}\n', 'event 1 cannot be read'],
    ['other.csv', 'id,type\n1,2\n', 'is no export of events'],
    ['other.parquet', 'PAR0', 'is no export of events'],
  ])('%s is refused', async (name, text, sentence) => {
    await expect(all(exportedEvents(written(name, text), NO_FILTERS))).rejects.toThrow(sentence);
  });

  test('has to be there', async () => {
    await expect(all(exportedEvents(join(folder, 'none.csv'), NO_FILTERS))).rejects.toThrow('There is no file');
  });
});

describe('a fold of one’s own', () => {
  const fold = (apply: string, init = '() => 0'): string => `export default { name: 'mine', init: ${init}, apply: ${apply} };\n`;
  const run = async (text: string) => runFold(await loadFold(written(`${Math.random()}.ts`, text)), inBatches(EVENTS));

  test('is given every event, oldest first, and its types are taken away', async () => {
    const text = fold('(ids: string[], { id }: { id: string }): string[] => [...ids, id]', '(): string[] => []');
    expect(await run(text)).toEqual({ state: EVENTS.map(({ id }) => id), events: 900, last: 'id-899' });
  });

  test.each([
    ['(n, e) => e.data.n === 8 ? e.none.here : n + 1', 'The fold mine fails at the event id-8 (task.created). TypeError: Cannot read'],
    ['() => { throw "no more" }', 'The fold mine fails at the event id-0 (task.created). no more'],
    ['() => undefined', 'fails at the event id-0 (task.created). TypeError: apply returned no state'],
    ['async (n) => n', 'apply returned a promise'],
  ])('%s is refused with the event and the reason', async (apply, sentence) => {
    await expect(run(fold(apply))).rejects.toThrow(sentence);
  });

  test('that fails before the first event is refused', async () => {
    await expect(run(fold('(n) => n', '() => nothing'))).rejects.toThrow('fails before the first event. ReferenceError');
  });

  test.each([
    ['export default { name: "mine", init: 1 };', 'default.init: a function is needed; default.apply: a function is needed'],
    ['export const name = 1;', 'needs `export default { name, init, apply }`'],
    ['export default {', 'cannot be loaded: '],
    ['throw new Error("Not today.\\nNor ever.");', 'cannot be loaded: Error: Not today.'],
  ])('cannot be loaded from %s', async (text, sentence) => {
    await expect(run(text)).rejects.toThrow(sentence);
  });

  test('has to be there', async () => {
    await expect(loadFold(join(folder, 'none.ts'))).rejects.toThrow(`There is no file ${join(folder, 'none.ts')}.`);
  });

  test('may have maps and sets in its state, and nothing that is no JSON', () => {
    const mine = { name: 'mine', init: () => 0, apply: () => 0 };
    expect(stateAsJson(mine, { state: new Map([['a', new Set([1, 2])]]) })).toBe('{"state":{"a":[1,2]}}');
    expect(() => stateAsJson(mine, { state: 1n })).toThrow('The state of the fold mine cannot be written as JSON. TypeError');
  });
});
