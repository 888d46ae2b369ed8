import { join } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { required } from '../../domain/kernel/records.ts';
import type { FoldingListener, FoldingThread } from '../../projections/engine/remote-folding.ts';
import type { ThreadData } from './thread.ts';

export interface FoldingThreadsOptions {
  /** The data folder. */
  readonly data: string;
  /** The names of the groups. Each thread has at least one. */
  readonly groups: readonly string[];
  readonly threads: number;
  /** Starts a thread. For tests, which end threads. */
  readonly startWorker?: (data: ThreadData, ports: MessagePort[]) => Worker;
}

const PROGRAM = join(import.meta.dirname, 'thread.ts');

/** MiB of a thread's heap for objects that stay and for new ones. */
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 } as const;

const startFolding = (workerData: ThreadData, transferList: MessagePort[]): Worker =>
  new Worker(PROGRAM, { workerData, transferList, resourceLimits: HEAP });

/** A thread that runs, and the ports of its groups that nobody uses yet. */
interface Running {
  readonly worker: Worker;
  readonly ports: Map<string, MessagePort>;
  readonly listeners: Set<FoldingListener>;
  users: number;
}

/**
 * Starts the thread of each group when it is asked for. If there are fewer threads than groups, several groups share one, which is started
 * for the first of them.
 */
export function foldingThreads({ data, groups, threads, startWorker = startFolding }: FoldingThreadsOptions) {
  const running = new Map<number, Running>();

  function start(thread: number): Running {
    const mine = groups.filter((_, index) => index % threads === thread).map((name) => ({ name, ...new MessageChannel() }));
    const given = mine.map(({ name, port2 }) => ({ name, port: port2 }));
    const worker = startWorker(
      { data, groups: given },
      given.map(({ port }) => port),
    );
    const started: Running = { worker, ports: new Map(mine.map(({ name, port1 }) => [name, port1])), listeners: new Set(), users: 0 };
    running.set(thread, started);
    const ended = (error: Error): void => {
      if (running.get(thread) === started) running.delete(thread);
      for (const listener of started.listeners) listener.ended(error);
      started.listeners.clear();
    };
    worker.on('error', ended);
    worker.on('exit', (code) => ended(new Error(`The thread ended with ${code}.`)));
    return started;
  }

  return (group: string, listener: FoldingListener): FoldingThread => {
    const thread = groups.indexOf(group) % threads;
    const known = running.get(thread);
    const there = known?.ports.has(group) ? known : start(thread);
    const port = required(there.ports.get(group), 'port of a group of read models');
    there.ports.delete(group);
    there.listeners.add(listener);
    there.users += 1;
    port.on('message', listener.message);
    return {
      post: (message) => port.postMessage(message),
      async end() {
        there.listeners.delete(listener);
        port.close();
        there.users -= 1;
        if (there.users === 0) await there.worker.terminate();
      },
    };
  };
}
