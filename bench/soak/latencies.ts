export interface Percentiles {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
}

/** Milliseconds of answers, by what was asked. */
export class Latencies {
  readonly #taken = new Map<string, number[]>();
  /** What went wrong, as text, with how often. */
  readonly failures = new Map<string, number>();

  add(what: string, ms: number): void {
    const taken = this.#taken.get(what) ?? [];
    taken.push(ms);
    this.#taken.set(what, taken);
  }

  fail(why: string): void {
    this.failures.set(why, (this.failures.get(why) ?? 0) + 1);
  }

  all(): Percentiles {
    return percentiles([...this.#taken.values()].flat());
  }

  byCall(): ReadonlyMap<string, Percentiles> {
    return new Map([...this.#taken].map(([what, taken]) => [what, percentiles(taken)]));
  }
}

function percentiles(values: readonly number[]): Percentiles {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) };
}
