import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answered, call } from '../server-process.ts';

/** A small file system. Only processes that are started with the command `through` see it. */
export interface SmallDisk {
  /** Its folder, as those processes see it. */
  readonly folder: string;
  /** The command, with its arguments, that starts another command so that it sees this file system. */
  readonly through: readonly string[];
  /** Takes up all the room that is left, to the last byte. */
  fill(): void;
  /** Frees this room again. */
  free(): void;
  /** Removes the file system with everything on it. */
  dispose(): Promise<void>;
}

/** Without root, a file system can be mounted only in a user namespace of one's own, if the system allows that. */
const IS_ROOT = process.getuid?.() === 0;
const UNSHARE = ['unshare', ...(IS_ROOT ? [] : ['--user', '--map-root-user']), '--mount'];
const ENTER = ['nsenter', ...(IS_ROOT ? [] : ['--user', '--preserve-credentials']), '--mount', '--target'];
const READY = 'ready';
/** Mounts the file system, reports that, and runs until its input ends. The input ends with this process at the latest. */
const MOUNT_AND_STAY = `mount -t tmpfs -o "size=$2" vouch "$1" && echo ${READY} && exec cat`;

/** Whether this process may mount a file system on this machine. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-mount-'));
  try {
    const { status, error } = spawnSync(UNSHARE[0] as string, [
      ...UNSHARE.slice(1),
      'sh',
      '-c',
      'mount -t tmpfs -o size=1m vouch "$1"',
      'sh',
      folder,
    ]);
    return error === undefined && status === 0 && spawnSync(ENTER[0] as string, ['--version']).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Mounts a file system of this size. @throws Error if that is not possible */
export async function startSmallDisk(mebibytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-disk-'));
  const [command = '', ...args] = [...UNSHARE, 'sh', '-c', MOUNT_AND_STAY, 'sh', folder, `${mebibytes}m`];
  const holder: ChildProcess = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(holder, 'close');
  const output = await Promise.race([once(holder.stdout as NodeJS.EventEmitter, 'data').then(String), ended.then(() => 'nothing')]);
  if (output.trim() !== READY) throw new Error(`A file system of ${mebibytes} MiB could not be mounted.`);
  const ballast = join(`/proc/${holder.pid}/root`, folder, 'ballast');
  return {
    folder,
    through: [...ENTER, String(holder.pid)],
    fill: () => fillWith(ballast),
    free: () => rmSync(ballast, { force: true }),
    async dispose() {
      holder.stdin?.end();
      await ended;
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes smaller and smaller pieces to the file until there is no room for even one byte. */
function fillWith(ballast: string): void {
  const file = openSync(ballast, 'a');
  try {
    for (const size of [1_048_576, 65_536, 4_096, 1]) {
      const piece = Buffer.alloc(size, 1);
      while (hasWritten(file, piece));
    }
  } finally {
    closeSync(file);
  }
}

function hasWritten(file: number, piece: Buffer): boolean {
  try {
    return writeSync(file, piece) > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}

const WRITERS = 6;
/** How many tasks are completed before the disk is filled again. */
const WRITES = 20;
/** How many writes are refused, and then how many reads are answered, while the disk is full. */
const [REFUSALS, READS] = [12, 10];
const LOOK_MS = 5;
/** How long each of these may take. */
const BOUND_MS = 60_000;

/** What a program answered while its disk was filled again and again. */
export interface FullDiskRun {
  /** Ids of the tasks whose creation was acknowledged. */
  readonly created: ReadonlySet<string>;
  /** Ids of the tasks whose completion was acknowledged. */
  readonly completed: ReadonlySet<string>;
  /** The number of writes that were refused with 507. */
  readonly refused: number;
  /** The number of reads that were answered while the disk was full. */
  readonly readsWhenFull: number;
  /** The longest time from the moment at which the disk had room again to the next completed task, in milliseconds. */
  readonly slowestRecoveryMs: number;
}

export interface FullDiskOptions {
  readonly url: string;
  readonly token: string;
  readonly disk: SmallDisk;
  readonly fillings: number;
}

/**
 * Fills the disk and frees it again, `fillings` times, while six clients write and one reads all the time.
 * @throws Error if a write is answered with anything but 2xx or 507 `storage_full`, if a read is not answered with 200,
 * or if writing does not go on within a minute after the disk was freed
 */
export async function fillDiskRepeatedly(options: FullDiskOptions): Promise<FullDiskRun> {
  const run = new Run(options);
  const work = [...Array.from({ length: WRITERS }, (_, index) => run.write(index)), run.read()];
  // The first error ends the whole run.
  await Promise.race([run.fillings(), Promise.all(work)]).finally(() => {
    run.isOver = true;
    options.disk.free();
  });
  await Promise.all(work);
  return run;
}

class Run implements FullDiskRun {
  readonly created = new Set<string>();
  readonly completed = new Set<string>();
  refused = 0;
  readsWhenFull = 0;
  slowestRecoveryMs = 0;
  isOver = false;
  #reads = 0;
  readonly #options: FullDiskOptions;

  constructor(options: FullDiskOptions) {
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
      this.slowestRecoveryMs = Math.max(this.slowestRecoveryMs, performance.now() - freed);
    }
  }

  async write(writer: number): Promise<void> {
    for (let round = 0; !this.isOver; round += 1) {
      const body = { title: `Task ${writer} ${round}`, due_date: '2099-01-01' };
      const task = this.#acknowledged(await this.#ask('POST', '/api/tasks', body), 201);
      if (task === null) continue;
      this.created.add(task.id);
      while (!this.isOver) {
        const done = this.#acknowledged(await this.#ask('PATCH', `/api/tasks/${task.id}/status`, { status: 'completed' }), 200);
        if (done === null) continue;
        this.completed.add(task.id);
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

  /** Gives the body of a write that was acknowledged; null if it was refused because the disk was full. @throws Error for any other answer */
  #acknowledged({ status, body }: Answered, expected: number): { readonly id: string } | null {
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
