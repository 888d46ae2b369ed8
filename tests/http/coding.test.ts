import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeTask } from '../../src/contracts/code-task.ts';
import { type Client, member } from '../support/client.ts';
import { CODE_PATH, type CodingServer, LOST, SOLVED, startCodingServer, TWO, TWO_SUM, WRONG } from '../support/coding-server.ts';

let server: CodingServer;
let ada: Client;

beforeAll(async () => {
  server = await startCodingServer();
  ada = server.ada;
});
afterAll(() => server.dispose());

test('questions are read from their pages, in the order of the addresses', async () => {
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

test('a repeated request adds questions once', async () => {
  const task = await server.make();
  const once = () => ada.post(`${CODE_PATH}/${task}`, { urls: [TWO] }, { 'Idempotency-Key': 'add-1' });
  expect((await once()).body).toEqual((await once()).body);
  expect((await ada.get(`${CODE_PATH}?task_id=${task}`)).body).toHaveLength(1);
});

test('a question that cannot be added is refused, and nothing is added', async () => {
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

test('a statement that is pasted brings its examples, and those that the owner writes are marked', async () => {
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

test('wrong fields are refused before what was tried already', async () => {
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
