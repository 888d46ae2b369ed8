import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Abusing } from './abuses.ts';
import type { Person } from './person.ts';
import { EVERY_MS } from './visiting.ts';

const QUIET_MS = 50;
const RECOVERY_MS = 300_000;

/** What a measurement gives while a person abuses the program, and how often each status came as an answer to that. */
export async function abused<T>(abusing: Abusing, measured: () => Promise<T>): Promise<{ readonly found: T; readonly answers: string }> {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'abuser.ts'), JSON.stringify(abusing)], {
    // Its input ends with this process, and it ends with its input.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('A child without an output.');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  try {
    const found = await measured();
    child.kill('SIGTERM');
    const { value } = await lines.next();
    return { found, answers: String(value) };
  } finally {
    child.kill('SIGKILL');
    await once(child, 'close').catch(() => undefined);
  }
}

/** Waits until the program has done with what an abuser left to it. @throws Error when that takes five minutes */
export async function recovered(person: Person): Promise<void> {
  const end = performance.now() + RECOVERY_MS;
  for (let quick = 0; quick < 20; ) {
    const { ms } = await person.ask('GET', '/api/streaks');
    quick = ms < QUIET_MS ? quick + 1 : 0;
    if (performance.now() > end) throw new Error('The program did not recover in five minutes.');
    await pause(EVERY_MS);
  }
}
