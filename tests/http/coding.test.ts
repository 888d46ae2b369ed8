import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { sendToCodeTask } from '../../src/app/coding/code-tasks.ts';
import { codeAttempt, codeAttempted, codeStatus, codeTask } from '../../src/contracts/code-task.ts';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { QueueFull } from '../../src/ports/turns.ts';
import { openSandbox } from '../../src/providers/sandbox/sandbox.ts';
import { solvedCodeHandsIn } from '../../src/reactors/solved-code-hands-in.ts';
import { type Client, member } from '../support/client.ts';
import { comparingSandbox, pagesOf, TWO_SUM } from '../support/coding-server.ts';
import { type ProofServer, startProofServer } from '../support/proof-server.ts';

const PATH = '/api/verifications/code-by-url';
const [TWO, ALSO, LOST] = ['https://example.org/two-sum', 'https://example.org/also', 'https://example.org/lost'];
const SOLVED = { language: 'javascript', code: 'const twoSum = () => [0, 1];', submit: true };
const WRONG = { ...SOLVED, code: 'const twoSum = () => [];' };

let server: ProofServer;
let ada: Client;
const sandbox = comparingSandbox();

beforeAll(async () => {
  const questions = { 'two-sum': TWO_SUM, also: { ...TWO_SUM, title: 'Also' }, open: { ...TWO_SUM, title: 'Open', examples: [] } };
  server = await startProofServer({ wrap: (app) => ({ ...app, pages: pagesOf(questions), sandbox }) });
  ada = server.ada;
});
afterAll(() => server.dispose());

const make = (fields: object = {}) => server.make({ verification_type: 'coding', ...fields });
const add = (task: string, urls: readonly string[] = [TWO]) => ada.post(`${PATH}/${task}`, { urls });
const added = async (task: string, urls?: readonly string[]): Promise<string> => (await add(task, urls)).body[0].id;
const put = (id: string, body: object, headers = {}) => ada.put(`${PATH}/${id}`, body, headers);

