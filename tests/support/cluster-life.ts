import { expect } from 'vitest';
import type { ServerStores } from '../../src/store/server-stores.ts';
import type { Cluster } from './cluster.ts';
import { linkIn, type SmtpServer } from './mail-servers.ts';
import { type Answered, call, signIn } from './server-process.ts';

/** What was acknowledged to people. */
export interface Acknowledged {
  /** Ids of tasks by their titles, which are unique. */
  readonly made: ReadonlyMap<string, string>;
  /** Ids of tasks. */
  readonly completed: ReadonlySet<string>;
  /** Addresses. */
  readonly joined: ReadonlySet<string>;
  /** All of them. */
  count(): number;
  /** How often a request was repeated, by the status of the answer; 0: there was no answer. */
  readonly again: ReadonlyMap<number, number>;
  /** The longest time in milliseconds that anybody waited for an answer of any kind. */
  slowest(): number;
}

export interface Load {
  readonly acknowledged: Acknowledged;
  /** Resolves once everything under way is acknowledged. @throws Error for an unexpected answer */
  stop(): Promise<void>;
}

export interface Person {
  readonly email: string;
  readonly token: string;
}

const PAUSE_MS = 50;
const BOUND_MS = 90_000;
export const PASSWORD = 'a rather long password';
export const signUpBody = (email: string) => ({ email, password: PASSWORD, full_name: 'Ann', timezone: 'Europe/Berlin' });

/** Signs up a person whose mails go to the mail server. */
export async function join(url: string, email: string, smtp: SmtpServer): Promise<Person> {
  await call(url, 'POST', '/api/auth/signup', { body: signUpBody(email) });
  const token = /token=(\w+)/.exec(linkIn(await smtp.mail(email, /Confirm/), '/auth/confirm'))?.[1];
  await call(url, 'POST', '/api/auth/confirm', { body: { token, password: PASSWORD } });
  return { email, token: await signIn(url, email) };
}

/** Whether an answer says that something cannot be done now. 0: there was no answer. */
const isForNow = (code: number): boolean => [0, 502, 503].includes(code);

/**
 * Repeats a request as long as nobody answers, or the answer says that it cannot be done now. `answered`: 0 is no answer.
 * Resolves with the first other answer. @throws Error when there is none for too long
 */
