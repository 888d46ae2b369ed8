import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Abusing } from './abuses.ts';
import type { Person } from './person.ts';
import { visit } from './visiting.ts';

/** A person's milliseconds while somebody in a process of its own abuses the program, and how often each status answered that. */
export async function abused(abusing: Abusing, other: Person, forMs: number): Promise<{ taken: readonly number[]; answers: string }> {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'abuser.ts'), JSON.stringify(abusing)], {
    // Its input ends with this process, and it ends with its input.
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('A child without an output.');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  try {
    const taken = await visit(other, forMs);
    child.kill('SIGTERM');
    const { value } = await lines.next();
    return { taken, answers: String(value) };
  } finally {
    child.kill('SIGKILL');
    await once(child, 'close').catch(() => undefined);
  }
}
