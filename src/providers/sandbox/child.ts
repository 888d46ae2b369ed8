import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import * as z from 'zod';
import { withTimeout } from '../../concurrency/with-timeout.ts';
import { OUTPUT_BYTES } from '../../contracts/coding/ran.ts';
import { confineFurther, end, hasEnded, kill, startConfined, watch } from './confined.ts';
import { type Answer, type Job, READY, readLines } from './exchange.ts';
import { MEMORY_BYTES, type TimeLimits } from './limits.ts';

const MESSAGE_LENGTH = 4_000;
/** The longest line that a child process may send: three texts of the allowed length, each character of which JSON may write as six. */
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
        // It quotes the code, whose names and lines can be long.
        message: z.string().transform((message) => message.slice(0, MESSAGE_LENGTH)),
      })
      .nullable(),
  }),
  ms: z.number().nonnegative(),
  isBroken: z.boolean(),
});

/**
 * Reads what a child process sent. Code that got out of its interpreter may write whatever it likes, so nothing is taken for
 * granted. @throws Error if it is not an answer
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

/** The lines that a process sends, each of which has to be waited for. One that sends anything else is ended. */
class ChildLines {
  readonly #ended = Promise.withResolvers<never>();
  readonly #spawned: ChildProcess;
  #waiting: ((line: string) => void) | undefined;

  constructor(spawned: ChildProcess) {
    this.#spawned = spawned;
    this.#ended.promise.catch(() => undefined);
    spawned.on('error', (error) => this.#ended.reject(error));
    spawned.on('exit', (code, signal) => this.#ended.reject(new ChildEnded(reasonOf(signal), `The process ended with ${signal ?? code}.`)));
    // What cannot be written to a process that has ended is told by its end.
    spawned.stdin?.on('error', () => undefined);
    readLines(spawned.stdout as Readable, ANSWER_LENGTH, {
      line: (line) => this.#take(line),
      tooLong: () => this.#refuse('The process sent too much.'),
    });
    hold(spawned, false);
  }

  /** The program stays until the line is there. @throws ChildEnded */
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
 * An engine without memory aborts, or runs into an instruction that there is not; the system ends with SIGKILL whom it has no
 * memory left for, and with SIGXCPU whoever has used up the processor time.
 */
function reasonOf(signal: NodeJS.Signals | null): ChildEnded['reason'] {
  if (signal === 'SIGXCPU') return 'timeout';
  return signal !== null && ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL'].includes(signal) ? 'memory' : 'fault';
}

/** A child that waits does not keep this program from ending, and one for whose answer somebody waits does. */
function hold(spawned: ChildProcess, isAwaited: boolean): void {
  const method = isAwaited ? 'ref' : 'unref';
  spawned[method]();
  const streams = [spawned.stdin, spawned.stdout] as readonly ((Readable | Writable) & { ref?(): void; unref?(): void })[];
  for (const stream of streams) stream[method]?.();
}

/** A child process with an interpreter in it. It serves one submission. */
export interface Child {
  /** Resolves when the interpreter can run something. @throws what kept it from starting */
  readonly ready: Promise<void>;
  /** True once the process has ended. The system may end one that waits, where it has no memory left. */
  readonly hasEnded: boolean;
  /**
   * Runs a job. The process is ended when the job exceeds its bounds, when it takes longer than `wallMs` milliseconds by the
   * clock, or when the signal aborts.
   * @throws ChildEnded; the signal's reason
   */
  run(job: Job, wallMs: number, signal: AbortSignal): Promise<Answer>;
  /** Ends the process, whatever it does. */
  end(): Promise<void>;
}

export interface ChildProgram {
  readonly file: URL;
  /** Options of Node that it needs besides those of every child. */
  readonly nodeOptions: readonly string[];
}

export function startChild({ file, nodeOptions }: ChildProgram, times: TimeLimits): Child {
  const spawned = startConfined(file, { exampleMs: times.exampleMs, memoryBytes: MEMORY_BYTES }, nodeOptions);
  const lines = new ChildLines(spawned);
  const late = (): Error => new Error(`The interpreter was not ready within ${times.loadMs} ms.`);
  const ready = withTimeout(times.loadMs, started(spawned, lines), late);
  // Whoever waits hears of it. While nobody waits, an interpreter that ends is no fault of the program.
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

async function started(spawned: ChildProcess, lines: ChildLines): Promise<void> {
  if ((await lines.next()) !== READY) throw new ChildEnded('fault', 'The process began with something else.');
  await confineFurther(spawned.pid as number);
}

function answerIn(line: string): Answer {
  try {
    return readAnswer(line);
  } catch {
    throw new ChildEnded('fault', 'The process sent something that is no answer.');
  }
}
