import { type ChildProcess, type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { ChildSettings } from './exchange.ts';
import { CHILD_LIMITS } from './limits.ts';

// Starts a process that runs code of strangers, with limits that the operating system enforces and with as few rights
// as Node allows.

/** The only environment variable, so that `nice` and `prlimit` are found. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin' };
const KIB = 1_024;

/**
 * Sets limits for itself and then becomes Node. Limits that a system does not know are skipped. The first line makes
 * this the first process that the system ends if the machine or the container has no memory left. `nice` gives priority
 * to the process that answers requests.
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
  // The process may not write or use the network, child processes, threads, add-ons, WASI or the inspector. It gives up
  // reading before it runs any code.
  '--permission',
  `--allow-fs-read=${join(SOURCE, '*')}`,
  `--allow-fs-read=${join(PACKAGES, '*')}`,
  `--allow-fs-read=${join(SOURCE, '..', 'package.json')}`,
  '--no-addons',
  '--disable-sigusr1',
  // The engine uses no helper threads. With one, on a busy machine, it sometimes waited for it forever (in one of a
  // hundred submissions), and the memory of an example was sometimes not free when the next example needed its own.
  '--single-threaded',
  // Node starts its threads anyway, and each takes memory for its stack.
  '--v8-pool-size=1',
  `--max-old-space-size=${CHILD_LIMITS.heapMib}`,
  '--max-semi-space-size=8',
  // Slightly less than the system allows, so that deep recursion is an error and does not end the process.
  `--stack-size=${Math.floor((CHILD_LIMITS.stackBytes * 0.9) / KIB)}`,
];

export type ConfinedProcess = ChildProcessByStdio<Writable, Readable, null>;

/** Starts a program of this folder. Of its output, only standard output is read. */
export function startConfined(program: URL, settings: ChildSettings, nodeOptions: readonly string[]): ConfinedProcess {
  const command = [process.execPath, ...NODE_OPTIONS, ...nodeOptions, fileURLToPath(program), JSON.stringify(settings)];
  return spawn('/bin/sh', ['-c', LAUNCH, 'sh', ...command], {
    env: ENVIRONMENT,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    // The process gets its own group, so that signals from a terminal do not reach it, and so that everything in it can
    // be ended together.
    detached: true,
  });
}

/**
 * Reduces the limits of a process once it has started: on Linux it can create no new process, thread, file or socket,
 * and gets only a limited amount of further memory. Other systems, and those without `prlimit`, keep the limits of the
 * start.
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
  // The program must not exit while a caller waits for this.
  spawned.ref();
  const ended = once(spawned, 'exit');
  kill(spawned);
  await ended;
}

/** Ends a process with everything that is in its group. */
export function kill(spawned: ChildProcess): void {
  const { pid } = spawned;
  if (pid === undefined || hasEnded(spawned)) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has just ended.
  }
}

/** Whether the process has ended or never started. Then its id may belong to another process. */
export const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

export interface WatchLimits {
  /** Processor time of the thread that runs the code, in milliseconds. */
  readonly cpuMs: number;
  /** Real time, in milliseconds. */
  readonly wallMs: number;
}

const LOOK_EVERY_MS = 100;
/** Linux counts in hundredths of a second on all machines. */
const TICK_MS = 10;

/**
 * Checks a running process regularly until it is stopped, and reports if the process exceeds a limit. It asks the
 * system and not the process, which may be in a part of the engine that cannot be interrupted, or may lie.
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

/**
 * The processor time of a process's first thread, in milliseconds. NaN if the system does not provide it or the process
 * has ended.
 */
function cpuMsOf(pid: number | undefined): number {
  try {
    // The name comes before these fields and may contain any character, but it is the last part in parentheses.
    const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}
