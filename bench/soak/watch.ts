import { rssMb } from '../../tests/support/server-process.ts';
import { median } from '../support/measure.ts';

const SAMPLE_MS = 1_000;
/** The time in which caches and read models fill. */
const WARM_UP_MS = 10 * 60_000;
/** Memory is judged when at least so much time is left after the warm-up. */
const JUDGED_MS = 5 * 60_000;

export interface Memory {
  /** Medians in MB over the first and the last fifth of the time that counts. */
  readonly from: number;
  readonly to: number;
  /** Whether the run was long enough to say something about growth. */
  readonly judged: boolean;
}

export interface MemoryWatch {
  stop(): Memory;
}

/** Notes the resident memory of a process once a second. */
export function watchMemory(pid: number): MemoryWatch {
  const begun = performance.now();
  const samples: { readonly at: number; readonly mb: number }[] = [];
  const timer = setInterval(() => samples.push({ at: performance.now() - begun, mb: rssMb(pid) }), SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      const took = performance.now() - begun;
      const judged = took >= WARM_UP_MS + JUDGED_MS;
      // A shorter run shows its last two thirds: for a look, not for a judgement.
      const counted = samples.filter(({ at }) => at >= (judged ? WARM_UP_MS : took / 3)).map(({ mb }) => mb);
      const fifth = Math.max(1, Math.floor(counted.length / 5));
      return { from: median(counted.slice(0, fifth)), to: median(counted.slice(-fifth)), judged };
    },
  };
}

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

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** What a run promises. Each is printed as it is known. */
export class Bounds {
  readonly missed: string[] = [];

  keep(what: string, isKept: boolean): void {
    print(`${isKept ? 'kept  ' : 'MISSED'}  ${what}`);
    if (!isKept) this.missed.push(what);
  }
}
