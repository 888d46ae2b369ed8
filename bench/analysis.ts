import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { namelessDisclosure } from '../src/analysis/disclosure.ts';
import { filtersFrom } from '../src/analysis/filters.ts';
import { FORMATS, type Format } from '../src/analysis/formats.ts';
import { chosenEvents } from '../src/analysis/from-log.ts';
import { runFold } from '../src/analysis/run-fold.ts';
import { readConfig } from '../src/config/config.ts';
import { EVENTS as CATALOGUE } from '../src/domain/catalogue.ts';
import { openLog } from '../src/wiring/reading.ts';
import { filledFor } from './support/fill.ts';
import { NODE_OPTIONS, withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, type Result, timed } from './support/measure.ts';
import { outputOf } from './support/side.ts';

const EVENTS = 100_000;
const BATCH = 1_000;
const RUNS = 3;

/** Counts events by type: a fold that costs next to nothing itself. */
const COUNTING = {
  name: 'types',
  init: () => new Map<string, number>(),
  apply: (state: unknown, { type }: { readonly type: string }) => {
    const counts = state as Map<string, number>;
    return counts.set(type, (counts.get(type) ?? 0) + 1);
  },
};

/** Milliseconds of `vouch replay FILE`: each event is read, parsed, made nameless and folded. */
const replayed = (data: string): Promise<number> =>
  timed(async () => {
    const { log, hashes, opener, close } = await openLog(readConfig({ VOUCH_DATA: data }));
    const disclosure = namelessDisclosure({ catalogue: CATALOGUE, hashes, opener });
    const { events } = await runFold(COUNTING, chosenEvents(log, disclosure, filtersFrom({}, new Set())));
    if (events < EVENTS) throw new Error(`Only ${events} events were folded.`);
    await close();
  });

/** Reads the stored texts from the file, and parses each. */
const parsed = (data: string): Promise<number> =>
  timed(() => {
    const database = new DatabaseSync(join(data, 'events.db'), { readOnly: true });
    const page = database.prepare('SELECT position, json FROM events WHERE position > ? ORDER BY position LIMIT ?');
    for (let after = 0; ; ) {
      const rows = page.all(after, BATCH);
      for (const { json } of rows) JSON.parse(String(json));
      if (rows.length < BATCH) break;
      after = Number(rows.at(-1)?.position);
    }
    database.close();
  });

/** A replay of one fold compared with reading the stored texts and parsing them. */
export const replayOneOverParse: Bench = async () => {
  const data = await filledFor(EVENTS);
  const sides = await interleaved(
    RUNS,
    () => replayed(data),
    () => parsed(data),
  );
  return [compared({ name: 'replay_one_over_parse', goal: 2, better: 'lower', unit: `ms for ${EVENTS} events` }, sides)];
};

const MANY = 1_000_000;
const FEW = 1_000;

/** The peak of the memory of a process that exports so many events, in MiB. */
const exported = async (format: Format, events: number, data: string, out: string): Promise<number> =>
  Number(await outputOf('export-side.ts', [format, String(events), data, out], { nodeOptions: NODE_OPTIONS }));

/** The memory that an export of a million events takes more than one of a thousand, in the format that takes the most. */
export const exportMemory: Bench = () =>
  withFolder(async (folder) => {
    const data = await filledFor(10_000);
    const found: Result[] = [];
    for (const format of FORMATS) {
      const out = join(folder, `events.${format}`);
      const [few, many] = [await exported(format, FEW, data, out), await exported(format, MANY, data, out)];
      const extra = many - few;
      found.push({
        name: 'export_1m_rss_mb',
        ratio: extra,
        goal: 64,
        better: 'lower',
        ours: many,
        baseline: few,
        unit: `MiB at the peak, as ${format}`,
        runs: 1,
      });
    }
    return found.toSorted((a, b) => b.ratio - a.ratio).slice(0, 1);
  });
