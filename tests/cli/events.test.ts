import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExportedEvent } from '../../src/analysis/disclosure.ts';
import { exportEvents } from '../../src/cli/events/export.ts';
import type { CliPorts } from '../../src/cli/ports.ts';
import { copyDemoYear, sharedProgram } from '../servers/shared.ts';
import { DEMO } from '../support/browser.ts';
import { runHere } from '../support/command-line.ts';
import { DEMO_NOW } from '../support/demo-year.ts';
import { call, type Ended, startServer } from '../support/server-process.ts';

const root = mkdtempSync(join(tmpdir(), 'vouch-events-'));
const data = join(root, 'data');
const env = { VOUCH_DATA: data, VOUCH_CLOCK: DEMO_NOW };
const run = (...args: string[]): Promise<Ended> => runHere(['events', ...args], env);
const at = (name: string): string => join(root, name);
const lines = (text: string): ExportedEvent[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

async function exported(name: string, ...args: string[]): Promise<ExportedEvent[]> {
  const { code, stderr } = await run('export', '--format', 'ndjson', '--out', at(name), ...args);
  expect([code, stderr]).toEqual([0, '']);
  return lines(readFileSync(at(name), 'utf8'));
}

let all: ExportedEvent[] = [];
beforeAll(async () => {
  await copyDemoYear(data);
  all = await exported('all.ndjson');
}, 300_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Every text in a value, with the names of the fields. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      yield name;
      yield* textsIn(inner);
    }
}

describe('events export', () => {
  test('gives every event once, oldest first, in the columns of all formats', async () => {
    expect(all.length).toBeGreaterThan(7_000);
    expect(Object.keys(all[0] ?? {})).toEqual(['id', 'type', 'at', 'recorded_at', 'person', 'stream', 'data']);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all[0]?.type).toBe('account.created');
    const { code, stdout } = await run('export', '--format', 'parquet', '--out', at('all.parquet'), '--json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { events: all.length, out: at('all.parquet'), last: all.at(-1)?.id }]);
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(at('all.parquet')) });
    expect(rows).toEqual(all.map((one) => ({ ...one, at: new Date(one.at), recorded_at: new Date(one.recorded_at) })));
    await run('export', '--format', 'csv', '--out', at('all.csv'));
    expect(
      readFileSync(at('all.csv'), 'utf8')
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]),
    ).toEqual(all.map(({ id }) => id));
  });

  test('shows no title, address or account id of anybody, and nothing that the identified form adds', async () => {
    const identified = await exported('identified.ndjson', '--identified');
    expect(identified.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    const account = identified[0]?.person ?? '';
    expect(account).toMatch(/^[0-9a-f-]{36}$/);
    const personal = new Set(identified.flatMap(({ data: { private: own } }) => [...textsIn(own)]).filter((text) => /[ @]/.test(text)));
    expect(personal.size).toBeGreaterThan(300);
    expect(personal).toContain(DEMO.email);
    const shown = readFileSync(at('all.ndjson'), 'utf8');
    expect([account, ...personal].filter((text) => shown.includes(JSON.stringify(text).slice(1, -1)))).toEqual([]);
    expect(shown).not.toMatch(/@|v1\.|[0-9a-f]{64}/);
    expect(new Set(all.map(({ person }) => person)).size).toBe(1);
    expect(all[0]?.stream).toBe(`account-${all[0]?.person}`);
  });

  test('goes on after the last event of an earlier export', async () => {
    const middle = all[3_210];
    const before = await exported('before.ndjson', '--until', all[4_000]?.recorded_at ?? '');
    expect(before.length).toBeGreaterThan(3_000);
    const rest = await exported('rest.ndjson', '--after', middle?.id ?? '');
    expect(rest).toEqual(all.slice(3_211));
    const none = await run('export', '--format', 'csv', '--out', at('none.csv'), '--after', all.at(-1)?.id ?? '', '--json');
    expect(JSON.parse(none.stdout)).toMatchObject({ events: 0, last: all.at(-1)?.id });
  });

  test('leaves nothing behind if it is interrupted, and keeps the file of an earlier one', async () => {
    writeFileSync(at('kept.ndjson'), 'of yesterday\n');
    const stored = { id: 'e', stream: 's', type: 'x', data: {}, private: null, metadata: { owner: null, at: '', recorded_at: '' } };
    let read = 0;
    const log = {
      head: async () => '9',
      readAll: async () => {
        read += 1;
        if (read === 2) process.emit('SIGTERM');
        return [{ ...stored, position: String(read) }];
      },
    };
    const ports = {
      catalogue: new Map(),
      openLog: async () => ({ log, hashes: { keyed: () => '' }, opener: {}, close: async () => undefined }),
    } as unknown as CliPorts;
    const interrupted = exportEvents(ports, { format: 'ndjson', out: at('kept.ndjson') });
    await expect(interrupted).rejects.toThrow('Interrupted');
    expect(read).toBeLessThan(4);
    expect(readFileSync(at('kept.ndjson'), 'utf8')).toBe('of yesterday\n');
    expect(readdirSync(root).filter((name) => name.includes('kept'))).toEqual(['kept.ndjson']);
  });

  test.each([
    [['--from', 'yesterday'], '--from cannot be read'],
    [['--from', '2026-05-02T00:00:00Z', '--until', '2026-05-01T00:00:00Z'], '--until is before --from'],
    [['--type', 'task.eaten'], 'There is no event of the type task.eaten'],
    [['--after', '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01'], 'The log has no event with the id 01936c5e'],
  ])('%j is refused with a sentence, and makes no file', async (args, sentence) => {
    const { code, stderr } = await run('export', '--format', 'csv', '--out', at('refused.csv'), ...args);
    expect([code, stderr.trim().split('\n').length]).toEqual([1, 1]);
    expect(stderr).toContain(sentence);
    expect(readdirSync(root).filter((name) => name.includes('refused'))).toEqual([]);
  });
});

