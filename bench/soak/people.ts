import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { openHandles, threads } from '../../tests/support/server-process.ts';
import { type Person, signUp } from '../support/person.ts';
import { type Production, startForSignUps, startProduction } from '../support/program.ts';
import { type Life, lostOf, startLife } from './life.ts';
import { type Bounds, Latencies, type Memory, type Percentiles, print, watchMemory } from './watch.ts';

export interface PeopleOptions {
  readonly minutes: number;
  readonly people: number;
  /** The mean of the pauses between two visits of a person. */
  readonly thinkMs: number;
}

const P99_MS = 25;
/** More than this is growth; less is what a heap does by itself from one minute to the next. */
const GROWTH = 0.05;
const SIGN_UPS_AT_ONCE = 4;
/** Threads that rendered a report end a minute after it. */
const CLOSED_MS = 90_000;
const LOOK_MS = 250;
const SETTLE_MS = 2_000;

/** So many people use the program for so long, in production mode on the embedded stores. */
export async function peopleForAWhile(data: string, options: PeopleOptions, bounds: Bounds): Promise<void> {
  const signedUp = await signUps(data, options.people);
  const program = await startProduction(data);
  const latencies = new Latencies();
  const lives = signedUp.map(({ email, person }, index) => {
    // An address of its own for each: they live in different places.
    const address = `198.18.${Math.floor(index / 250)}.${(index % 250) + 1}`;
    return startLife({ email, person: person.at(program.url, { address }), latencies, thinkMs: options.thinkMs });
  });
  await pause(SETTLE_MS);
  const before = { handles: openHandles(program.pid), threads: threads(program.pid) };
  const memory = watchMemory(program.pid);
  await live(lives, options.minutes);
  report(latencies, memory.stop(), bounds);
  const lost = (await Promise.all(lives.map(lostOf))).flat();
  bounds.keep(
    `${lives.reduce((sum, { tasks }) => sum + tasks.size, 0)} acknowledged tasks, ${lost.length} of them not as acknowledged`,
    lost.length === 0,
  );
  for (const { person } of lives) person.leave();
  await closing(program, before, bounds);
}

/** They sign up in development mode, by the links in their mails. */
async function signUps(data: string, count: number): Promise<readonly { readonly email: string; readonly person: Person }[]> {
  const program = await startForSignUps(data);
  const people: { email: string; person: Person }[] = [];
  let next = 0;
  const some = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      const email = `person${next}@example.org`;
      const person = await signUp(program.url, email);
      person.leave();
      people.push({ email, person });
    }
  };
  await Promise.all(Array.from({ length: SIGN_UPS_AT_ONCE }, some));
  await program.stop();
  return people;
}

async function live(lives: readonly Life[], minutes: number): Promise<void> {
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const all = Promise.all(lives.map((life) => life.live(ending.signal)));
  await Promise.race([all, pause(minutes * 60_000)]);
  ending.abort();
  await all;
}

function report(latencies: Latencies, { from, to, judged }: Memory, bounds: Bounds): void {
  const line = (what: string, { count, p50, p95, p99, most }: Percentiles): string =>
    `        ${what.padEnd(10)} ${String(count).padStart(8)}   p50 ${p50.toFixed(1)}   p95 ${p95.toFixed(1)}   p99 ${p99.toFixed(1)}   most ${most.toFixed(1)} ms`;
  const all = latencies.all();
  for (const [what, of] of latencies.byCall()) print(line(what, of));
  print(line('all', all));
  bounds.keep(`p99 ${all.p99.toFixed(1)} ms, at most ${P99_MS}`, all.p99 <= P99_MS);
  const failures = [...latencies.failures];
  bounds.keep(`${failures.reduce((sum, [, times]) => sum + times, 0)} unexpected answers`, failures.length === 0);
  for (const [why, times] of failures.slice(0, 10)) print(`        ${times} times ${why}`);
  const grown = `memory from ${from.toFixed(0)} to ${to.toFixed(0)} MB`;
  if (judged) bounds.keep(`${grown} after the first ten minutes, at most ${GROWTH * 100} % more`, to <= from * (1 + GROWTH));
  else print(`        ${grown} over the last two thirds: not judged, as a run of less than 15 minutes is too short`);
}

/** Every connection and thread that came with the people is gone, and the program ends by itself. */
async function closing(program: Production, before: { readonly handles: number; readonly threads: number }, bounds: Bounds): Promise<void> {
  const now = () => ({ handles: openHandles(program.pid), threads: threads(program.pid) });
  const end = performance.now() + CLOSED_MS;
  while (now().handles > before.handles && performance.now() < end) await pause(LOOK_MS);
  const left = now();
  bounds.keep(`${left.handles} open handles, ${before.handles} before the people came`, left.handles <= before.handles);
  print(`        ${left.threads} threads, ${before.threads} before the people came`);
  const code = await program.stop();
  bounds.keep(`the program ended with ${code}`, code === 0);
}
