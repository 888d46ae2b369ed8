import { join } from 'node:path';
import { copied, filledFor } from './support/filled.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';
import { type Running, signIn, startProgram } from './support/program.ts';

const RUNS = 11;
const READS = 100;

/** Milliseconds of one history report over HTTP. */
async function read(program: Running, cookie: string): Promise<number> {
  const ms = await timed(async () => {
    for (let index = 0; index < READS; index += 1) {
      const answer = await fetch(`${program.url}/api/reports/history`, { headers: { cookie } });
      if (answer.status !== 200 || ((await answer.json()) as unknown[]).length !== 50)
        throw new Error(`The history gave ${answer.status}.`);
    }
  });
  return ms / READS;
}

/** The history report of an account with 100,000 events, compared with one of 1,000 events. */
export const history100kOver1k: Bench = () =>
  withFolder(async (folder) => {
    const large = await startProgram(copied(await filledFor(100_000), join(folder, 'large')));
    const small = await startProgram(copied(await filledFor(1_000), join(folder, 'small')));
    try {
      const [ofLarge, ofSmall] = [await signIn(large, 'reader0@example.org'), await signIn(small, 'reader0@example.org')];
      const sides = await interleaved(
        RUNS,
        () => read(large, ofLarge),
        () => read(small, ofSmall),
      );
      return [compared({ name: 'history_100k_over_1k', goal: 1.3, better: 'lower', unit: 'ms a report' }, sides)];
    } finally {
      await Promise.all([large.stop(), small.stop()]);
    }
  });
