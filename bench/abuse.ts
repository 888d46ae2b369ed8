import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { peakRssMb } from '../tests/support/server-process.ts';
import { abused, recovered, visit } from './support/abused.ts';
import { abuses, fillWithTasks } from './support/abuses.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, median, type Result } from './support/measure.ts';
import { type Person, signUp } from './support/person.ts';
import { type Production, startForSignUps, startProduction, startProgram } from './support/program.ts';

/** One for each abuse, so that none of them is refused for what the one before it did. */
const abuserAt = (turn: number): string => `203.0.113.${turn + 1}`;
const OTHER = '198.51.100.20';
const IDLE_MS = 10_000;
const ABUSE_MS = 20_000;

interface Measured {
  readonly idle: number;
  readonly worst: number;
  readonly peakMb: number;
}

/** The first person's accounts: one that is full of tasks, and one that still takes routines. */
interface Abuser {
  readonly full: Person;
  readonly empty: Person;
}

async function measured(program: Production, { full, empty }: Abuser, other: Person): Promise<Measured> {
  await visit(other, IDLE_MS);
  const idle = median(await visit(other, IDLE_MS));
  let worst = 0;
  for (const [turn, { name, isOfFull }] of abuses({}).entries()) {
    const { cookie } = isOfFull ? full : empty;
    const { found, answers } = await abused({ url: program.url, name, address: abuserAt(turn), cookie }, () => visit(other, ABUSE_MS));
    const under = median(found);
    worst = Math.max(worst, under);
    process.stdout.write(
      `         ${name}: others ${under.toFixed(1)} ms, idle ${idle.toFixed(1)} ms, peak ${peakRssMb(program.pid).toFixed(0)} MB; the abuser's answers by status: ${answers}\n`,
    );
    await recovered(other);
  }
  return { idle, worst, peakMb: peakRssMb(program.pid) };
}

/**
 * How long others wait while somebody sends what the penetration test found (unknown names, costly rules, large PDFs, one
 * after the other), against an idle program: the worst of the three medians. And the program's memory at its peak.
 */
export const underAbuse: Bench = () =>
  withFolder(async (folder) => {
    const data = join(folder, 'data');
    const first = await startForSignUps(data);
    const signedUp = [];
    for (const name of ['full', 'empty', 'other']) signedUp.push(await signUp(first.url, `${name}@example.org`));
    const [full, empty, other] = signedUp as [Person, Person, Person];
    await fillWithTasks(full);
    await first.stop();
    for (const person of signedUp) person.leave();
    const program = await startProduction(data);
    const abuser = { full, empty };
    const visitor = other.at(program.url, { address: OTHER });
    try {
      const { idle, worst, peakMb } = await measured(program, abuser, visitor);
      const common = { better: 'lower', runs: 1 } as const;
      const others: Result = {
        ...common,
        name: 'others_median_under_abuse',
        ratio: worst / idle,
        goal: 5,
        ours: worst,
        baseline: idle,
        unit: 'ms a request of others',
      };
      const memory: Result = { ...common, name: 'rss_under_abuse_mb', ratio: peakMb, goal: 500, ours: peakMb, baseline: 0, unit: 'MB' };
      return [others, memory];
    } finally {
      visitor.leave();
      await program.stop();
    }
  });

const EVENTS = 10_000;
const DESCRIPTION_BYTES = 10_000;
const CLIENTS = 3;
const CHANGING_MS = 20_000;

/** A task whose description was written anew so many times. Gives its path. */
async function taskOfManyEvents(person: Person): Promise<string> {
  const { id } = await person.need<{ id: string }>(201, 'POST', '/api/tasks', { title: 'Write the report', due_date: '2099-11-20' });
  const path = `/api/tasks/${id}`;
  for (let event = 1; event < EVENTS; event += 1)
    await person.need(200, 'PUT', path, { description: randomBytes(DESCRIPTION_BYTES / 2).toString('hex') });
  return path;
}

/** How long others wait while three clients change the status of a task that has very many events, against an idle program: medians. */
export const othersUnderLongStream: Bench = () =>
  withFolder(async (folder) => {
    const data = join(folder, 'data');
    const first = await startProgram(data);
    const [filler, visitor] = [await signUp(first.url, 'writer@example.org'), await signUp(first.url, 'other@example.org')];
    const path = await taskOfManyEvents(filler);
    await first.stop();
    // Started again, so that what only the process remembers has to be read.
    const program = await startProgram(data);
    const [writer, other] = [filler.at(program.url), visitor.at(program.url)];
    try {
      await visit(other, IDLE_MS);
      const idle = median(await visit(other, IDLE_MS));
      const bodies = ['in_progress', 'pending'].map((status) => JSON.stringify({ status }));
      const { cookie } = writer;
      const abuse = { method: 'PATCH', path: `${path}/status`, bodies, headers: { cookie }, keyed: false } as const;
      const changing = { url: program.url, address: '127.0.0.1', cookie, connections: CLIENTS, abuse };
      const { found, answers } = await abused(changing, () => visit(other, CHANGING_MS));
      process.stdout.write(`         status of a task with ${EVENTS} events: the answers to the three clients by status: ${answers}\n`);
      const under = median(found);
      const common = { goal: 3, better: 'lower', unit: 'ms a request of others', runs: 1 } as const;
      return [{ name: 'others_median_under_long_stream', ratio: under / idle, ours: under, baseline: idle, ...common }];
    } finally {
      for (const person of [filler, visitor, writer, other]) person.leave();
      await program.stop();
    }
  });
