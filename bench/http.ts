import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { copied, filledFor } from './support/fill.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';
import { type Person, signUp } from './support/person.ts';
import { type Running, signIn, startHello, startProgram } from './support/program.ts';

export interface Load {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The status that every answer must have. */
  readonly expect?: number;
}

const CONNECTIONS = 32;
const SECONDS = 4;

/** Requests a second over 32 kept-alive connections, made by a process of its own. @throws Error when an answer is not the expected one */
async function loaded(load: Load): Promise<number> {
  const options = { ...load, connections: CONNECTIONS, duration: SECONDS, pipelining: 1 };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'support', 'load.ts'), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`The load on ${load.url} failed.`);
  return (JSON.parse(out) as { perSecond: number }).perSecond;
}

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
    const large = await startProgram(copied(await filledFor(100_000), join(folder, 'large')));
    const small = await startProgram(copied(await filledFor(1_000), join(folder, 'small')));
    try {
      const [ofLarge, ofSmall] = [await signIn(large, 'reader0@example.org'), await signIn(small, 'reader0@example.org')];
      const sides = await interleaved(
        HISTORY_RUNS,
        () => read(large, ofLarge),
        () => read(small, ofSmall),
      );
      return [compared({ name: 'history_100k_over_1k', goal: 1.3, better: 'lower', unit: 'ms a report' }, sides)];
    } finally {
      await Promise.all([large.stop(), small.stop()]);
    }
  });