export async function untilAnswered(
  ask: () => Promise<Answered>,
  answered: (code: number, ms: number) => void = () => undefined,
): Promise<Answered> {
  const first = performance.now();
  for (;;) {
    const begun = performance.now();
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof TypeError) return null;
      throw error;
    });
    const code = answer?.status ?? 0;
    answered(code, performance.now() - begun);
    if (answer && !isForNow(code)) return answer;
    if (performance.now() - first > BOUND_MS) throw new Error(`Not done in ${BOUND_MS} ms: ${code} ${JSON.stringify(answer?.body)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** The same for a request that has to be answered with this status. @throws Error for a refusal, too */
export async function patiently(status: number, ...asked: Parameters<typeof untilAnswered>): Promise<Answered> {
  const answer = await untilAnswered(...asked);
  if (answer.status !== status) throw new Error(`Refused: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

/**
 * People who create and complete tasks, and others who sign up. Each repeats the same request until it is done.
 * `writers`: for each person.
 */
export function startLoad(url: string, people: readonly Person[], { writers = 2, joiners = 1 } = {}): Load {
  const made = new Map<string, string>();
  const completed = new Set<string>();
  const joined = new Set<string>();
  const again = new Map<number, number>();
  let [going, slowest] = [true, 0];

  const noted = async (status: number, ask: () => Promise<Answered>): Promise<Answered> =>
    patiently(status, ask, (code, ms) => {
      slowest = Math.max(slowest, ms);
      if (code !== status) again.set(code, (again.get(code) ?? 0) + 1);
    });

  async function write({ email, token }: Person, writer: number): Promise<void> {
    for (let count = 0; going; count += 1) {
      const title = `${email} ${writer}-${count}`;
      const headers = { 'idempotency-key': title.replaceAll(' ', '/') };
      const body = { title, due_date: '2099-01-01' };
      const task = await noted(201, () => call(url, 'POST', '/api/tasks', { token, headers, body }));
      const { id } = task.body;
      made.set(title, id);
      await noted(200, () => call(url, 'PATCH', `/api/tasks/${id}/status`, { token, body: { status: 'completed' } }));
      completed.add(id);
    }
  }

  async function joinOneByOne(joiner: number): Promise<void> {
    for (let count = 0; going; count += 1) {
      const email = `new-${joiner}-${count}@example.org`;
      const headers = { 'idempotency-key': email };
      await noted(201, () => call(url, 'POST', '/api/auth/signup', { headers, body: signUpBody(email) }));
      joined.add(email);
    }
  }

  const all = [
    ...people.flatMap((person) => Array.from({ length: writers }, (_, writer) => write(person, writer))),
    ...Array.from({ length: joiners }, (_, joiner) => joinOneByOne(joiner)),
  ];
  const ended = Promise.all(all);
  // The error is reported to the caller of `stop`.
  ended.catch(() => {
    going = false;
  });
  return {
    acknowledged: { made, completed, joined, again, count: () => made.size + completed.size + joined.size, slowest: () => slowest },
    async stop() {
      going = false;
      await ended;
    },
  };
}

export type ClockMove = { readonly to: string } | { readonly advance: string };

const PLACES = [
  ['worker', 0],
  ['worker', 1],
  ['web', 0],
  ['web', 1],
] as const;
const PATIENCE_MS = 30_000;
const MOST_REFUSALS = 5;

/**
 * Moves the clock, and gives the instant that the web which answered shows then. On a busy machine read models may take
 * longer than a web waits for them; then it is asked again.
 */
export async function askedToMove(front: string, move: ClockMove): Promise<string> {
  let body = move;
  for (let refused = 0; ; refused += 1) {
    const answered = await call(front, 'POST', '/dev/clock', { body });
    if (answered.status === 200) return answered.body.now;
    if (answered.status === 409 && refused > 0) body = { advance: 'PT0S' };
    else if (answered.status !== 503 || refused > MOST_REFUSALS) throw new Error(`${answered.status} ${JSON.stringify(answered.body)}`);
  }
}

/** Moves the clock. Resolves once every web shows it, so that it does not matter which one answers next. */
export async function moveClock({ front, webs }: Cluster, move: ClockMove): Promise<void> {
  const moved = await askedToMove(front, move);
  // The balancer goes from one web to the next; more than one round is needed, because others may ask in between.
  let left = 2 * webs.length;
  const shown = async (): Promise<number> => {
    const { now } = (await call(front, 'GET', '/dev/clock')).body;
    left = now >= moved ? left - 1 : 2 * webs.length;
    return left;
  };
  await expect.poll(shown, { timeout: PATIENCE_MS, interval: 5 }).toBe(0);
}

/** Ends two webs and two workers in order, changes their stores, and starts them again. */
export async function whileDown(cluster: Cluster, work: (stores: ServerStores) => Promise<void>): Promise<void> {
  const ended = await Promise.all(PLACES.map(([role, index]) => cluster.kill(role, index, 'SIGTERM')));
  expect(ended.map(({ code, signal }) => [code, signal])).toEqual(PLACES.map(() => [0, null]));
  await work(await cluster.stores());
  await Promise.all(PLACES.map(([role, index]) => cluster.restart(role, index)));
}

/** Removes the read models and their checkpoints. */
export async function dropReadModels({ documents, mongo }: ServerStores): Promise<void> {
  const names = (await documents.list()).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  for (const name of [...names, '_checkpoints']) await mongo.run((db) => db.dropCollection(name));
}
