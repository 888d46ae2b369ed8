import { join } from 'node:path';
import { copied, filled200k } from './support/fill.ts';
import { ENVIRONMENT, NODE_OPTIONS, withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, median, timed } from './support/measure.ts';
import { startProgram } from './support/program.ts';
import { outputOf } from './support/side.ts';

const START_RUNS = 7;

/** Milliseconds from the start of the process to the first answer. */
export async function startMs(data: string, env: Readonly<Record<string, string>> = {}): Promise<number> {
  let stop: () => Promise<unknown> = async () => undefined;
  const ms = await timed(async () => {
    const program = await startProgram(data, env);
    stop = program.stop;
    const answer = await fetch(`${program.url}/api/auth/session`);
    if (answer.status !== 200) throw new Error(`The first answer was ${answer.status}.`);
  });
  await stop();
  return ms;
}

/** A start on 200,000 events compared with a start on an empty log: only the tail may be read. */
export const start200kOverEmpty: Bench = () =>
  withFolder(async (folder) => {
    const full = copied(await filled200k(), join(folder, 'full'));
    const empty = join(folder, 'empty');
    const sides = await interleaved(
      START_RUNS,
      () => startMs(full),
      () => startMs(empty),
    );
    return [compared({ name: 'start_200k_over_empty', goal: 1.1, better: 'lower', unit: 'ms to the first answer' }, sides)];
  });

const REBUILD_RUNS = 3;

/** Runs one side in a process of its own and gives what it measured. */
export async function rebuildSide(name: 'rebuild' | 'parse', data: string): Promise<{ readonly ms: number; readonly extra_mb: number }> {
  const options = name === 'rebuild' ? { nodeOptions: NODE_OPTIONS, env: ENVIRONMENT } : {};
  return JSON.parse(await outputOf('rebuild-side.ts', [name, data], options)) as { ms: number; extra_mb: number };
}

/** Folding 200,000 events into every projection, compared with JSON.parse of the same bytes, and the memory that it takes. */
export const rebuildOverParse: Bench = async () => {
  const data = await filled200k();
  const memory: number[] = [];
  const rebuild = async () => {
    const { ms, extra_mb } = await rebuildSide('rebuild', data);
    memory.push(extra_mb);
    return ms;
  };
  const sides = await interleaved(REBUILD_RUNS, rebuild, async () => (await rebuildSide('parse', data)).ms);
  const ratio = compared({ name: 'rebuild_over_parse', goal: 9, better: 'lower', unit: 'ms for 200,000 events' }, sides);
  const extra = median(memory);
  return [
    ratio,
    {
      name: 'rebuild_extra_mb',
      ratio: extra,
      goal: 180,
      better: 'lower',
      ours: extra,
      baseline: 0,
      unit: 'MB more at the peak',
      runs: memory.length,
    },
  ];
};
