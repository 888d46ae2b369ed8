import { type Position, START } from '../../domain/kernel/event.ts';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import type { Log } from '../../ports/log.ts';
import { Waiters } from './checkpoint-watch.ts';
import { type FromFolding, fromSent, logSent, type Order, type ToFolding, type WrittenIds } from './folding-messages.ts';
import { type AnyProjection, collectionName } from './projection.ts';
import type { Progress, ProjectionStatus } from './runner.ts';
import { backOff } from './views.ts';

/** A thread that folds, or the part of one that folds a group of read models. */
export interface FoldingThread {
  post(message: ToFolding): void;
  /** Ends it, and resolves when it has ended. */
  end(): Promise<void>;
}

export interface FoldingListener {
  readonly message: (message: FromFolding) => void;
  /** The thread has ended by itself. Called once, with its error or exit code. */
  readonly ended: (error: Error) => void;
}

export interface RemoteFoldingPorts {
  readonly projections: readonly AnyProjection[];
  readonly startThread: (listener: FoldingListener) => FoldingThread;
  /** How the documents that the thread writes are read in this one. */
  readonly reading: { open(): void; shut(): Promise<void>; written(changes: readonly WrittenIds[]): void };
  /** Frees room on the disk for what must be written. */
  readonly onFull: () => void;
  readonly log: Pick<Log, 'info' | 'error'>;
  readonly pause?: (attempt: number, signal: AbortSignal) => Promise<void>;
}

interface Ordered {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** How long a thread may take to end before it is ended. An index of a large read model takes longer. */
const STOP_MS = 1_000;
/** How long a thread that was started again takes it that somebody still waits. */
const AWAITED_MS = 5_000;

/**
 * Read models that another thread folds, as the main thread knows them. A thread that ends by itself is started again; until its read models
 * can be read again, reads are refused.
 */
export class RemoteFolding {
  readonly projections: readonly AnyProjection[];
  readonly #ports: RemoteFoldingPorts;
  readonly #waiters = new Waiters();
  readonly #ordered = new Map<number, Ordered>();
  /** What the thread has reported. */
  #reported: Progress;
  /** What holds for whoever reads here. */
  #progress: Progress;
  /** Whether this thread can read what the other one writes. */
  #isOpen = false;
  #thread: FoldingThread | null = null;
  #orders = 0;
  #awaited: Position = START;
  /** The thread is at the end of the log, and is to be told of the next append. */
  #atEnd = false;
  /** Something was appended that the thread was not told of. */
  #untold = false;
  #isStarting = false;
  readonly #ending = new AbortController();

  constructor(ports: RemoteFoldingPorts) {
    this.#ports = ports;
    this.projections = ports.projections;
    this.#reported = unknown(new Map(ports.projections.map((projection) => [projection.name, collectionName(projection)])));
    this.#progress = this.#reported;
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Resolves when the read models can be read, or when it is stopped before. @throws StoreUnavailable, StoreFull */
  async start(): Promise<void> {
    await this.#run((error) => {
      throw error;
    });
  }

