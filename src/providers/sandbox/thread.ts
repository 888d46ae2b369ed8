import { Worker } from 'node:worker_threads';
import type { ThreadAnswer, ThreadJob, ThreadSettings } from './job.ts';
import { MEMORY_BYTES, type TimeLimits } from './limits.ts';

/** A thread was ended while it ran something. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  readonly reason: 'timeout' | 'memory' | 'fault';

  constructor(reason: ThreadEnded['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A thread with an interpreter in it. It serves one submission. */
export interface Thread {
  /** Resolves when the interpreter can run something. @throws what kept it from starting */
  readonly ready: Promise<void>;
  /**
   * Runs a job. The thread is ended when the job exceeds its bounds, when it takes longer than `wallMs` milliseconds by the
   * clock, or when the signal aborts.
   * @throws ThreadEnded; the signal's reason
   */
  run(job: ThreadJob, wallMs: number, signal: AbortSignal): Promise<ThreadAnswer>;
  /** Ends the thread, whatever it does. */
  end(): Promise<void>;
}

/**
 * The heap of the engine around WebAssembly. The interpreters' own memory is not in it. A thread that uses more than the first is
 * ended by the watch below. The second is the engine's own bound: far away, since an engine that reaches its bound within a
 * single operation ends the whole process.
 */
const USED_HEAP_BYTES = 201_326_592;
const HEAP_MIB = 1_024;
/** The stack of a thread, in MiB: deep recursion is to be noticed by the interpreter and not by the engine around it. */
const STACK_MIB = 16;
/** Memory outside of the heap and of WebAssembly, in bytes: what no bound of the engine covers. */
const EXTERNAL_BYTES = 2 * MEMORY_BYTES;
const LOOK_EVERY_MS = 100;

export function startThread(program: URL, times: TimeLimits): Thread {
  const settings: ThreadSettings = { exampleMs: times.exampleMs, memoryBytes: MEMORY_BYTES };
  const worker = new Worker(program, {
    workerData: settings,
    // A thread knows nothing of how this program was started, and prints nothing.
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB, maxYoungGenerationSizeMb: 16, stackSizeMb: STACK_MIB },
  });
  worker.unref();
  for (const stream of [worker.stdout, worker.stderr]) stream.resume();
  const failure = Promise.withResolvers<never>();
  worker.on('error', (error: NodeJS.ErrnoException) => {
    failure.reject(new ThreadEnded(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'fault', error.message));
  });
  worker.on('exit', (code) => failure.reject(new ThreadEnded('fault', `The thread ended with code ${code}.`)));
  const message = <T>(): Promise<T> => Promise.race([failure.promise, new Promise<T>((resolve) => worker.once('message', resolve))]);
  const ready = within(message<'ready'>(), times.loadMs).then(() => undefined);
  // Whoever waits hears of it. While nobody waits, an interpreter that ends is no fault of the program.
  for (const promise of [failure.promise, ready]) promise.catch(() => undefined);

  return {
    ready,
    async run(job, wallMs, signal) {
      signal.throwIfAborted();
      const given = Promise.withResolvers<never>();
      const abort = (): void => given.reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      const unwatch = watch(worker, times, wallMs, given.reject);
      try {
        const answer = message<ThreadAnswer>();
        worker.postMessage(job);
        return await Promise.race([answer, given.promise]);
      } catch (error) {
        await worker.terminate();
        throw error;
      } finally {
        unwatch();
        signal.removeEventListener('abort', abort);
      }
    },
    async end() {
      await worker.terminate();
    },
  };
}

/** Looks at a running thread now and then, until it is told to stop. Tells when the thread exceeds a bound. */
function watch(worker: Worker, times: TimeLimits, wallMs: number, exceeded: (ended: ThreadEnded) => void): () => void {
  const overdue = (): void => exceeded(new ThreadEnded('timeout', 'The thread took too long.'));
  let before: number | undefined;
  const look = async (): Promise<void> => {
    // Neither of these is answered while the thread is in a part of the engine that cannot be interrupted.
    const [cpu, heap] = await Promise.all([worker.cpuUsage(), worker.getHeapStatistics()]);
    const ms = (cpu.user + cpu.system) / 1_000;
    before ??= ms;
    if (ms - before >= times.exampleMs + times.graceMs) overdue();
    if (heap.external_memory > EXTERNAL_BYTES || heap.used_heap_size > USED_HEAP_BYTES)
      exceeded(new ThreadEnded('memory', 'The thread took too much memory.'));
  };
  const looking = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
  const waiting = setTimeout(overdue, wallMs);
  return () => {
    clearInterval(looking);
    clearTimeout(waiting);
  };
}

/** @throws Error if the promise takes longer than so many milliseconds */
async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`The interpreter was not ready within ${ms} ms.`)), ms);
  timer.unref();
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
