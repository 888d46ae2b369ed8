import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildSettings } from './exchange.ts';
import { CHILD_LIMITS } from './limits.ts';

// How a process is started that runs code of strangers: with limits that the operating system keeps, and with as few rights as
// Node can take from it.

/** The only variable: where `nice` and `prlimit` are found. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin' };
const KIB = 1_024;

/**
 * Sets limits for itself and then becomes Node. A limit that a system does not know is left out. The first line makes the
 * process the first to be ended where the machine or the container has no memory left. With `nice`, whoever answers requests
 * goes first.
 */
const LAUNCH = `
{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null
limit() { ulimit "$@" 2>/dev/null || :; }
limit -c 0
limit -f 0
limit -n ${CHILD_LIMITS.files}
limit -s ${CHILD_LIMITS.stackBytes / KIB}
limit -d ${CHILD_LIMITS.startingDataBytes / KIB}
limit -v ${CHILD_LIMITS.addressSpaceBytes / KIB}
limit -S -t ${CHILD_LIMITS.cpuSeconds}
limit -H -t ${CHILD_LIMITS.cpuSeconds + 1}
exec nice -n ${CHILD_LIMITS.nice} "$@"`;

/** The folder with the packages of this program. */
const PACKAGES = dirname(dirname(findPackageJSON('pyodide', import.meta.url) ?? ''));
const SOURCE = join(import.meta.dirname, '..', '..');

const NODE_OPTIONS = [
  // No writing, network, child processes, threads, add-ons, WASI or inspector. Reading ends before anything is run.
  '--permission',
  `--allow-fs-read=${join(SOURCE, '*')}`,
  `--allow-fs-read=${join(PACKAGES, '*')}`,
  `--allow-fs-read=${join(SOURCE, '..', 'package.json')}`,
  '--no-addons',
  '--disable-sigusr1',
  // The engine uses no helper threads. With one, and on a busy machine, the engine sometimes waited for it for ever (in one of a
  // hundred submissions), and the memory of an example was sometimes not free yet when the next example asked for its own.
  '--single-threaded',
  // Node starts its threads even so, and each takes the memory of its stack.
  '--v8-pool-size=1',
  `--max-old-space-size=${CHILD_LIMITS.heapMib}`,
  '--max-semi-space-size=8',
  // A little less than the system allows, so that deep recursion is an error and not the end.
  `--stack-size=${Math.floor((CHILD_LIMITS.stackBytes * 0.9) / KIB)}`,
];

/** Starts a program of this folder. It reads standard input, and only its standard output is read. */
export function startConfined(program: URL, settings: ChildSettings, nodeOptions: readonly string[]): ChildProcess {
  const command = [process.execPath, ...NODE_OPTIONS, ...nodeOptions, fileURLToPath(program), JSON.stringify(settings)];
  return spawn('/bin/sh', ['-c', LAUNCH, 'sh', ...command], {
    env: ENVIRONMENT,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    // A group of its own: what is sent to this program by a terminal does not reach it, and it can be ended with all that is in it.
    detached: true,
  });
}

/**
 * Takes from a process that has started what it needed to start: on Linux it gets no new process, thread, file or socket any
 * more, and only so much memory beyond what it has. Other systems, and those without `prlimit`, keep the limits of the start.
 */
export async function confineFurther(pid: number): Promise<void> {
  if (process.platform !== 'linux') return;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const dataKib = Number(/^VmData:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN);
  if (Number.isNaN(dataKib)) return;
  const limits = ['--nproc=0', '--nofile=0', `--data=${dataKib * KIB + CHILD_LIMITS.furtherDataBytes}`];
  await new Promise<void>((resolve) => execFile('prlimit', [`--pid=${pid}`, ...limits], { env: ENVIRONMENT }, () => resolve()));
}

/** Ends a process, and resolves when it has ended. */
export async function end(spawned: ChildProcess): Promise<void> {
  if (hasEnded(spawned)) return;
  // Whoever waits for this must not end before.
  spawned.ref();
  const ended = once(spawned, 'exit');
  kill(spawned);
  await ended;
}

/** Ends a process with everything that is in its group. */
export function kill(spawned: ChildProcess): void {
  if (hasEnded(spawned)) return;
  try {
    process.kill(-(spawned.pid as number), 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

/** Whether it has ended, or never begun. Its number may be that of another process then. */
export const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

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
