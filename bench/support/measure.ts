/** One ratio, as `bench/results.json` holds it. */
export interface Result {
  readonly name: string;
  readonly ratio: number;
  readonly goal: number;
  readonly better: 'lower' | 'higher';
  /** The medians of both sides. */
  readonly ours: number;
  readonly baseline: number;
  readonly unit: string;
  readonly runs: number;
  /** The server that both sides used, if there was one. */
  readonly server?: string;
  /** The medians of both sides: µs of this process's processor time for each counted item. */
  readonly cpu?: { readonly ours: number; readonly baseline: number };
  /** The share of the processors' time, from 0 to 1, in which nothing ran directly before the measurement. */
  readonly idle?: number;
}

/** What a file of this folder exports: it gives one or more ratios, measured in one run. */
export type Bench = () => Promise<readonly Result[]>;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** Milliseconds that the work takes. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export interface Sides<T = number> {
  readonly ours: readonly T[];
  readonly baseline: readonly T[];
}

/** Runs both sides alternately and changes the order from run to run; each side's first run warms it up and is not counted. */
export async function interleaved<T = number>(runs: number, ours: () => Promise<T>, baseline: () => Promise<T>): Promise<Sides<T>> {
  const taken = { ours: [] as T[], baseline: [] as T[] };
  for (let run = 0; run <= runs; run += 1) {
    const order = run % 2 === 0 ? (['ours', 'baseline'] as const) : (['baseline', 'ours'] as const);
    for (const side of order) {
      const value = await (side === 'ours' ? ours() : baseline());
      if (run > 0) taken[side].push(value);
    }
  }
  return taken;
}

/** The ratio of the medians. */
export function compared({ name, goal, better, unit }: Pick<Result, 'name' | 'goal' | 'better' | 'unit'>, sides: Sides): Result {
  const [ours, baseline] = [median(sides.ours), median(sides.baseline)];
  return { name, ratio: ours / baseline, goal, better, ours, baseline, unit, runs: sides.ours.length };
}

export const reached = ({ ratio, goal, better }: Result): boolean => (better === 'lower' ? ratio <= goal : ratio >= goal);

/** The speed of one round. */
export interface Pace {
  readonly perSecond: number;
  /** µs of this process's processor time for each item. */
  readonly cpu: number;
}

/** Runs `count` items and resolves when the last one is done. */
export async function paced(count: number, work: () => Promise<unknown>): Promise<Pace> {
  const before = process.cpuUsage();
  const ms = await timed(work);
  const { user, system } = process.cpuUsage(before);
  return { perSecond: (count / ms) * 1_000, cpu: (user + system) / count };
}

/** The goal: at least so much of what the bare client does, on any server. */
const GOAL = 0.8;

/**
 * The median of the rounds' ratios. The two sides of a round run directly after each other, so other work on the machine
 * disturbs a ratio less than it disturbs the figures of different rounds.
 */
export function overBare({ name, unit, server }: Pick<Result, 'name' | 'unit'> & { readonly server: string }, sides: Sides<Pace>): Result {
  const ratio = median(sides.ours.map(({ perSecond }, round) => perSecond / (sides.baseline[round]?.perSecond ?? Number.NaN)));
  const of = (key: keyof Pace) => ({
    ours: median(sides.ours.map((one) => one[key])),
    baseline: median(sides.baseline.map((one) => one[key])),
  });
  return { name, ratio, goal: GOAL, better: 'higher', ...of('perSecond'), unit, runs: sides.ours.length, server, cpu: of('cpu') };
}
