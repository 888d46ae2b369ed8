import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rebuildSide, startMs } from './start.ts';
import { copied, filled200k } from './support/fill.ts';
import { ENVIRONMENT, NODE_OPTIONS, withFolder } from './support/folder.ts';
import { fillLarge } from './support/large.ts';
import { type Bench, compared, interleaved, median, type Result, timed } from './support/measure.ts';
import { type Person, signUp } from './support/person.ts';
import { startProgram } from './support/program.ts';
import { outputOf } from './support/side.ts';

const ACCOUNTS = 100_000;
const EVENTS = 2_000_000;
const FEW = 200_000;
const START_RUNS = 5;
const CREATE_RUNS = 9;
const CREATES = 100;

interface Folders {
  readonly large: string;
  readonly small: string;
}

/**
 * What 2 million events of 100,000 accounts cost, compared with 200,000 events: rebuilding, starting, creating a task, the memory of the
 * program, and `vouch verify`. It takes about a quarter of an hour and 8 GB of the disk.
 */
export const large: Bench = () =>
  withFolder(async (folder) => {
    const small = copied(await filled200k(), join(folder, 'small'));
    const large = join(folder, 'large');
    const end = await fillLarge(large, join(folder, 'two'), { accounts: ACCOUNTS, events: EVENTS });
    const folders = { large, small };
    const results = [...(await rebuilt(folders)), ...(await verified(folders))];
    // The program goes on from this instant, at which nothing is due, also at its later starts.
    await startMs(large, { VOUCH_CLOCK: end });
    return [...results, await started(folders), ...(await used(folders))];
  });

const single = (result: Pick<Result, 'name' | 'ratio' | 'goal' | 'ours' | 'baseline' | 'unit'>): Result => ({
  ...result,
  better: 'lower',
  runs: 1,
});

/** µs for each event, and the memory. */
async function rebuilt({ large, small }: Folders): Promise<readonly Result[]> {
  const [many, few] = [await rebuildSide('rebuild', large), await rebuildSide('rebuild', small)];
  const [ours, baseline] = [(many.ms * 1_000) / EVENTS, (few.ms * 1_000) / FEW];
  return [
    single({ name: 'large_rebuild_event', ratio: ours / baseline, goal: 1.5, ours, baseline, unit: 'µs an event' }),
    single({ name: 'large_rebuild_extra_mb', ratio: many.extra_mb, goal: 180, ours: many.extra_mb, baseline: few.extra_mb, unit: 'MB' }),
  ];
}

async function verified({ large, small }: Folders): Promise<readonly Result[]> {
  const [many, few] = [await verifySide(large), await verifySide(small)];
  const [ours, baseline] = [(many.ms * 1_000) / EVENTS, (few.ms * 1_000) / FEW];
  return [
    single({ name: 'large_verify_event', ratio: ours / baseline, goal: 1.5, ours, baseline, unit: 'µs an event' }),
    single({ name: 'large_verify_mb', ratio: many.peak_mb, goal: 400, ours: many.peak_mb, baseline: few.peak_mb, unit: 'MB at the peak' }),
  ];
}

async function verifySide(data: string): Promise<{ readonly ms: number; readonly peak_mb: number }> {
  const out = await outputOf('verify-side.ts', [data], { nodeOptions: NODE_OPTIONS, env: ENVIRONMENT });
  return JSON.parse(out) as { ms: number; peak_mb: number };
}

async function started({ large, small }: Folders): Promise<Result> {
  const sides = await interleaved(
    START_RUNS,
    () => startMs(large),
    () => startMs(small),
  );
  return compared({ name: 'large_start', goal: 1.1, better: 'lower', unit: 'ms to the first answer' }, sides);
}

/** The time of a new task, and the memory after some hundreds of them. */
async function used({ large, small }: Folders): Promise<readonly Result[]> {
  const [many, few] = [await startProgram(large), await startProgram(small)];
  try {
    const [ofMany, ofFew] = [await signUp(many.url, 'latecomer@example.org'), await signUp(few.url, 'latecomer@example.org')];
    const sides = await interleaved(
      CREATE_RUNS,
      () => created(ofMany),
      () => created(ofFew),
    );
    ofMany.leave();
    ofFew.leave();
    const [ours, baseline] = [rssMb(many.pid), rssMb(few.pid)];
    const millions = (EVENTS - FEW) / 1_000_000;
    return [
      compared({ name: 'large_create', goal: 1.2, better: 'lower', unit: 'ms a new task' }, sides),
      single({ name: 'large_mb_a_million', ratio: (ours - baseline) / millions, goal: 20, ours, baseline, unit: 'MB of the program' }),
    ];
  } finally {
    await Promise.all([many.stop(), few.stop()]);
  }
}

/** The median of the milliseconds of some new tasks, one after the other. */
async function created(person: Person): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < CREATES; index += 1)
    taken.push(
      await timed(async () => {
        const { status } = await person.ask('POST', '/api/tasks', { title: `Answer letter ${index}` });
        if (status !== 201) throw new Error(`A new task gave ${status}.`);
      }),
    );
  return median(taken);
}

function rssMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1_024;
}
