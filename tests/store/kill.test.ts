import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { openTestStores } from '../support/app.ts';

const KILLS = 3;
const writer = join(import.meta.dirname, 'writer-process.ts');

/** Lets a process write into the folder, kills it while it writes, and gives what it had acknowledged. */
async function writeAndKill(dataDir: string, life: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [writer, dataDir, `${life}`], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'ready') expect(() => openTestStores({ dataDir })).toThrow(`The folder ${dataDir} is in use by process ${child.pid}.`);
    else acknowledged.push(line);
    if (acknowledged.length === 200 + 137 * life) child.kill('SIGKILL');
  }
  expect(await ended).toBe('SIGKILL');
  return acknowledged.filter((line) => line.split(' ').length === 3 && line.length > 40);
}

it('the log keeps all acknowledged events after SIGKILL, with valid chains, and releases the folder', { timeout: 60_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vouch-kill-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const acknowledged: string[] = [];
  for (let life = 0; life < KILLS; life += 1) {
    acknowledged.push(...(await writeAndKill(dataDir, life)));
    const stores = openTestStores({ dataDir });
    const { events, breaks } = await stores.verify();
    const stored = new Set(
      (await stores.store.readAll('0'.repeat(20), events)).map((event) => `${event.stream} ${event.revision} ${event.id}`),
    );
    expect(breaks).toEqual([]);
    expect(stores.integrity()['events.db']).toEqual([]);
    expect(acknowledged.filter((line) => !stored.has(line))).toEqual([]);
    await stores.close();
  }
  expect(acknowledged.length).toBeGreaterThan(KILLS * 200);
});
