import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyDemoYear } from '../servers/shared.ts';
import { DEMO } from '../support/browser.ts';
import { runHere } from '../support/command-line.ts';
import { DEMO_NOW } from '../support/demo-year.ts';
import { call, type Ended, runCommand, startServer } from '../support/server-process.ts';
import { removeViews } from '../support/views-files.ts';

const root = mkdtempSync(join(tmpdir(), 'vouch-replay-'));
const data = join(root, 'data');
const env = { VOUCH_DATA: data, VOUCH_CLOCK: DEMO_NOW };
const run = (...args: string[]): Promise<Ended> => runHere(args, env);
/** A fold of one’s own is loaded as Node loads it, and a large output goes through a pipe. */
const runAlone = (...args: string[]): Promise<Ended> => runCommand(args, env);
const at = (name: string): string => join(root, name);
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(() => copyDemoYear(data), 300_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The documents that serve, by the collection's name without its version. */
function served(name: string): readonly { readonly id: string; readonly doc: Record<string, unknown> }[] {
  const views = new DatabaseSync(join(data, 'views-tasks.db'), { readOnly: true });
  const { name: collection } = views.prepare('SELECT name FROM collections WHERE name LIKE ?').get(`${name}.v%`) as { name: string };
  const rows = views.prepare(`SELECT id, doc FROM "c.${collection}" WHERE gone = 0 ORDER BY id`).all() as { id: string; doc: string }[];
  views.close();
  return rows.map(({ id, doc }) => ({ id, doc: JSON.parse(doc) }));
}

describe('replay of a read model', () => {
  test('gives the documents that serve, with a pseudonym in place of the account and without texts', async () => {
    const { code, stdout } = await runAlone('replay', 'tasks', '--json');
    const found = lines(stdout);
    const live = served('tasks');
    expect([code, found.map(({ id }) => id)]).toEqual([0, live.map(({ id }) => id)]);
    expect(found.map(({ status, due_at }) => [status, due_at])).toEqual(live.map(({ doc }) => [doc.status, doc.due_at]));
    expect(new Set(found.map(({ owner }) => owner)).size).toBe(1);
    expect(found[0]?.owner).toMatch(/^person_/);
    expect(stdout).not.toMatch(/v1\.|@|[0-9a-f]{64}/);
    expect(stdout).not.toContain(live[0]?.doc.owner);
  });

  test('gives the texts in the identified form', async () => {
    const found = lines((await run('replay', 'tasks', '--json', '--identified')).stdout);
    expect(found.every(({ title }) => typeof title === 'string' && !title.startsWith('v1.'))).toBe(true);
    const [partner] = lines((await run('replay', 'partners', '--json', '--identified')).stdout);
    expect(partner?.person).toMatchObject({ email: expect.stringContaining('@') });
  });

  test('gives what was known before an instant, into a file', async () => {
    const args = ['replay', 'tasks', '--as-of', '2026-03-01T00:00:00Z', '--out', at('tasks.ndjson'), '--json'];
    const { code, stdout } = await run(...args);
    const found = lines(readFileSync(at('tasks.ndjson'), 'utf8'));
    expect([code, JSON.parse(stdout)]).toEqual([0, { documents: found.length, out: at('tasks.ndjson') }]);
    const made = served('tasks').filter(({ doc }) => String(doc.created_at) < '2026-03-01');
    expect(found.length).toBe(made.length);
    expect(found.length).toBeGreaterThan(100);
    expect(found.some(({ closed_at }) => typeof closed_at === 'string' && closed_at > '2026-03-01')).toBe(false);
    expect(readdirSync(root).filter((name) => name.includes('.part'))).toEqual([]);
  });

  test.each([
    [['replay', 'nothing'], 'There is no read model called nothing. There are: accounts'],
    [['replay', 'tasks', '--as-of', 'then'], '--as-of cannot be read: then'],
    [['replay', 'tasks', '--out', join(root, 'none', 'a')], 'its folder does not exist'],
  ])('%j is refused with a sentence', async (args, sentence) => {
    const { code, stderr, stdout } = await run(...args);
    expect([code, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1]);
    expect(stderr).toContain(sentence);
  });
});

describe('replay of a fold of one’s own', () => {
  const EXAMPLE = join(import.meta.dirname, '../../examples/missed-by-weekday.ts');

  test('prints the state, the same over the log and over an export', async () => {
    const { code, stdout } = await runAlone('replay', EXAMPLE, '--json');
    const { name, state, events } = JSON.parse(stdout);
    expect([code, name]).toEqual([0, 'missed by weekday']);
    expect(Object.keys(state)).toHaveLength(7);
    expect(state.Monday.missed).toBeLessThan(state.Monday.decided);
    const out = at('fold.csv');
    await run('events', 'export', '--format', 'csv', '--out', out);
    const elsewhere = await runCommand(['replay', EXAMPLE, '--json', '--log', out], { VOUCH_DATA: at('nowhere') });
    expect(elsewhere.stdout).toBe(stdout);
    const earlier = JSON.parse((await runAlone('replay', EXAMPLE, '--json', '--as-of', '2026-03-01T00:00:00Z')).stdout);
    expect(earlier.events).toBeLessThan(events);
    expect(earlier.state.Monday.decided).toBeLessThan(state.Monday.decided);
  });

  test('that fails names the event and the reason, prints no state, and ends with 1', async () => {
    const fold = at('faulty.ts');
    const apply = "(n: number, e: { type: string }) => { if (e.type === 'task.missed') throw new Error('No misses here.'); return n + 1; }";
    writeFileSync(fold, `export default { name: 'faulty', init: () => 0, apply: ${apply} };\n`);
    const [first] = lines((await run('events', 'tail', '--json', '--lines', '99999', '--type', 'task.missed')).stdout);
    const { code, stdout, stderr } = await runAlone('replay', fold, '--json');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`The fold faulty fails at the event ${first?.id} (task.missed). Error: No misses here.\n`);
  });

  test('and a read model cannot take each other’s options', async () => {
    expect((await runAlone('replay', EXAMPLE, '--out', at('x'))).stderr).toContain('--out is for the documents of a read model');
    expect((await run('replay', 'tasks', '--log', at('x.csv'))).stderr).toContain('--log is for a fold of your own');
  });
});

