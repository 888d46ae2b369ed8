import type { ChildProcess } from 'node:child_process';
import { withTimeout } from '../../concurrency/with-timeout.ts';
import { readAnswer } from './answers.ts';
import { ChildEnded, ChildLines } from './child-lines.ts';
import { confineFurther, end, hasEnded, startConfined } from './confined.ts';
import { type Answer, type Job, READY } from './job.ts';
import { MEMORY_BYTES, type TimeLimits } from './limits.ts';
import { watch } from './watch.ts';

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
