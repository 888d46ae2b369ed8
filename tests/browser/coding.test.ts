import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loaded, sees, signIn, startBrowser, type TestBrowser, visit } from '../support/browser.ts';
import { PASSWORD } from '../support/client.ts';
import { pagesOf, TWO_SUM } from '../support/coding-server.ts';
import { lookOver } from '../support/look.ts';
import { type ProofServer, startProofServer } from '../support/partner-server.ts';

const PATH = '/api/verifications/code-by-url';

let server: ProofServer;
let browser: TestBrowser;
let page: Page;
let faults: string[];
let task: string;

beforeAll(async () => {
  const webRoot = join(import.meta.dirname, '../../dist/web');
  server = await startProofServer({ webRoot, wrap: (app) => ({ ...app, pages: pagesOf({ 'two-sum': TWO_SUM }) }) });
  browser = await startBrowser();
  const made = await visit(browser, server.url);
  await signIn(made.context, 'ada@example.org', PASSWORD);
  ({ page, faults } = made);
  task = await server.make({ title: 'Solve it', verification_type: 'coding' });
});
afterAll(async () => {
  await browser?.close();
  await server?.dispose();
});

const add = async (url: string): Promise<string> => (await server.ada.post(`${PATH}/${task}`, { urls: [url] })).body[0].id;
const editor = () => page.getByRole('textbox', { name: /^Code in / });
const write = async (code: string): Promise<void> => {
  await editor().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(code);
};
const SOLVED = `const twoSum = (nums, target) => {
  for (let j = 0; j < nums.length; j += 1) for (let i = 0; i < j; i += 1) if (nums[i] + nums[j] === target) return [i, j];
};`;

