import { join } from 'node:path';
import { copied, filled200k } from './support/filled.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';
import { startProgram } from './support/program.ts';

const RUNS = 7;

/** Milliseconds from the start of the process to the first answer. */
async function start(data: string): Promise<number> {
  let stop: () => Promise<unknown> = async () => undefined;
  const ms = await timed(async () => {
    const program = await startProgram(data);
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
      RUNS,
      () => start(full),
      () => start(empty),
    );
    return [compared({ name: 'start_200k_over_empty', goal: 1.2, better: 'lower', unit: 'ms to the first answer' }, sides)];
  });
