import { afterAll, beforeAll, expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { sendToCodeTask } from '../../src/app/coding/code-tasks.ts';
import { QueueFull } from '../../src/concurrency/turns.ts';
import { codeAttempt, codeAttempted, codeStatus } from '../../src/contracts/code-task.ts';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { openSandbox } from '../../src/providers/sandbox/sandbox.ts';
import { solvedCodeHandsIn } from '../../src/reactors/proof.ts';
import type { Client } from '../support/client.ts';
import { ALSO, CODE_PATH, type CodingServer, LOST, SOLVED, startCodingServer, TWO, WRONG } from '../support/coding-server.ts';

let server: CodingServer;
let ada: Client;

beforeAll(async () => {
  server = await startCodingServer();
  ada = server.ada;
});
afterAll(() => server.dispose());

test('a run is not stored, and a passing attempt gives the proof', async () => {
  const task = await server.make();
  const id = await server.added(task);
  expect((await server.show(task)).judge).toBe('check');
  const run = await server.put(id, { ...SOLVED, submit: false });
  expect(codeAttempted.strict().parse(run.body)).toMatchObject({ status: 'ready', attempt: { status: 'passed', passed: 2 } });
  expect((await ada.get(`${CODE_PATH}/${id}/attempts`)).body).toEqual([]);
  expect((await server.give(task, { code_task_id: id })).status).toBe(422);
  const failed = await server.put(id, WRONG);
  expect(failed.body).toMatchObject({
    status: 'attempted',
    attempt: { status: 'failed', passed: 0, total: 2 },
    code_task: { attempts: 1 },
  });
  expect((await server.show(task)).state).toBe('awaiting_proof');
  const solved = await server.put(id, SOLVED);
  expect(solved.body).toMatchObject({ status: 'completed', code_task: { status: 'completed', attempts: 2, best: solved.body.attempt } });
  const attempts = (await ada.get(`${CODE_PATH}/${id}/attempts`)).body;
  expect(attempts.map((one: unknown) => codeAttempt.strict().parse(one))).toEqual([solved.body.attempt, failed.body.attempt]);
  expect(attempts[0].results[0]).toEqual({
    ...{ input: 'nums = [2, 7], target = 9', expected: '[0, 1]', actual: '[0, 1]', passed: true, output: 'printed', ms: 1, error: null },
  });
  expect(codeStatus.parse((await ada.get(`${CODE_PATH}/code_status/${id}`)).body)).toEqual({
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
  // A verified task stays verified, whatever is submitted afterwards.
  expect((await server.put(id, WRONG)).body).toMatchObject({ status: 'completed', code_task: { attempts: 3, best: { passed: 2 } } });
  expect((await server.show(task)).submissions).toHaveLength(1);
});

test('every question of a task has to be solved, and the proof says which examples are the owner’s own', async () => {
  const task = await server.make();
  const [one, other] = (await server.add(task, [TWO, ALSO])).body.map(({ id }: { id: string }) => id);
  await server.put(one, SOLVED);
  expect((await server.show(task)).state).toBe('awaiting_proof');
  await server.put(other, { examples: [{ input: 'nums = [0], target = 0', output: '[0, 1]' }] });
  await server.put(other, SOLVED);
  expect(await server.show(task)).toMatchObject({
    state: 'verified',
    decision: { comment: 'All 2 coding questions are solved. One example is the owner’s own.' },
  });
});

test('a question without attempts can be removed, and then the other questions are the proof', async () => {
  const task = await server.make();
  const [one, lost] = (await server.add(task, [TWO, LOST])).body.map(({ id }: { id: string }) => id);
  await server.put(one, SOLVED);
  expect((await server.show(task)).state).toBe('awaiting_proof');
  expect((await ada.delete(`${CODE_PATH}/${one}`)).body.code).toBe('conflict');
  expect((await ada.delete(`${CODE_PATH}/${lost}`)).status).toBe(204);
  expect((await ada.delete(`${CODE_PATH}/${lost}`)).status).toBe(404);
  expect((await ada.get(`${CODE_PATH}?task_id=${task}`)).body.map(({ id }: { id: string }) => id)).toEqual([one]);
  expect((await ada.get(CODE_PATH)).body.map(({ id }: { id: string }) => id)).not.toContain(lost);
  expect(await server.show(task)).toMatchObject({ state: 'verified', submissions: [{ code_task_id: one }] });
});

test('without examples somebody else judges the code', async () => {
  await server.partner();
  const task = await server.make();
  const id = await server.added(task, ['https://example.org/open']);
  const before = server.sandbox.runs.length;
  expect((await server.put(id, WRONG)).body).toMatchObject({ status: 'attempted', attempt: { total: 0, results: [] } });
  expect(server.sandbox.runs).toHaveLength(before);
  expect(await server.show(task)).toMatchObject({ state: 'in_review', judge: 'partner', submissions: [{ code_task_id: id }] });
});

test('if the program ends right after an attempt, a reactor gives the proof once', async () => {
  const task = await server.make();
  const [one, other] = (await server.add(task, [TWO, ALSO])).body.map(({ id }: { id: string }) => id);
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

test('the answer is 503 if too much code is waiting', async () => {
  const id = await server.added(await server.make());
  const run = server.sandbox.run;
  server.sandbox.run = () => Promise.reject(new QueueFull('Too many wait already.'));
  const { status, body, headers } = await server.put(id, SOLVED);
  server.sandbox.run = run;
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '10']);
  expect((await ada.get(`${CODE_PATH}/code_status/${id}`)).body.attempts).toBe(0);
});

test('the code runs in a sandbox that does not contain the expected results', async () => {
  const real = openSandbox();
  const run = server.sandbox.run;
  server.sandbox.run = real.run;
  const id = await server.added(await server.make());
  const cheat = `JSON.stringify = () => '[0,1]'; Array.prototype.toString = () => '[0,1]'; const twoSum = (nums, target) => {
    for (let i = 0; i < nums.length; i += 1) for (let j = 0; j < i; j += 1) if (nums[i] + nums[j] === target) return [i, j]; };`;
  const wrong = await server.put(id, { ...SOLVED, code: cheat });
  const right = await server.put(id, { ...SOLVED, code: cheat.replace('[i, j]', '[j, i]') });
  server.sandbox.run = run;
  await real.close();
  expect([wrong.body.attempt.status, wrong.body.attempt.results[0].actual]).toEqual(['failed', '[1,0]']);
  expect(right.body.attempt).toMatchObject({ status: 'passed', passed: 2 });
});

test('a solution after the deadline is stored, and its owner can give it as proof once the task is completed', async () => {
  const task = await server.make();
  const id = await server.added(task);
  await server.later(task, 'PT2H');
  expect((await server.put(id, SOLVED)).body.status).toBe('completed');
  expect((await server.show(task)).submissions).toEqual([]);
  await ada.patch(`/api/tasks/${task}/status`, { completed: true });
  expect((await server.give(task, { code_task_id: id })).body).toMatchObject({
    state: 'verified',
    decision: { judge: { kind: 'check' } },
  });
});
