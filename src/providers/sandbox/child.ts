import { Socket } from 'node:net';
import * as z from 'zod';
import { withTimeout } from '../../concurrency/with-timeout.ts';
import { OUTPUT_BYTES } from '../../contracts/coding/ran.ts';
import { type ConfinedProcess, confineFurther, end, hasEnded, kill, startConfined, watch } from './confined.ts';
import { type Answer, type Job, READY, readLines } from './exchange.ts';
import { MEMORY_BYTES, type TimeLimits } from './limits.ts';

const MESSAGE_LENGTH = 4_000;
/**
 * The longest line that a child process may send: three texts of the allowed length. JSON may write each character as
 * six.
 */
const ANSWER_LENGTH = 2_097_152;

const text = z.string().max(OUTPUT_BYTES);
const answer = z.strictObject({
  ran: z.strictObject({
    value: text.nullable(),
    stdout: text,
    output: text,
    cut: z.boolean(),
    fault: z
      .strictObject({
        kind: z.enum(['error', 'timeout', 'memory']),
        // The message quotes the code, whose names and lines can be long.
        message: z.string().transform((message) => message.slice(0, MESSAGE_LENGTH)),
      })
      .nullable(),
  }),
  ms: z.number().nonnegative(),
  isBroken: z.boolean(),
});

/**
 * Reads an answer of a child process. Code that escaped from its interpreter may write anything, so all of it is
 * checked.
 * @throws Error if it is not an answer
 */
function readAnswer(line: string): Answer {
  return answer.parse(JSON.parse(line));
}

/** A child process was ended while it ran something, or ended by itself. */
export class ChildEnded extends Error {
  override readonly name = 'ChildEnded';
  readonly reason: 'timeout' | 'memory' | 'fault';

  constructor(reason: ChildEnded['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The lines that a process sends. Each must have been requested; a process that sends anything else is ended. */
class ChildLines {
  readonly #ended = Promise.withResolvers<never>();
  readonly #spawned: ConfinedProcess;
  #waiting: ((line: string) => void) | undefined;

  constructor(spawned: ConfinedProcess) {
    this.#spawned = spawned;
    this.#ended.promise.catch(() => undefined);
    spawned.on('error', (error) => this.#ended.reject(error));
    spawned.on('exit', (code, signal) => this.#ended.reject(new ChildEnded(reasonOf(signal), `The process ended with ${signal ?? code}.`)));
    // Writing to a process that has ended fails. Its end is reported elsewhere.
    spawned.stdin.on('error', () => undefined);
    readLines(spawned.stdout, ANSWER_LENGTH, {
      line: (line) => this.#take(line),
      tooLong: () => this.#refuse('The process sent too much.'),
    });
    hold(spawned, false);
  }

  /** The program does not exit until the line has arrived. @throws ChildEnded */
  async next(): Promise<string> {
    hold(this.#spawned, true);
    try {
      return await Promise.race([this.#ended.promise, new Promise<string>((resolve) => (this.#waiting = resolve))]);
    } finally {
      hold(this.#spawned, false);
    }
  }

  #take(line: string): void {
    if (!this.#waiting) this.#refuse('The process sent something that it was not asked for.');
    this.#waiting?.(line);
    this.#waiting = undefined;
  }

  #refuse(message: string): void {
    this.#ended.reject(new ChildEnded('fault', message));
    kill(this.#spawned);
  }
}

/**
 * An engine without memory aborts, or executes an invalid instruction. The system sends SIGKILL if it has no memory
 * left, and SIGXCPU if the processor time is used up.
 */
function reasonOf(signal: NodeJS.Signals | null): ChildEnded['reason'] {
  if (signal === 'SIGXCPU') return 'timeout';
  return signal !== null && ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL'].includes(signal) ? 'memory' : 'fault';
}

/** An idle child does not keep this program from exiting; a child whose answer is awaited does. */
function hold(spawned: ConfinedProcess, isAwaited: boolean): void {
  const method = isAwaited ? 'ref' : 'unref';
  spawned[method]();
  // In Node, the pipes to a child are sockets.
  for (const stream of [spawned.stdin, spawned.stdout]) if (stream instanceof Socket) stream[method]();
}

/** A child process with an interpreter in it. It serves one submission. */
export interface Child {
  /** Resolves when the interpreter can run code. @throws the error of its start */
  readonly ready: Promise<void>;
  /** True once the process has ended. The system may end an idle process if it has no memory left. */
  readonly hasEnded: boolean;
  /**
   * Runs a job. The process is ended if the job exceeds its limits, if it takes longer than `wallMs` milliseconds of
   * real time, or if the signal aborts.
   * @throws ChildEnded; the signal's reason
   */
  run(job: Job, wallMs: number, signal: AbortSignal): Promise<Answer>;
  /** Ends the process, whatever it does. */
  end(): Promise<void>;
}

export interface ChildProgram {
  readonly file: URL;
  /** Node options besides those of every child. */
  readonly nodeOptions: readonly string[];
}

export function startChild({ file, nodeOptions }: ChildProgram, times: TimeLimits): Child {
  const spawned = startConfined(file, { exampleMs: times.exampleMs, memoryBytes: MEMORY_BYTES }, nodeOptions);
  const lines = new ChildLines(spawned);
  const late = (): Error => new Error(`The interpreter was not ready within ${times.loadMs} ms.`);
  const ready = withTimeout(times.loadMs, started(spawned, lines), late);
  // Callers that wait get the error. If nobody waits, an interpreter that ends is no fault of the program.
  ready.catch(() => undefined);

  return {
    ready,
    get hasEnded() {
      return hasEnded(spawned);
    },
    async run(job, wallMs, signal) {
      signal.throwIfAborted();
      const given = Promise.withResolvers<never>();
      const abort = (): void => given.reject(signal.reason);
      const overdue = (): void => given.reject(new ChildEnded('timeout', 'The process took too long.'));
      signal.addEventListener('abort', abort, { once: true });
      const unwatch = watch(spawned.pid, { cpuMs: times.exampleMs + times.graceMs, wallMs }, overdue);
      try {
        const line = lines.next();
        spawned.stdin?.write(`${JSON.stringify(job)}\n`);
        return answerIn(await Promise.race([line, given.promise]));
      } catch (error) {
        await end(spawned);
        throw error;
      } finally {
        unwatch();
        signal.removeEventListener('abort', abort);
      }
    },
    end: () => end(spawned),
  };
}

async function started(spawned: ConfinedProcess, lines: ChildLines): Promise<void> {
  if ((await lines.next()) !== READY) throw new ChildEnded('fault', 'The process began with something else.');
  // Without a process id it did not start, and `lines` has already failed.
  if (spawned.pid !== undefined) await confineFurther(spawned.pid);
}

function answerIn(line: string): Answer {
  try {
    return readAnswer(line);
  } catch {
    throw new ChildEnded('fault', 'The process sent something that is no answer.');
  }
}
