import { join } from 'node:path';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';
import { signUp } from './support/person.ts';
import { startProgram } from './support/program.ts';

const RUNS = 11;
const TASKS = 200;
/** One change takes too little time to be measured alone. */
const SINGLE_CHANGES = 20;

/** Another one for each request, so that each changes something. */
function* priorities(): Generator<string, never> {
  for (;;) yield* ['high', 'medium', 'low'];
}

/** Milliseconds of one request that changes 200 tasks, compared with one that changes a single task. */
export const bulk200OverOne: Bench = () =>
  withFolder(async (folder) => {
    const program = await startProgram(join(folder, 'data'));
    try {
      const person = await signUp(program.url, 'many@example.org');
      const make = async (): Promise<string> => (await person.need<{ id: string }>(201, 'POST', '/api/tasks', { title: 'A task' })).id;
      const [alone, ids] = [await make(), [] as string[]];
      for (let index = 0; index < TASKS; index += 1) ids.push(await make());
      const [ofAll, ofOne] = [priorities(), priorities()];
      const all = async (): Promise<void> => {
        const change = { priority: ofAll.next().value };
        const { done } = await person.need<{ done: unknown[] }>(200, 'POST', '/api/tasks/bulk', { ids, change });
        if (done.length !== TASKS) throw new Error(`${done.length} tasks were changed.`);
      };
      const one = async (): Promise<void> => {
        for (let index = 0; index < SINGLE_CHANGES; index += 1)
          await person.need(200, 'PUT', `/api/tasks/${alone}`, { priority: ofOne.next().value });
      };
      const sides = await interleaved(
        RUNS,
        () => timed(all),
        async () => (await timed(one)) / SINGLE_CHANGES,
      );
      person.leave();
      return [compared({ name: 'bulk_200_over_one', goal: 60, better: 'lower', unit: 'ms a request' }, sides)];
    } finally {
      await program.stop();
    }
  });
