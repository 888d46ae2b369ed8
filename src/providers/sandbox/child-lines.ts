import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { ANSWER_LENGTH } from './answers.ts';
import { kill } from './confined.ts';
import { readLines } from './lines.ts';

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
export class ChildLines {
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
