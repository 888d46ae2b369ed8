import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeTask } from '../../src/contracts/code-task.ts';
import { openSandbox } from '../../src/providers/sandbox/sandbox.ts';
import { type Client, member } from '../support/client.ts';
import { CODE_PATH, type CodingServer, LOST, pagesOf, SOLVED, startCodingServer, TWO, TWO_SUM, WRONG } from '../support/coding-server.ts';
import { ESCAPE } from '../support/escape.ts';
import { startProofServer } from '../support/partner-server.ts';

describe('questions', () => {
  let server: CodingServer;
  let ada: Client;

  beforeAll(async () => {
    server = await startCodingServer();
    ada = server.ada;
  });
  afterAll(() => server.dispose());

  test('are read from their pages, in the order of the addresses', async () => {
    const task = await server.make();
    expect((await server.show(task)).judge).toBe('self');
    const { status, body, headers } = await server.add(task, [TWO, LOST, TWO]);
    expect([status, headers.get('location')]).toEqual([201, `${CODE_PATH}?task_id=${task}`]);
    expect(body).toHaveLength(2);
    expect(codeTask.strict().parse(body[0])).toMatchObject({
      ...{ task_id: task, url: TWO, title: 'Two Sum', statement: TWO_SUM.statement, constraints: TWO_SUM.constraints },
      ...{ kind: 'function', signature: TWO_SUM.signature, status: 'ready', error: null, attempts: 0, best: null },
      ...{ pasted: false, examples_found: 2, examples: TWO_SUM.examples.map((one) => ({ ...one, edited: false })) },
    });
    expect(body[1]).toMatchObject({ url: LOST, status: 'needs_statement', statement: null, error: expect.stringContaining('404') });
    expect((await ada.get(`${CODE_PATH}?task_id=${task}`)).body).toEqual(body);
    expect((await ada.get(`${CODE_PATH}/code_status/${body[0].id}`)).body).toEqual({ completed: false, status: 'ready', attempts: 0 });
    const all = await ada.get(`${CODE_PATH}?limit=1`);
    expect([all.body.length, all.headers.get('link')]).toEqual([1, expect.stringContaining('rel="next"')]);
    const other = await member(server, 'bob@example.org');
    expect((await other.get(`${CODE_PATH}?task_id=${task}`)).body).toEqual([]);
    for (const path of [`code_status/${body[0].id}`, `${body[0].id}/attempts`])
      expect((await other.get(`${CODE_PATH}/${path}`)).status).toBe(404);
    expect((await other.put(`${CODE_PATH}/${body[0].id}`, { title: 'Mine' })).status).toBe(404);
  });

  test('are added once by a repeated request', async () => {
    const task = await server.make();
    const once = () => ada.post(`${CODE_PATH}/${task}`, { urls: [TWO] }, { 'Idempotency-Key': 'add-1' });
    expect((await once()).body).toEqual((await once()).body);
    expect((await ada.get(`${CODE_PATH}?task_id=${task}`)).body).toHaveLength(1);
  });

  test('are not added at all if one of them cannot be added', async () => {
    const task = await server.make();
    const refusal = async (id: string, body: object) => {
      const { status, body: refused } = await ada.post(`${CODE_PATH}/${id}`, body);
      return [status, refused.code, ...Object.keys(refused.errors ?? {})];
    };
    expect(await refusal(task, { urls: [TWO, 'http://127.0.0.1:3000/admin'] })).toEqual([422, 'validation_failed', 'urls']);
    for (const urls of [[], 'x', ['ftp://example.org/x'], Array.from({ length: 6 }, (_, n) => `${TWO}?${n}`)])
      expect((await refusal(task, { urls }))[0]).toBe(422);
    expect((await ada.get(`${CODE_PATH}?task_id=${task}`)).body).toEqual([]);
    expect(await refusal('nothing', { urls: [TWO] })).toEqual([404, 'not_found']);
    expect(await refusal(await server.make({ verification_type: 'none' }), { urls: [TWO] })).toEqual([404, 'not_found']);
    expect(await refusal(await server.make({ verification_type: 'general' }), { urls: [TWO] })).toEqual([409, 'conflict']);
  });

  test('get the examples of a pasted statement, and mark those that the owner writes', async () => {
    const id = await server.added(await server.make(), [LOST]);
    expect((await server.put(id, SOLVED)).body.code).toBe('conflict');
    const statement = '# Sum\n\nAdd two numbers.\n\nInput\n\n```\n1 2\n```\n\nOutput\n\n```\n3\n```\n';
    const pasted = await server.put(id, { statement });
    expect(pasted.body).toMatchObject({ status: 'ready', statement, title: 'Sum', pasted: true, error: null, kind: 'stdio' });
    expect(pasted.body.examples).toMatchObject([{ input: '1 2', output: '3', edited: false }]);
    const tag = pasted.headers.get('etag') as string;
    const mine = { input: '2 2', output: '4' };
    const edited = await server.put(id, { ...pasted.body, title: 'Add', examples: [...pasted.body.examples, mine] }, { 'If-Match': tag });
    expect(edited.body).toMatchObject({ title: 'Add', examples_found: 1, statement });
    expect(edited.body.examples).toMatchObject([{ edited: false }, { ...mine, edited: true, explanation: null }]);
    expect((await server.put(id, { title: 'Lost' }, { 'If-Match': tag })).status).toBe(412);
    expect((await server.put(id, { title: 'Add' })).headers.get('etag')).toBe(edited.headers.get('etag'));
  });

  test('refuse wrong fields before they report that an attempt exists', async () => {
    const id = await server.added(await server.make());
    await server.put(id, WRONG);
    const wrong: readonly (readonly [object, string])[] = [
      [{ kind: 'other' }, 'kind'],
      [{ kind: 'function', signature: null }, 'signature'],
      [{ signature: { name: '1x', parameters: [] } }, 'signature.name'],
      [{ title: '' }, 'title'],
      [{ statement: 'x'.repeat(50_001) }, 'statement'],
      [{ examples: Array.from({ length: 51 }, () => ({ input: '', output: '' })) }, 'examples'],
      [{ examples: [{ input: 'x'.repeat(60_000), output: 'x'.repeat(60_000) }] }, 'examples'],
      [{ url: 'https://example.org/else' }, 'url'],
      [{ answer: 1 }, 'answer'],
      [{ language: 'javascript' }, 'code'],
      [{ code: 'x' }, 'language'],
      [{ ...SOLVED, language: 'cobol' }, 'language'],
      [{ ...SOLVED, code: 'é'.repeat(40_000) }, 'code'],
      [{ ...SOLVED, title: 'x' }, 'code'],
    ];
    for (const [body, field] of wrong) {
      const refused = await server.put(id, body);
      expect([body, refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([body, 422, [field]]);
    }
    expect((await server.put(id, { title: 'Late' })).body.code).toBe('conflict');
  });
});

const STATEMENT = 'Find the two numbers.\n\nExample 1:\n\nInput: nums = [2,7], target = 9\nOutput: [0,1]\n';

test('a function with any name solves a pasted statement that names no function', async () => {
  const server = await startProofServer({ wrap: (app) => ({ ...app, pages: pagesOf({}) }) });
  const { ada } = server;
  const task = await server.make({ verification_type: 'coding' });
  const [{ id }] = (await ada.post(`${CODE_PATH}/${task}`, { urls: [LOST] })).body;
  const pasted = await ada.put(`${CODE_PATH}/${id}`, { statement: STATEMENT });
  expect(pasted.body).toMatchObject({ status: 'ready', signature: { name: 'solution', parameters: ['nums', 'target'] } });
  const submitted = (code: string) => ada.put(`${CODE_PATH}/${id}`, { language: 'javascript', code, submit: true });
  const two = await submitted('const help = () => 0; const twoSum = (nums, target) => [0, 1];');
  expect(two.body).toMatchObject({ status: 'attempted', attempt: { status: 'error' } });
  expect(two.body.attempt.results[0].error).toContain('Declare exactly one function');
  expect((await submitted('const twoSum = (nums, target) => [0, 1];')).body).toMatchObject({
    status: 'completed',
    attempt: { status: 'passed', passed: 1 },
  });
  expect((await server.show(task)).state).toBe('verified');
  await server.app.sandbox.close();
  await server.dispose();
});

describe('an escape from the interpreter', () => {
  const sandbox = openSandbox();
  let server: CodingServer;

  beforeAll(async () => {
    server = await startCodingServer();
  });
  afterAll(async () => {
    await server.dispose();
    await sandbox.close();
  });

  const MEMORY_MB = 200;
  /** Requests that follow each other at once leave so much garbage that the memory grows by that alone. */
  const APART_MS = 20;
  const rssMb = (): number => process.memoryUsage.rss() / 1_048_576;

  test('does not use the memory of the program, and other requests are answered', {
    timeout: 120_000,
  }, async () => {
    server.sandbox.run = sandbox.run;
    const { ada } = server;
    const grace = await member(server, 'grace@example.org');
    const id = await server.added(await server.make());
    // It tries to allocate WebAssembly memories, and then lists of bytes.
    const examples = ['memories', 'bytes'].map((input) => ({ input, output: 'nothing' }));
    await ada.put(`${CODE_PATH}/${id}`, { kind: 'stdio', examples });
    const before = rssMb();
    const submission = { isOver: false };
    const submitted = server.put(id, { language: 'python', code: ESCAPE, submit: true }).finally(() => (submission.isOver = true));
    let [answered, peak] = [0, before];
    while (!submission.isOver) {
      expect((await grace.get('/api/tasks')).status).toBe(200);
      answered += 1;
      peak = Math.max(peak, rssMb());
      await pause(APART_MS);
    }
    const { attempt } = (await submitted).body;
    expect(attempt).toMatchObject({ status: expect.stringMatching(/^(memory|error)$/), passed: 0 });
    // The interpreter refuses this escape. child.test.ts tests what the process prevents after another escape.
    for (const result of attempt.results) expect(result).toMatchObject({ actual: '', error: expect.stringContaining('AttributeError') });
    expect(answered).toBeGreaterThan(10);
    expect(peak - before).toBeLessThan(MEMORY_MB);
  });
});
