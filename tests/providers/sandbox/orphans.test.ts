import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { childrenOf } from '../../support/process-state.ts';

const program = join(import.meta.dirname, '..', '..', 'support', 'sandbox-process.ts');
const spawned = spawn(process.execPath, [program], { stdio: 'ignore' });
afterAll(() => void spawned.kill('SIGKILL'));

test.runIf(process.platform === 'linux')('a child ends when the program is killed, even while it runs something', async () => {
  const children = (): readonly number[] => childrenOf(spawned.pid as number);
  await expect.poll(children).toHaveLength(1);
  const [child] = children();
  spawned.kill('SIGKILL');
  await expect.poll(() => existsSync(`/proc/${child}`)).toBe(false);
});
