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