describe('projections diff', () => {
  test('finds the read models of a serving program the same', { timeout: 120_000 }, async () => {
    const server = await startServer(data, { VOUCH_CLOCK: DEMO_NOW });
    const { body } = await call(server.url, 'POST', '/api/auth/signin', { body: DEMO });
    const { access_token: token } = body.session;
    expect((await call(server.url, 'POST', '/api/tasks', { token, body: { title: 'New' } })).status).toBe(201);
    // The answer does not wait for the read models, and this one does.
    expect((await call(server.url, 'GET', '/api/tasks?limit=1', { token })).status).toBe(200);
    const { code, stdout } = await run('projections', 'diff', '--json');
    await server.end('SIGTERM');
    const { read_models: compared } = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(compared.every(({ differing, checkpoint }: { differing: number; checkpoint: string }) => differing === 0 && checkpoint)).toBe(
      true,
    );
    expect(compared.find(({ name }: { name: string }) => name === 'tasks').documents).toBe(served('tasks').length);
  });

  test('names documents that were painted over, and ends with 1', async () => {
    const [first] = served('tasks');
    const views = new DatabaseSync(join(data, 'views-tasks.db'));
    const { name } = views.prepare("SELECT name FROM collections WHERE name LIKE 'tasks.v%'").get() as { name: string };
    views
      .prepare(`UPDATE "c.${name}" SET doc = ? WHERE id = ?`)
      .run(JSON.stringify({ ...first?.doc, missed_at: null, late: true }), first?.id ?? '');
    views.close();
    const { code, stdout } = await run('projections', 'diff');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^tasks +v\d+ +\d+ documents at \d+: 1 DIFFER$/m);
    expect(stdout).toContain(`  ${first?.id}: other content`);
    expect(stdout).toMatch(/^days .*: the same$/m);
  });

  test('says so where there are no read models', async () => {
    removeViews(data);
    const { code, stderr } = await run('projections', 'diff');
    expect([code, existsSync(join(data, 'views-tasks.db'))]).toEqual([1, false]);
    expect(stderr).toContain('There is no file of read models at');
  });
});