  /** @throws StoreUnavailable after the time-out */
  reached(position: Position, timeoutMs: number): Promise<void> {
    if (this.#progress.position >= position) return Promise.resolve();
    const isNews = !this.#waiters.any || position > this.#awaited;
    const reached = this.#waiters.wait(position, timeoutMs);
    if (isNews) {
      this.#awaited = position;
      this.#thread?.post({ kind: 'awaited', position, timeoutMs });
    }
    return reached;
  }

  /** Something was appended to the log. */
  appended(): void {
    if (!this.#atEnd) this.#untold = true;
    else this.#tell();
  }

  async status(): Promise<readonly ProjectionStatus[]> {
    return (await this.#order('status')) as readonly ProjectionStatus[];
  }

  async rebuild(name?: string): Promise<void> {
    await this.#shut();
    await this.#order('rebuild', name);
    this.#open();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    this.#waiters.end();
    const late = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref());
    await Promise.race([this.#order('stop').catch(() => undefined), late]);
    await this.#endThread();
    this.#reject(new StoreUnavailable('The program is ending.'));
    await this.#shut();
  }

  /** Starts a thread, and another one in its place if it ends before it has started. */
  async #run(onFault: (error: unknown) => void): Promise<void> {
    const { signal } = this.#ending;
    this.#isStarting = true;
    try {
      for (let attempt = 1; !signal.aborted; attempt += 1) {
        try {
          this.#begin();
          await this.#order('start');
          if (!signal.aborted) this.#open();
          return;
        } catch (error) {
          if (signal.aborted) return;
          if (!(error instanceof ThreadEnded)) onFault(error);
          await this.#endThread();
          await (this.#ports.pause ?? backOff)(attempt, signal);
        }
      }
    } finally {
      this.#isStarting = false;
    }
  }

  #open(): void {
    this.#ports.reading.open();
    this.#isOpen = true;
    this.#publish();
  }

  #shut(): Promise<void> {
    this.#isOpen = false;
    this.#publish();
    return this.#ports.reading.shut();
  }

  /** Nothing counts as reached before it can be read. */
  #publish(): void {
    const { serving, building } = this.#reported;
    this.#progress = this.#isOpen ? this.#reported : { ...unknown(serving), building };
    this.#waiters.reached(this.#progress.position);
  }

  #begin(): void {
    const mine = this.#ports.startThread({
      message: (message) => this.#take(message),
      ended: (error) => {
        if (this.#thread === mine) this.#ended(error);
      },
    });
    this.#thread = mine;
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.end();
  }

  #order(order: Order, name?: string): Promise<unknown> {
    const thread = this.#thread;
    if (thread === null) return Promise.reject(new StoreUnavailable('The thread of the read models is not running.'));
    this.#orders += 1;
    const id = this.#orders;
    return new Promise((resolve, reject) => {
      this.#ordered.set(id, { resolve, reject });
      thread.post({ kind: 'order', id, order, ...(name !== undefined && { name }) });
    });
  }

  #take(message: FromFolding): void {
    if (message.kind === 'moved') {
      // What is remembered of the documents is given up before anybody who waits for them reads on.
      this.#ports.reading.written(message.written);
      this.#reported = { ...this.#reported, ...message.progress };
      this.#publish();
    } else if (message.kind === 'at_end') {
      this.#atEnd = true;
      if (this.#untold) this.#tell();
    } else if (message.kind === 'full') this.#ports.onFull();
    else if (message.kind === 'log') logSent(this.#ports.log, message.line);
    else this.#replied(message);
  }

  #tell(): void {
    this.#atEnd = false;
    this.#untold = false;
    this.#thread?.post({ kind: 'appended' });
  }

  #replied(message: Extract<FromFolding, { readonly id: number }>): void {
    const ordered = this.#ordered.get(message.id);
    this.#ordered.delete(message.id);
    if (message.kind === 'done') ordered?.resolve(message.result);
    else ordered?.reject(fromSent(message.error));
  }

  #reject(error: Error): void {
    for (const { reject } of this.#ordered.values()) reject(error);
    this.#ordered.clear();
  }

  #ended(error: Error): void {
    this.#thread = null;
    this.#atEnd = false;
    this.#untold = true;
    this.#reported = unknown(this.#reported.serving);
    this.#ports.log.error({ err: error }, 'read_model.thread_failed');
    const shut = this.#shut();
    this.#reject(new ThreadEnded('The thread of the read models has ended.'));
    if (!this.#isStarting) void shut.then(() => this.#again());
  }

  async #again(): Promise<void> {
    await this.#run((error) => this.#ports.log.error({ err: error }, 'read_model.thread_failed'));
    if (this.#waiters.any) this.#thread?.post({ kind: 'awaited', position: this.#awaited, timeoutMs: AWAITED_MS });
  }
}

class ThreadEnded extends StoreUnavailable {}

/** Nothing is known of a thread that has not reported yet. */
const unknown = (serving: Progress['serving']): Progress => ({
  held: START,
  position: START,
  reliable: false,
  started: false,
  serving,
  building: [],
});
