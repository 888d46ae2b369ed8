// The part of a child process that is the same for all interpreters.
import { type Answer, type ChildSettings, type Job, READY, readLines } from './exchange.ts';

/** Runs one job. */
export type Run = (job: Job) => Answer | Promise<Answer>;

/** What a process can do to others, and what Node keeps of its own inside. Node's permission model does not cover signals. */
const OF_PROCESS = ['kill', '_kill', '_debugProcess', '_debugEnd', 'abort', 'dlopen', 'binding', '_linkedBinding', 'getBuiltinModule'];

/**
 * Starts an interpreter, and runs in it what this process is sent: each line of standard input is a job, and each line of
 * standard output an answer. The process ends with its input, because then whoever started it has gone.
 */
export async function serve(start: (settings: ChildSettings) => Promise<Run>): Promise<void> {
  // Taken before the interpreter starts, which may empty the realm of this process.
  const own = process;
  const { argv, stdin, stdout, exit } = own;
  const send = (line: string): unknown => stdout.write(`${line}\n`);
  const run = await start(JSON.parse(argv[2] ?? '') as ChildSettings);
  giveUpRights(own);
  readLines(stdin, Number.POSITIVE_INFINITY, {
    line: async (line) => send(JSON.stringify(await run(JSON.parse(line) as Job))),
    tooLong: () => undefined,
  });
  stdin.on('close', () => exit(0));
  send(READY);
}

/** The files of the program are read by now, and nothing is read any more. */
function giveUpRights(own: NodeJS.Process): void {
  own.permission.drop('fs.read');
  for (const name of OF_PROCESS) Reflect.deleteProperty(own, name);
}

/** The instant at which the clock of submitted code stands still: 2000-01-01T00:00:00Z. */
export const FIXED_NOW = 946_684_800_000;

/** How much longer code may go on before it is interrupted again: time for what it does when it ends. */
const AGAIN_MS = 50;

/** The processor time that this thread takes for one job. A busy machine does not make it longer. */
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
 * @param everyNth which questions are answered by looking, since that takes a call of the system; the others are answered no
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
