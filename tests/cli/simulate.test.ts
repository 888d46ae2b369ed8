import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CliPorts } from '../../src/cli/ports.ts';
import { runCommandLine } from '../../src/cli/program.ts';
import { readConfig } from '../../src/config/config.ts';
import { openAlone } from '../../src/wiring/command-line.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-simulate-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function vouch(...args: readonly string[]): Promise<{ code: number; printed: readonly string[]; shares: readonly number[] }> {
  const printed: string[] = [];
  const shares: number[] = [];
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const refuse = () => Promise.reject(new Error('Not asked for.'));
  const ports: CliPorts = {
    serve: refuse,
    catalogue: new Map(),
    projections: [],
    openScratch: () => {
      throw new Error('Not asked for.');
    },
    openLog: refuse,
    write: refuse,
    verify: refuse,
    migrate: refuse,
    fetch: refuse,
    rotateSigningKey: refuse,
    rotateMasterKey: refuse,
    backUp: refuse,
    restore: refuse,
    open: (options = {}) => openAlone(readConfig({ VOUCH_DATA: join(folder, 'untouched') }), options, silent),
    now: () => '2026-03-20T09:00:00.000Z',
    print: (line) => void printed.push(line),
    progress: { show: (share) => void shares.push(share), done: () => undefined },
  };
  return { code: await runCommandLine(ports, ['simulate', ...args]), printed, shares };
}

const run = (to: string, ...more: readonly string[]) =>
  vouch('--accounts', '4', '--days', '10', '--zones', 'Europe/Berlin,Asia/Kathmandu', '--folder', to, ...more);

test('simulate prints what would be sent and when, by kind and local hour, and writes the texts to a file', async () => {
  const to = join(folder, 'run');
  const { code, printed, shares } = await run(to, '--list');
  expect(code).toBe(0);
  const lines = readFileSync(join(to, 'messages.ndjson'), 'utf8').trim().split('\n');
  const messages = lines.map((line) => JSON.parse(line) as { at: string; channel: string; to: string; text: string });
  expect(printed).toContain(`4 people, 10 days from 2026-03-20T12:00:00.000Z: ${messages.length} messages would be sent.`);
  expect(printed.slice(0, messages.length).map((line) => line.slice(0, 24))).toEqual(messages.map(({ at }) => at));
  for (const kind of ['reminder', 'partner_escalation', 'confirmation'])
    expect(printed.some((line) => line.startsWith(`${kind} `))).toBe(true);
  expect(messages.some(({ channel }) => channel === 'whatsapp')).toBe(true);
  expect(messages.every(({ text }) => text.length > 0)).toBe(true);
  // 08:00 in Kathmandu and in Berlin are one hour of their owners' days
  const hours = printed.filter((line) => /^\d\d {2,}\d/.test(line)).map((line) => line.slice(0, 2));
  expect(hours.length).toBeGreaterThan(2);
  expect(shares.at(0)).toBe(0);
  expect(shares.at(-1)).toBe(1);
  expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
});

test('the same seed gives the same simulation, and another seed a different one', async () => {
  const told = async (name: string, seed: string) =>
    (await vouch('--accounts', '2', '--days', '4', '--folder', join(folder, name), '--seed', seed, '--list')).printed
      .filter((line) => line.startsWith('2026-'))
      .sort();
  const first = await told('a', '5');
  expect(first.length).toBeGreaterThan(4);
  expect(await told('b', '5')).toEqual(first);
  expect(await told('c', '6')).not.toEqual(first);
});

test('simulate refuses a folder that is not empty, and invalid options', async () => {
  const taken = join(folder, 'taken');
  mkdirSync(taken);
  writeFileSync(join(taken, 'note.txt'), 'mine');
  const { code, printed } = await run(taken);
  expect(code).toBe(1);
  expect(printed).toEqual([`${taken} holds something already. Give a new or an empty folder.`]);
  expect((await vouch('--accounts', '0')).code).toBe(1);
  expect((await vouch('--zones', 'Europe/Berlin,Nowhere')).code).not.toBe(0);
  expect((await vouch('--from', '2026-02-30')).code).not.toBe(0);
});
