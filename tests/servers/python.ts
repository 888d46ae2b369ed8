import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/** An environment of Python for the tests alone, under `node_modules/.cache`. */
export interface WantedPython {
  /** What is installed, for sentences: `SecantusDB`. */
  readonly product: string;
  /** Ends the folder's name, and changes with the versions of the packages. */
  readonly name: string;
  /** As pip takes them, every one with its version. */
  readonly packages: readonly string[];
  /** Minor versions of Python 3: from the first to before the second. */
  readonly minors: readonly [number, number];
}

/** It cannot be had here; the message says in a sentence why. */
export class NoPython extends Error {
  override readonly name = 'NoPython';
}

const CACHE = join(import.meta.dirname, '../../node_modules/.cache');
const LOOK_MS = 200;

const run = promisify(execFile);

/** The path of a Python in which the packages are installed, which the first process that asks prepares. @throws NoPython */
export async function pythonWith(wanted: WantedPython): Promise<string> {
  if (process.platform === 'win32') throw new NoPython(`${wanted.product} is used on Linux and macOS only.`);
  const folder = join(CACHE, `vouch-${wanted.name}`);
  const ready = join(folder, 'ready');
  while (!existsSync(ready)) {
    if (locked(folder)) await make(folder, ready, wanted);
    else await pause(LOOK_MS);
  }
  return join(folder, 'bin', 'python');
}

async function make(folder: string, ready: string, wanted: WantedPython): Promise<void> {
  try {
    if (existsSync(ready)) return;
    rmSync(folder, { recursive: true, force: true });
    const python = await findPython(wanted);
    const own = join(folder, 'bin', 'python');
    // A pip of its own takes longer to install than most packages, so the environment has one only where Python has none that can be used.
    const shared = (await succeeds(python, ['-m', 'pip', '--python', python, '--version'])) && [python, '-m', 'pip', '--python', own];
    const bare = shared ? ['--without-pip'] : [];
    await runCommand([python, '-m', 'venv', ...bare, folder], 'No environment for Python could be made');
    // Python itself compiles what it imports, which is a small part of what is installed.
    const options = ['--quiet', '--disable-pip-version-check', '--no-compile'];
    const install = [...(shared || [own, '-m', 'pip']), 'install', ...options, ...wanted.packages];
    await runCommand(install, `PyPI did not give ${wanted.product}`);
    writeFileSync(ready, '');
  } finally {
    rmSync(lockOf(folder), { recursive: true, force: true });
  }
}

async function findPython({ product, minors: [first, beyond] }: WantedPython): Promise<string> {
  const ask = `import sys, venv, ensurepip; sys.exit(not (3, ${first}) <= sys.version_info < (3, ${beyond}))`;
  const named = Array.from({ length: beyond - first }, (_, index) => `python3.${beyond - 1 - index}`);
  for (const python of ['python3', ...named]) if (await succeeds(python, ['-c', ask])) return python;
  throw new NoPython(`${product} needs Python 3.${first} to 3.${beyond - 1} with venv, and there is none.`);
}

const succeeds = (command: string, args: readonly string[]): Promise<boolean> =>
  run(command, args).then(
    () => true,
    () => false,
  );

async function runCommand([command = '', ...args]: readonly string[], otherwise: string): Promise<void> {
  try {
    await run(command, args);
  } catch (error) {
    const why = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? (error as Error).message;
    throw new NoPython(`${otherwise}: ${why}`);
  }
}

const lockOf = (folder: string): string => `${folder}.lock`;

/** True: this process prepares it. The lock of a process that has ended blocks nobody. */
function locked(folder: string): boolean {
  mkdirSync(dirname(folder), { recursive: true });
  try {
    writeFileSync(lockOf(folder), `${process.pid}`, { flag: 'wx' });
    return true;
  } catch {
    if (!isHeld(lockOf(folder))) rmSync(lockOf(folder), { force: true });
    return false;
  }
}

function isHeld(lock: string): boolean {
  try {
    const holder = Number(readFileSync(lock, 'utf8'));
    // It was just made and is not written yet.
    if (holder === 0) return true;
    process.kill(holder, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
