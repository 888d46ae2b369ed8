import { join } from 'node:path';
import { copied, filledFor } from './support/filled.ts';
import { withFolder } from './support/folder.ts';
import { loaded } from './support/loaded.ts';
import { type Bench, compared, interleaved } from './support/measure.ts';
import type { Person } from './support/person.ts';
import { type Running, signIn, startHello, startProgram } from './support/program.ts';
import { signUp } from './support/sign-up.ts';

const RUNS = 5;
const EMAIL = 'reader0@example.org';

interface Served {
  readonly program: Running;
  readonly hello: Running;
  /** Headers of a signed-in browser: its cookie. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The program with an account, and the bare server, each in a process of its own. */
function served<T>(work: (served: Served) => Promise<T>): Promise<T> {
  return withFolder(async (folder) => {
    const program = await startProgram(copied(await filledFor(1_000), join(folder, 'data')));
    const hello = await startHello();
    try {
      return await work({ program, hello, headers: { cookie: await signIn(program, EMAIL), 'content-type': 'application/json' } });
    } finally {
      await Promise.all([program.stop(), hello.stop()]);
    }
  });
}

/** Requests a second: a page of 50 tasks for a signed-in user, compared with the bare server. */
export const read50OverHello: Bench = () =>
  served(async ({ program, hello, headers }) => {
    const url = `${program.url}/api/tasks?limit=50`;
    const page = (await (await fetch(url, { headers })).json()) as unknown[];
    if (page.length !== 50) throw new Error(`The page holds ${page.length} tasks.`);
    const sides = await interleaved(
      RUNS,
      () => loaded({ url, headers }),
      () => loaded({ url: hello.url }),
    );
    return [compared({ name: 'read_50_over_hello', goal: 0.25, better: 'higher', unit: 'requests a second' }, sides)];
  });

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
    return [compared({ name: 'create_over_hello', goal: 0.15, better: 'higher', unit: 'requests a second' }, sides)];
  });
