import { join } from 'node:path';
import { peakRssMb } from '../tests/support/process-state.ts';
import { abused, recovered } from './support/abused.ts';
import { abuses, fillWithTasks } from './support/abuses.ts';
import { withFolder } from './support/folder.ts';
import { type Bench, median, type Result } from './support/measure.ts';
import type { Person } from './support/person.ts';
import { type Production, startForSignUps, startProduction } from './support/production.ts';
import { signUp } from './support/sign-up.ts';
import { visit } from './support/visiting.ts';

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
