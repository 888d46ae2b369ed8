import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
