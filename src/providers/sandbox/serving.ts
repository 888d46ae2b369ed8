import { type Answer, type ChildSettings, type Job, READY } from './job.ts';
import { readLines } from './lines.ts';

// The part of a child process that is the same for all interpreters.

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
