// The part of a child process that all interpreters share.
import { type Answer, type ChildSettings, type Job, READY, readLines } from './exchange.ts';

export type Run = (job: Job) => Answer | Promise<Answer>;

/**
 * Functions with which a process can harm others, and internals of Node. Node's permission model does not cover
 * signals.
 */
const OF_PROCESS = ['kill', '_kill', '_debugProcess', '_debugEnd', 'abort', 'dlopen', 'binding', '_linkedBinding', 'getBuiltinModule'];

/**
 * Starts an interpreter and runs the jobs that this process receives: each line of standard input is a job, and each
 * line of standard output an answer. The process ends with its input, because then the program that started it is gone.
 */
export async function serve(start: (settings: ChildSettings) => Promise<Run>): Promise<void> {
  // Taken before the interpreter starts, which may empty the realm of this process.
  const own = process;
  const { argv, stdin, stdout, exit } = own;
  const send = (line: string): unknown => stdout.write(`${line}\n`);
  // These and the jobs come from the program that started this process.
  const settings: ChildSettings = JSON.parse(argv[2] ?? '');
  const run = await start(settings);
  giveUpRights(own);
  readLines(stdin, Number.POSITIVE_INFINITY, {
    line: async (line) => {
      const job: Job = JSON.parse(line);
      send(JSON.stringify(await run(job)));
    },
    tooLong: () => undefined,
  });
  stdin.on('close', () => exit(0));
  send(READY);
}

/** All files of the program were read by now, so the right to read is given up. */
function giveUpRights(own: NodeJS.Process): void {
  own.permission.drop('fs.read');
  for (const name of OF_PROCESS) Reflect.deleteProperty(own, name);
}

/** The fixed time that submitted code sees: 2000-01-01T00:00:00Z. */
export const FIXED_NOW = 946_684_800_000;

/** The pause before code is interrupted again. It is the time for what the code does when it ends. */
const AGAIN_MS = 50;

/** The processor time of this thread for one job. A busy machine does not make it longer. */
export interface CpuTimer {
  begin(): void;
  /** True once the job has taken longer than it may, and again after each further 50 ms. */
  isLate(): boolean;
  /** True if the job was late at any time. */
  readonly wasLate: boolean;
  /** How long the job took, in milliseconds. */
  end(): number;
}

/**
 * @param everyNth only every nth call of `isLate` asks the system, because that is slow; the others return false
 * @param usage the processor time of this thread, in microseconds
 */
export function cpuTimer(limitMs: number, everyNth = 1, usage: () => NodeJS.CpuUsage = process.threadCpuUsage.bind(process)): CpuTimer {
  const now = (): number => {
    const { user, system } = usage();
    return (user + system) / 1_000;
  };
  let began = 0;
  // Nothing is late while no job runs.
  let next = Number.POSITIVE_INFINITY;
  let asked = 0;
  let wasLate = false;
  return {
    begin() {
      began = now();
      next = began + limitMs;
      wasLate = false;
    },
    isLate() {
      asked += 1;
      if (asked % everyNth !== 0 || now() < next) return false;
      next = now() + AGAIN_MS;
      wasLate = true;
      return true;
    },
    get wasLate() {
      return wasLate;
    },
    end() {
      next = Number.POSITIVE_INFINITY;
      return now() - began;
    },
  };
}
