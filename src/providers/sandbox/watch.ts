import { readFileSync } from 'node:fs';

export interface WatchLimits {
  /** Processor time of the thread that runs the code, in milliseconds. */
  readonly cpuMs: number;
  /** Time by the clock, in milliseconds. */
  readonly wallMs: number;
}

const LOOK_EVERY_MS = 100;
/** Linux counts in hundredths of a second, on all machines. */
const TICK_MS = 10;

/**
 * Looks at a running process now and then, until it is told to stop. Tells when the process exceeds a limit. It asks the system
 * and not the process, which may be in a part of the engine that cannot be interrupted, or lie.
 */
export function watch(pid: number | undefined, { cpuMs, wallMs }: WatchLimits, exceeded: () => void): () => void {
  const before = cpuMsOf(pid);
  const look = (): void => {
    if (cpuMsOf(pid) - before >= cpuMs) exceeded();
  };
  const looking = setInterval(look, LOOK_EVERY_MS);
  const waiting = setTimeout(exceeded, wallMs);
  return () => {
    clearInterval(looking);
    clearTimeout(waiting);
  };
}

/** The processor time of a process's first thread. Not a number where the system does not say it, or the process has ended. */
function cpuMsOf(pid: number | undefined): number {
  try {
    // The name, which comes before, may contain anything but is the last in parentheses.
    const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}
