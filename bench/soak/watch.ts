import { rssMb } from '../../tests/support/process-state.ts';
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
