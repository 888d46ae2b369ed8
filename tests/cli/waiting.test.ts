import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serveEventStore } from '../servers/eventstore/server.ts';
import { sharedMongo, sharedProgram } from '../servers/shared.ts';
import { beatsUntil } from '../support/beats.ts';
import { freePort } from '../support/ports.ts';
import { COMPILE_CACHE, MAIN } from '../support/server-process.ts';

const mongo = await sharedMongo();
const PATIENCE = { timeout: 30_000, interval: 100 };

interface Started {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** `main`: as in `startServer`. */
async function start(role: string, env: Readonly<Record<string, string>>, main?: string): Promise<Started> {
  const child = spawn(process.execPath, [main ?? (await sharedProgram()), 'serve', '--role', role], {
    env: {
      PATH: process.env.PATH ?? '',
      ...COMPILE_CACHE,
      PORT: '0',
      VOUCH_DATA: '/nonexistent',
      VOUCH_MASTER_KEY: 'ab'.repeat(32),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text;
  });
  return { child, stdout: () => said.stdout, stderr: () => said.stderr };
}

describe.skipIf(mongo === null)('a program that starts while a store is unavailable', () => {
  // One of them is the source, which users run. The bundle starts in half of the processor time.
  test.each([
    ['web', MAIN],
    ['worker', undefined],
  ])('waits, names the store, and serves once the store answers: %s', { timeout: 60_000 }, async (role, main) => {
    const port = await freePort();
    const eventstoreUrl = `esdb://vouch:hunter22@127.0.0.1:${port}?tls=false`;
    const program = await start(role, { EVENTSTORE_URL: eventstoreUrl, MONGODB_URL: mongo?.database() ?? '' }, main);
    await expect.poll(program.stderr, PATIENCE).toContain('"event":"store.unavailable","why":"EventStoreDB ');
    expect(program.stdout()).toBe('');
    const eventstore = await serveEventStore({ port });
    onTestFinished(() => eventstore.stop());
    await expect.poll(program.stdout, PATIENCE).toContain('Vouch is at ');
    expect(program.stderr()).not.toContain('hunter22');
    const ended = once(program.child, 'exit');
    program.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('ends at once when it is asked to', { timeout: 60_000 }, async () => {
    const env = {
      EVENTSTORE_URL: `esdb://127.0.0.1:${await freePort()}?tls=false`,
      MONGODB_URL: `mongodb://127.0.0.1:${await freePort()}/vouch`,
    };
    const program = await start('worker', env);
    await expect.poll(program.stderr, PATIENCE).toMatch(/"why":"EventStoreDB .* MongoDB /);
    const ended = once(program.child, 'exit');
    const beats = beatsUntil(ended);
    program.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await beats).toBeLessThan(30);
  });
});
