import { expect, test } from 'vitest';
import { CODE_PATH, LOST, pagesOf } from '../support/coding-server.ts';
import { startProofServer } from '../support/proof-server.ts';

const STATEMENT = 'Find the two numbers.\n\nExample 1:\n\nInput: nums = [2,7], target = 9\nOutput: [0,1]\n';

test('code under a name of its own solves a pasted statement that names no function', async () => {
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
