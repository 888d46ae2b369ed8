import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system of its own, which only what is started `through` it sees. */
export interface SmallDisk {
  /** Where it lies, for what is started through it. */
  readonly folder: string;
  /** The command and arguments that start another command on it. */
  readonly through: readonly string[];
  /** Takes all room that is left, to the last byte. */
  fill(): void;
  /** Gives the room back. */
  free(): void;
  /** Ends it, with everything on it. */
  dispose(): Promise<void>;
}

/** Who is not root mounts in a user namespace of their own, where the system allows one. */
const IS_ROOT = process.getuid?.() === 0;
const UNSHARE = ['unshare', ...(IS_ROOT ? [] : ['--user', '--map-root-user']), '--mount'];
const ENTER = ['nsenter', ...(IS_ROOT ? [] : ['--user', '--preserve-credentials']), '--mount', '--target'];
const READY = 'ready';
/** Mounts, says so, and stays until its input ends, which it does at the latest with this process. */
const HOLD = `mount -t tmpfs -o "size=$2" vouch "$1" && echo ${READY} && exec cat`;

/** Whether this machine lets us mount a file system. */
export function canMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'vouch-mount-'));
  try {
    const { status, error } = spawnSync(UNSHARE[0] as string, [
      ...UNSHARE.slice(1),
      'sh',
      '-c',
      'mount -t tmpfs -o size=1m vouch "$1"',
      'sh',
      place,
    ]);
    return error === undefined && status === 0 && spawnSync(ENTER[0] as string, ['--version']).status === 0;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** @throws Error when it cannot be mounted */
export async function startSmallDisk(mebibytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-disk-'));
  const [command = '', ...args] = [...UNSHARE, 'sh', '-c', HOLD, 'sh', folder, `${mebibytes}m`];
  const holder: ChildProcess = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(holder, 'close');
  const said = await Promise.race([once(holder.stdout as NodeJS.EventEmitter, 'data').then(String), ended.then(() => 'nothing')]);
  if (said.trim() !== READY) throw new Error(`A file system of ${mebibytes} MiB could not be mounted.`);
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

/** Writes smaller and smaller pieces until not even a byte is left. */
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