describe('events stats', () => {
  test('counts the events, people and types that were asked for', async () => {
    const { code, stdout } = await run('stats', '--json');
    const counts = Object.groupBy(all, ({ type }) => type);
    const types = Object.fromEntries(Object.entries(counts).map(([type, events]) => [type, events?.length]));
    expect([code, JSON.parse(stdout)]).toEqual([0, { events: all.length, people: 1, types }]);
    const missed = all.filter(({ type, recorded_at: when }) => type === 'task.missed' && when >= '2026-05-01T00:00:00.000Z');
    const some = await run('stats', '--json', '--type', 'task.missed', '--from', '2026-05-01T00:00:00Z');
    expect(JSON.parse(some.stdout)).toEqual({ events: missed.length, people: 1, types: { 'task.missed': missed.length } });
    const nobody = await run('stats', '--json', '--person', 'person_0');
    expect(JSON.parse(nobody.stdout)).toEqual({ events: 0, people: 0, types: {} });
    expect((await run('stats')).stdout).toMatch(new RegExp(`^${all.length} events of 1 person\n +\\d+ {2}task`));
  });

  test('says in one sentence that the log is damaged or empty', async () => {
    const broken = at('broken');
    mkdirSync(broken);
    for (const [bytes, sentence] of [
      ['no database'.repeat(1_000), 'The database refuses: file is not a database.\n'],
      ['', `The event log at ${join(broken, 'events.db')} is empty. Put it back from a backup.\n`],
    ] as const) {
      writeFileSync(join(broken, 'events.db'), bytes);
      expect(await runHere(['events', 'stats'], { VOUCH_DATA: broken })).toMatchObject({ code: 1, stderr: sentence });
    }
  });

  test('says what is missing if there is no log', async () => {
    const { code, stderr } = await runHere(['events', 'stats'], { VOUCH_DATA: at('nowhere') });
    expect([code, existsSync(at('nowhere'))]).toEqual([1, false]);
    expect(stderr).toBe(`There is no event log at ${at('nowhere/events.db')}. Set VOUCH_DATA to the folder that holds it.\n`);
  });
});

describe('events tail', () => {
  test('gives the last events, oldest first, of all or of those that were asked for', async () => {
    expect(lines((await run('tail', '--json')).stdout)).toEqual(all.slice(-20));
    expect(lines((await run('tail', '--json', '--lines', '3')).stdout)).toEqual(all.slice(-3));
    const missed = all.filter(({ type }) => type === 'task.missed');
    expect(lines((await run('tail', '--json', '--lines', '2', '--type', 'task.missed')).stdout)).toEqual(missed.slice(-2));
    expect((await run('tail', '--lines', '1')).stdout).toContain(`  ${all.at(-1)?.type}`);
  });

  test('follows a serving program until it is interrupted', { timeout: 120_000 }, async () => {
    const server = await startServer(data, { VOUCH_CLOCK: DEMO_NOW });
    const program = await sharedProgram();
    const tail: ChildProcess = spawn(process.execPath, [program, 'events', 'tail', '--follow', '--json', '--type', 'task.created'], {
      env,
    });
    let printed = '';
    tail.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const ended = new Promise((resolve) => tail.on('close', (code, signal) => resolve([code, signal])));
    await expect.poll(() => printed.trim().split('\n').length).toBe(20);
    const { body } = await call(server.url, 'POST', '/api/auth/signin', { body: DEMO });
    const task = { token: body.session.access_token, body: { title: 'Seen by a follower' } };
    const made = await call(server.url, 'POST', '/api/tasks', task);
    expect(made.status).toBe(201);
    await expect.poll(() => printed).toContain(`task-${made.body.id}`);
    expect(printed).not.toContain('Seen by a follower');
    tail.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    await server.end('SIGTERM');
  });
});
