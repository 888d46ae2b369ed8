import { join } from 'node:path';
import { copied, filledFor } from './support/fill.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';
import { type Person, signUp } from './support/person.ts';
import { type Running, signIn, startProgram } from './support/program.ts';
import { loaded, served } from './support/served.ts';

const RUNS = 5;

/** Requests a second: creating a task that is durable and visible in the read models, compared with the bare server. */
export const createOverHello: Bench = () =>
  served(async ({ program, hello }) => {
    // An account takes 20,000 tasks, which is more than one run makes and less than all of them do.
    const people: Person[] = [];
    for (let run = 0; run <= RUNS; run += 1) {
      const person = await signUp(program.url, `creator${run}@example.org`);
      person.leave();
      people.push(person);
    }
    const body = JSON.stringify({
      title: 'Answer the letter about the migration',
      due_date: '2099-11-20',
      due_time: '17:00',
      tags: ['work'],
    });
    const create = () => {
      const headers = { cookie: people.shift()?.cookie ?? '', 'content-type': 'application/json' };
      return loaded({ url: `${program.url}/api/tasks`, method: 'POST', headers, body, expect: 201 });
    };
    const sides = await interleaved(RUNS, create, () => loaded({ url: hello.url }));
    return [compared({ name: 'create_over_hello', goal: 0.1, better: 'higher', unit: 'requests a second' }, sides)];
  });

const HISTORY_RUNS = 11;
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
    // A remembered answer costs the same however long the history is.
    const env = { ANSWERS_MB: '0' };
    const large = await startProgram(copied(await filledFor(100_000), join(folder, 'large')), env);
    const small = await startProgram(copied(await filledFor(1_000), join(folder, 'small')), env);
    try {
      const [ofLarge, ofSmall] = [await signIn(large, 'reader0@example.org'), await signIn(small, 'reader0@example.org')];
      const sides = await interleaved(
        HISTORY_RUNS,
        () => read(large, ofLarge),
        () => read(small, ofSmall),
      );
      return [compared({ name: 'history_100k_over_1k', goal: 1.2, better: 'lower', unit: 'ms a report' }, sides)];
    } finally {
      await Promise.all([large.stop(), small.stop()]);
    }
  });
