import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Abusing } from './abuses.ts';
import type { Person } from './person.ts';

/** Between two requests. */
const EVERY_MS = 50;
/** What somebody does, in turn. */
const CALLS = [
  ['GET', '/api/tasks?limit=50'],
  ['GET', '/api/streaks'],
  ['POST', '/api/tasks'],
  ['GET', '/api/alerts/active'],
  ['GET', '/api/reports/weekly'],
] as const;

/**
 * Milliseconds of a person's requests. They are sent at fixed instants, whether or not the earlier ones have been answered, so
 * that a program that stands still makes all of them slow and not only one.
 */
export async function visit(person: Person, forMs: number): Promise<readonly number[]> {
  const asked: Promise<number>[] = [];
  const end = performance.now() + forMs;
  for (let turn = 0; performance.now() < end; turn += 1) {
    asked.push(ask(person, turn));
    await pause(EVERY_MS);
  }
  return Promise.all(asked);
}

async function ask(person: Person, turn: number): Promise<number> {
  const [method, path] = CALLS[turn % CALLS.length] as (typeof CALLS)[number];
  const answer = await person.ask(method, path, method === 'POST' ? { title: `Water the plants ${turn}` } : undefined);
  if (answer.status !== (method === 'POST' ? 201 : 200)) throw new Error(`${method} ${path} gave ${answer.status}: ${answer.text}`);
  return answer.ms;
}

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
