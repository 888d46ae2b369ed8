import { vi } from 'vitest';
import { runProgram } from '../../src/wiring/program.ts';
import type { Ended } from './server-process.ts';

/** A test may run while the environment names servers, which the tests of the stores use. */
const ON_FILES = { EVENTSTORE_URL: undefined, MONGODB_URL: undefined } as const;

/**
 * Runs one command of the command line to its end in this process, which takes a quarter of a second less processor time
 * than a process of its own (`runCommand`). Commands with which the tests send signals, and those that load code of the
 * user, need one. One at a time, since they print to the same output. It runs on files unless `env` names servers.
 */
export async function runHere(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const printed = { stdout: '', stderr: '' };
  const mask = process.umask();
  const listeners = process.stdout.listeners('error');
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text: string | Uint8Array, ...more: readonly unknown[]) => {
      printed[name] += String(text);
      const written = more.at(-1);
      if (typeof written === 'function') written();
      return true;
    }),
  );
  for (const [name, value] of Object.entries({ ...ON_FILES, ...env })) vi.stubEnv(name, value);
  try {
    const code = await runProgram(args);
    return { code, signal: null, ...printed };
  } finally {
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
    for (const listener of process.stdout.listeners('error'))
      if (!listeners.includes(listener)) process.stdout.off('error', listener as () => void);
    process.umask(mask);
  }
}