test('a person writes code, runs it in the browser, submits it, and has their proof', async () => {
  const id = await add('https://example.org/two-sum');
  await page.goto(`/verify/task/${task}/attempt/${id}`);
  await loaded(page);
  await page.getByRole('heading', { level: 1, name: 'Two Sum' }).waitFor();
  await editor().waitFor();
  expect(await editor().textContent()).toContain('function twoSum(nums, target) {');

  const asked: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && asked.push(request.url()));
  await write('const twoSum = () => [1, 0];');
  await page.keyboard.press('ControlOrMeta+Enter');
  await sees(page, '0 of 2 examples passed.');
  await page.getByRole('button', { name: 'Add a case of your own' }).click();
  await page.getByLabel('Input').last().fill('nums = [5, 1, 4], target = 5');
  await write(SOLVED);
  await page.getByRole('button', { name: 'Run' }).click();
  await sees(page, 'Passed: 2 of 2 examples.');
  await page.getByRole('listitem').filter({ hasText: 'Your case 1' }).getByText('[1,2]').waitFor();
  // Nothing of it was sent to the server.
  expect(asked).toEqual([]);

  await page.getByText('TypeScript', { exact: true }).click();
  await write('enum At { First }\nconst twoSum = (nums: number[], _target: number): number[] => [At.First, nums.length - 1];');
  await page.getByRole('button', { name: 'Run' }).click();
  await sees(page, 'Passed: 2 of 2 examples.');
  // It loops for ever in one of the three cases.
  await write('const twoSum = (_: number[], target: number): number[] => { while (target === 9); return []; };');
  await page.getByRole('button', { name: 'Run' }).click();
  await sees(page, '0 of 2 examples passed.');
  await page.getByText('It took longer than 2 s.').first().waitFor();

  await page.getByText('JavaScript', { exact: true }).click();
  expect(await editor().textContent()).toContain('for (let j = 0;');
  await write('const twoSum = () => [];');
  await page.getByRole('button', { name: 'Submit' }).click();
  await sees(page, 'Submitted. 0 of 2 examples passed.');
  await write(SOLVED);
  await page.getByRole('button', { name: 'Submit' }).click();
  await sees(page, 'Submitted. Passed: 2 of 2 examples.');
  await page.getByText('Solved', { exact: true }).waitFor();
  expect(await server.show(task)).toMatchObject({ state: 'verified', decision: { judge: { kind: 'check' } } });

  await page.getByRole('button', { name: /^Passed/ }).click();
  const difference = page.getByRole('textbox', { name: 'The code of this attempt' });
  await difference.getByText('const twoSum = () => [];').waitFor();
  expect(await lookOver(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('the worker that runs the code cannot connect to anything, and the page cannot start WebAssembly', async () => {
  const policies = await page.evaluate<string[]>(`(async () => {
    const scripts = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('sandbox-worker'));
    const answers = await Promise.all([location.href, ...scripts].map((name) => fetch(name)));
    return answers.map(({ headers }) => headers.get('content-security-policy'));
  })()`);
  const [ofPage, ofWorker] = policies as [string, string];
  expect(ofWorker).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'");
  expect(ofPage).not.toContain('wasm-unsafe-eval');
});

test('if a page cannot be read, the form asks for the statement and finds the examples in it', async () => {
  const id = await add('https://example.org/lost');
  await page.goto(`/verify/task/${task}/attempt/${id}`);
  await sees(page, 'The page could not be read.');
  const statement = '# Sum\n\nAdd **two** numbers.\n\nInput\n\n```\n1 2\n```\n\nOutput\n\n```\n3\n```\n';
  await page.getByLabel('Statement').fill(statement);
  await page.getByRole('button', { name: 'Take this statement' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sum' }).waitFor();
  await sees(page, '1 example');
  await page.getByRole('button', { name: 'Change the question' }).click();
  await page.getByRole('button', { name: 'Add an example' }).click();
  await page.getByRole('group', { name: 'Example 2' }).getByLabel('Input').fill('2 2');
  await page.getByRole('group', { name: 'Example 2' }).getByLabel('Output').fill('4');
  await page.getByRole('button', { name: 'Save the question' }).click();
  await sees(page, 'You wrote this example. Whoever reads your proof sees that.');
  await page.getByText('JavaScript', { exact: true }).click();
  await page.getByText('How a program reads its input').click();
  await page.getByText("rl.on('line', (line) => lines.push(line));").first().waitFor();
  await page.getByText('How a program reads its input').click();
  await write("const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);\nconsole.log(a + b);");
  await page.getByRole('button', { name: 'Run' }).click();
  await sees(page, 'Passed: 2 of 2 examples.');
  // A reload keeps the text.
  await page.reload();
  await editor().waitFor();
  expect(await editor().textContent()).toContain('console.log(a + b)');
  // The owner removes a question.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Remove it' }).click();
  await page.getByRole('heading', { name: 'Coding questions' }).waitFor();
  await page.getByRole('link', { name: 'Two Sum' }).waitFor();
  expect(await page.getByRole('link', { name: 'Sum', exact: true }).count()).toBe(0);
});

test('if a statement names no function, the form says so and calls the only function of the code', async () => {
  const id = await add('https://example.org/unnamed');
  const statement = 'Add two numbers.\n\nExample 1:\n\nInput: a = 1, b = 2\nOutput: 3\n';
  await page.goto(`/verify/task/${task}/attempt/${id}`);
  await editor().waitFor();
  await page.getByText('JavaScript', { exact: true }).click();
  expect(await editor().textContent()).toContain('readFileSync');
  await page.getByLabel('Statement').fill(statement);
  await page.getByRole('button', { name: 'Take this statement' }).click();
  await sees(page, 'The statement names no function.');
  // The initial code in the editor follows the statement.
  await expect.poll(() => editor().textContent()).toContain('function solution(a, b)');
  await write('const add = (a, b) => a + b;');
  await page.getByRole('button', { name: 'Run' }).click();
  await sees(page, 'Passed: 1 of 1 example.');
});

test('other screens load neither the editor nor the sandbox', async () => {
  await page.goto('/todo');
  await loaded(page);
  const scripts = await page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))`);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((name) => /editor|sandbox|attempt|quickjs|emscripten/.test(name))).toEqual([]);
});
