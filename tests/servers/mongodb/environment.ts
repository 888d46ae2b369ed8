import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { NoMongo } from './server.ts';

export const VERSION = '0.7.0b3';

const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache', `vouch-secantus-${VERSION}`);
const READY = join(FOLDER, 'ready');
const LOCK = `${FOLDER}.lock`;
const PYTHONS = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10'];
const ASK = 'import sys, venv, ensurepip; sys.exit(not (3, 10) <= sys.version_info < (3, 14))';
const LOOK_MS = 200;

const run = promisify(execFile);

/** The path of a Python in which the server is installed, which the first process that asks prepares. @throws NoMongo */
export async function environment(): Promise<string> {
  if (process.platform === 'win32') throw new NoMongo('SecantusDB runs on Linux and macOS only.');
  while (!existsSync(READY)) {
    if (locked()) await make();
    else await pause(LOOK_MS);
  }
  return join(FOLDER, 'bin', 'python');
}

async function make(): Promise<void> {
  try {
    if (existsSync(READY)) return;
    rmSync(FOLDER, { recursive: true, force: true });
    const python = await findPython();
    await runCommand([python, '-m', 'venv', FOLDER], 'No environment for Python could be made');
    await runCommand(
      [join(FOLDER, 'bin', 'python'), '-m', 'pip', 'install', '--quiet', `secantusdb==${VERSION}`],
      'PyPI did not give SecantusDB',
    );
    writeFileSync(READY, '');
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

async function findPython(): Promise<string> {
  for (const python of PYTHONS)
    if (
      await run(python, ['-c', ASK]).then(
        () => true,
        () => false,
      )
    )
      return python;
  throw new NoMongo('SecantusDB needs Python 3.10 to 3.13 with venv, and there is none.');
}

async function runCommand([command = '', ...args]: readonly string[], otherwise: string): Promise<void> {
  try {
    await run(command, args);
  } catch (error) {
    const why = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? (error as Error).message;
    throw new NoMongo(`${otherwise}: ${why}`);
  }
}

/** True: this process prepares it. The lock of a process that has ended blocks nobody. */
function locked(): boolean {
  mkdirSync(dirname(LOCK), { recursive: true });
  try {
    writeFileSync(LOCK, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch {
    if (!isHeld()) rmSync(LOCK, { force: true });
    return false;
  }
}

function isHeld(): boolean {
  try {
    const holder = Number(readFileSync(LOCK, 'utf8'));
    // It was just made and is not written yet.
    if (holder === 0) return true;
    process.kill(holder, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