describe('questions', () => {
  test('are read from their pages, in the order of the addresses', async () => {
    const task = await make();
    expect((await server.show(task)).judge).toBe('self');
    const { status, body, headers } = await add(task, [TWO, LOST, TWO]);
    expect([status, headers.get('location')]).toEqual([201, `${PATH}?task_id=${task}`]);
    expect(body).toHaveLength(2);
    expect(codeTask.strict().parse(body[0])).toMatchObject({
      ...{ task_id: task, url: TWO, title: 'Two Sum', statement: TWO_SUM.statement, constraints: TWO_SUM.constraints },
      ...{ kind: 'function', signature: TWO_SUM.signature, status: 'ready', error: null, attempts: 0, best: null },
      ...{ pasted: false, examples_found: 2, examples: TWO_SUM.examples.map((one) => ({ ...one, edited: false })) },
    });
    expect(body[1]).toMatchObject({ url: LOST, status: 'needs_statement', statement: null, error: expect.stringContaining('404') });
    expect((await ada.get(`${PATH}?task_id=${task}`)).body).toEqual(body);
    expect((await ada.get(`${PATH}/code_status/${body[0].id}`)).body).toEqual({ completed: false, status: 'ready', attempts: 0 });
    const all = await ada.get(`${PATH}?limit=1`);
    expect([all.body.length, all.headers.get('link')]).toEqual([1, expect.stringContaining('rel="next"')]);
    const other = await member(server, 'bob@example.org');
    expect((await other.get(`${PATH}?task_id=${task}`)).body).toEqual([]);
    for (const path of [`code_status/${body[0].id}`, `${body[0].id}/attempts`])
      expect((await other.get(`${PATH}/${path}`)).status).toBe(404);
    expect((await other.put(`${PATH}/${body[0].id}`, { title: 'Mine' })).status).toBe(404);
  });

  test('a repeated request adds them once', async () => {
    const task = await make();
    const once = () => ada.post(`${PATH}/${task}`, { urls: [TWO] }, { 'Idempotency-Key': 'add-1' });
    expect((await once()).body).toEqual((await once()).body);
    expect((await ada.get(`${PATH}?task_id=${task}`)).body).toHaveLength(1);
  });

  test('what cannot be added is refused, and nothing is added', async () => {
    const task = await make();
    const refusal = async (id: string, body: object) => {
      const { status, body: refused } = await ada.post(`${PATH}/${id}`, body);
      return [status, refused.code, ...Object.keys(refused.errors ?? {})];
    };
    expect(await refusal(task, { urls: [TWO, 'http://127.0.0.1:3000/admin'] })).toEqual([422, 'validation_failed', 'urls']);
    for (const urls of [[], 'x', ['ftp://example.org/x'], Array.from({ length: 6 }, (_, n) => `${TWO}?${n}`)])
      expect((await refusal(task, { urls }))[0]).toBe(422);
    expect((await ada.get(`${PATH}?task_id=${task}`)).body).toEqual([]);
    expect(await refusal('nothing', { urls: [TWO] })).toEqual([404, 'not_found']);
    expect(await refusal(await make({ verification_type: 'none' }), { urls: [TWO] })).toEqual([404, 'not_found']);
    expect(await refusal(await make({ verification_type: 'general' }), { urls: [TWO] })).toEqual([409, 'conflict']);
  });

  test('a statement that is pasted brings its examples, and those that the owner writes are marked', async () => {
    const id = await added(await make(), [LOST]);
    expect((await put(id, SOLVED)).body.code).toBe('conflict');
    const statement = '# Sum\n\nAdd two numbers.\n\nInput\n\n```\n1 2\n```\n\nOutput\n\n```\n3\n```\n';
    const pasted = await put(id, { statement });
    expect(pasted.body).toMatchObject({ status: 'ready', statement, title: 'Sum', pasted: true, error: null, kind: 'stdio' });
    expect(pasted.body.examples).toMatchObject([{ input: '1 2', output: '3', edited: false }]);
    const tag = pasted.headers.get('etag') as string;
    const mine = { input: '2 2', output: '4' };
    const edited = await put(id, { ...pasted.body, title: 'Add', examples: [...pasted.body.examples, mine] }, { 'If-Match': tag });
    expect(edited.body).toMatchObject({ title: 'Add', examples_found: 1, statement });
    expect(edited.body.examples).toMatchObject([{ edited: false }, { ...mine, edited: true, explanation: null }]);
    expect((await put(id, { title: 'Lost' }, { 'If-Match': tag })).status).toBe(412);
    expect((await put(id, { title: 'Add' })).headers.get('etag')).toBe(edited.headers.get('etag'));
  });

  test('wrong fields are refused before what was tried already', async () => {
    const id = await added(await make());
    await put(id, WRONG);
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
      const refused = await put(id, body);
      expect([body, refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([body, 422, [field]]);
    }
    expect((await put(id, { title: 'Late' })).body.code).toBe('conflict');
  });
});

describe('attempts', () => {
  test('a run is not kept, and an attempt that passes hands in the proof', async () => {
    const task = await make();
    const id = await added(task);
    expect((await server.show(task)).judge).toBe('check');
    const run = await put(id, { ...SOLVED, submit: false });
    expect(codeAttempted.strict().parse(run.body)).toMatchObject({ status: 'ready', attempt: { status: 'passed', passed: 2 } });
    expect((await ada.get(`${PATH}/${id}/attempts`)).body).toEqual([]);
    expect((await server.give(task, { code_task_id: id })).status).toBe(422);
    const failed = await put(id, WRONG);
    expect(failed.body).toMatchObject({
      status: 'attempted',
      attempt: { status: 'failed', passed: 0, total: 2 },
      code_task: { attempts: 1 },
    });
    expect((await server.show(task)).state).toBe('awaiting_proof');
    const solved = await put(id, SOLVED);
    expect(solved.body).toMatchObject({ status: 'completed', code_task: { status: 'completed', attempts: 2, best: solved.body.attempt } });
    const attempts = (await ada.get(`${PATH}/${id}/attempts`)).body;
    expect(attempts.map((one: unknown) => codeAttempt.strict().parse(one))).toEqual([solved.body.attempt, failed.body.attempt]);
    expect(attempts[0].results[0]).toEqual({
      ...{ input: 'nums = [2, 7], target = 9', expected: '[0, 1]', actual: '[0, 1]', passed: true, output: 'printed', ms: 1, error: null },
    });
    expect(codeStatus.parse((await ada.get(`${PATH}/code_status/${id}`)).body)).toEqual({
      completed: true,
      status: 'completed',
      attempts: 2,
    });
    expect(await server.show(task)).toMatchObject({
      state: 'verified',
      judge: 'check',
      submissions: [{ code_task_id: id, state: 'accepted' }],
      decision: { judge: { kind: 'check', name: 'Sandbox' }, comment: 'JavaScript; all 2 examples passed.' },
    });
    expect((await ada.get(`/api/tasks/${task}`)).body).toMatchObject({ status: 'completed', outcome: 'kept' });
    // what is verified stays so, whatever is tried afterwards
    expect((await put(id, WRONG)).body).toMatchObject({ status: 'completed', code_task: { attempts: 3, best: { passed: 2 } } });
    expect((await server.show(task)).submissions).toHaveLength(1);
  });

  test('every question of a task has to be solved, and examples of the owner’s own are told of', async () => {
    const task = await make();
    const [one, other] = (await add(task, [TWO, ALSO])).body.map(({ id }: { id: string }) => id);
    await put(one, SOLVED);
    expect((await server.show(task)).state).toBe('awaiting_proof');
    await put(other, { examples: [{ input: 'nums = [0], target = 0', output: '[0, 1]' }] });
    await put(other, SOLVED);
    expect(await server.show(task)).toMatchObject({
      state: 'verified',
      decision: { comment: 'All 2 coding questions are solved. One example is the owner’s own.' },
    });
  });

  test('without examples somebody else judges the code', async () => {
    await server.partner();
    const task = await make();
    const id = await added(task, ['https://example.org/open']);
    const before = sandbox.runs.length;
    expect((await put(id, WRONG)).body).toMatchObject({ status: 'attempted', attempt: { total: 0, results: [] } });
    expect(sandbox.runs).toHaveLength(before);
    expect(await server.show(task)).toMatchObject({ state: 'in_review', judge: 'partner', submissions: [{ code_task_id: id }] });
  });

  test('where the program ends right after an attempt, a reactor hands it in, and once only', async () => {
    const task = await make();
    const [one, other] = (await add(task, [TWO, ALSO])).body.map(({ id }: { id: string }) => id);
    const { owner } = server.by('nobody');
    const attempt = async (id: string, attempt_id: string): Promise<Recorded> => {
      const data = { attempt_id, language: 'javascript', status: 'passed', passed: 2, total: 2, ms: 1 } as const;
      const command = { type: 'Attempt', owner, if_match: null, revision: 0, data, texts: { code: 'x', results: [] } } as const;
      return (await sendToCodeTask(server.app, userCaller(owner, 'c'), id, command)).events[0] as Recorded;
    };
    const events = [await attempt(one, 'a1'), await attempt(other, 'a2')] as const;
    server.stores.clock.advance('PT10M');
    for (const event of [...events, ...events.toReversed()]) {
      const position = await solvedCodeHandsIn.react(event, server.app);
      if (position) await server.app.waitForReadModels(position);
    }
    const { state, submissions } = await server.show(task);
    expect([state, submissions]).toMatchObject(['verified', [{ at: events[1].metadata.at, code_task_id: other, state: 'accepted' }]]);
    expect(submissions).toHaveLength(1);
  });

  test('where too much code waits already the answer is 503', async () => {
    const id = await added(await make());
    const run = sandbox.run;
    sandbox.run = () => Promise.reject(new QueueFull('Too many wait already.'));
    const { status, body, headers } = await put(id, SOLVED);
    sandbox.run = run;
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '10']);
    expect((await ada.get(`${PATH}/code_status/${id}`)).body.attempts).toBe(0);
  });

  test('the code runs in the sandbox, which knows nothing of what is expected', async () => {
    const real = openSandbox();
    const run = sandbox.run;
    sandbox.run = real.run;
    const id = await added(await make());
    const cheat = `JSON.stringify = () => '[0,1]'; Array.prototype.toString = () => '[0,1]'; const twoSum = (nums, target) => {
      for (let i = 0; i < nums.length; i += 1) for (let j = 0; j < i; j += 1) if (nums[i] + nums[j] === target) return [i, j]; };`;
    const wrong = await put(id, { ...SOLVED, code: cheat });
    const right = await put(id, { ...SOLVED, code: cheat.replace('[i, j]', '[j, i]') });
    sandbox.run = run;
    await real.close();
    expect([wrong.body.attempt.status, wrong.body.attempt.results[0].actual]).toEqual(['failed', '[1,0]']);
    expect(right.body.attempt).toMatchObject({ status: 'passed', passed: 2 });
  });

  test('what is solved after the deadline is kept, and given as proof by its owner once the task is completed', async () => {
    const task = await make();
    const id = await added(task);
    await server.later(task, 'PT2H');
    expect((await put(id, SOLVED)).body.status).toBe('completed');
    expect((await server.show(task)).submissions).toEqual([]);
    await ada.patch(`/api/tasks/${task}/status`, { completed: true });
    expect((await server.give(task, { code_task_id: id })).body).toMatchObject({
      state: 'verified',
      decision: { judge: { kind: 'check' } },
    });
  });
});
