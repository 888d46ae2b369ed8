import { setTimeout as pause } from 'node:timers/promises';
import { type Answered, call } from '../server-process.ts';
import type { SmallDisk } from './small-disk.ts';

const WRITERS = 6;
/** Between two fillings, and with the disk full. */
const [WRITES, REFUSALS, READS] = [20, 12, 10];
const LOOK_MS = 5;
const BOUND_MS = 60_000;

/** What a program on a disk that fills up again and again has done. */
export interface DiskStorm {
  /** Ids of tasks whose creation, and whose completion, was acknowledged. */
  readonly created: ReadonlySet<string>;
  readonly completed: ReadonlySet<string>;
  /** Answers 507. */
  readonly refused: number;
  /** Reads that were answered while the disk was full. */
  readonly readsWhenFull: number;
  /** The longest time in milliseconds from room coming back to the next write. */
  readonly slowestHealing: number;
}

export interface DiskStormOptions {
  readonly url: string;
  readonly token: string;
  readonly disk: SmallDisk;
  readonly fillings: number;
}

/**
 * Some write all the time, one reads all the time, and the disk fills up under them and is freed again.
 * @throws Error when a write is answered otherwise than by 2xx and 507 `storage_full`, when a read is not answered by 200,
 * or when the program does not heal within a minute
 */
export async function fillAgainAndAgain(options: DiskStormOptions): Promise<DiskStorm> {
  const storm = new Storm(options);
  const work = [...Array.from({ length: WRITERS }, (_, index) => storm.write(index)), storm.read()];
  // A fault ends the whole of it.
  await Promise.race([storm.fillings(), Promise.all(work)]).finally(() => {
    storm.isOver = true;
    options.disk.free();
  });
  await Promise.all(work);
  return storm;
}

class Storm implements DiskStorm {
  readonly created = new Set<string>();
  readonly completed = new Set<string>();
  refused = 0;
  readsWhenFull = 0;
  slowestHealing = 0;
  isOver = false;
  #reads = 0;
  readonly #options: DiskStormOptions;

  constructor(options: DiskStormOptions) {
    this.#options = options;
  }

  async fillings(): Promise<void> {
    const { disk, fillings } = this.#options;
    for (let filling = 0; filling < fillings; filling += 1) {
      await this.#until('writes', () => this.completed.size, WRITES);
      disk.fill();
      await this.#until('refusals', () => this.refused, REFUSALS);
      const before = this.#reads;
      await this.#until('reads', () => this.#reads, READS);
      this.readsWhenFull += this.#reads - before;
      disk.free();
      const freed = performance.now();
      await this.#until('a write', () => this.completed.size, 1);
      this.slowestHealing = Math.max(this.slowestHealing, performance.now() - freed);
    }
  }

  async write(writer: number): Promise<void> {
    for (let turn = 0; !this.isOver; turn += 1) {
      const body = { title: `Task ${writer} ${turn}`, due_date: '2099-01-01' };
      const made = this.#written(await this.#ask('POST', '/api/tasks', body), 201);
      if (made === null) continue;
      this.created.add(made.id);
      while (!this.isOver) {
        const done = this.#written(await this.#ask('PATCH', `/api/tasks/${made.id}/status`, { status: 'completed' }), 200);
        if (done === null) continue;
        this.completed.add(made.id);
        break;
      }
    }
  }

  async read(): Promise<void> {
    while (!this.isOver) {
      const newest = [...this.created].at(-1);
      for (const path of ['/api/tasks?limit=50', '/api/streaks', ...(newest ? [`/api/tasks/${newest}`] : [])]) {
        const { status, body } = await this.#ask('GET', path);
        if (status !== 200) throw new Error(`GET ${path} gave ${status}: ${JSON.stringify(body)}`);
        this.#reads += 1;
      }
    }
  }

  #ask(method: string, path: string, body?: unknown): Promise<Answered> {
    const { url, token } = this.#options;
    return call(url, method, path, { token, ...(body !== undefined && { body }) });
  }

  /** The body of an acknowledged write; null for one that was refused for want of room. */
  #written({ status, body }: Answered, expected: number): { readonly id: string } | null {
    if (status === expected) return body;
    if (status !== 507 || body.code !== 'storage_full') throw new Error(`A write gave ${status}: ${JSON.stringify(body)}`);
    this.refused += 1;
    return null;
  }

  async #until(what: string, count: () => number, more: number): Promise<void> {
    const [goal, end] = [count() + more, performance.now() + BOUND_MS];
    while (count() < goal && !this.isOver) {
      if (performance.now() > end) throw new Error(`There were no ${more} ${what} in ${BOUND_MS} ms.`);
      await pause(LOOK_MS);
    }
  }
}
