import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSandbox } from '../../src/providers/sandbox/sandbox.ts';
import { member } from '../support/client.ts';
import { CODE_PATH, type CodingServer, startCodingServer } from '../support/coding-server.ts';
import { ESCAPE } from '../support/escape.ts';

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
const rssMb = (): number => process.memoryUsage.rss() / 1_048_576;

test('Python that looks for a way out of its interpreter takes no memory of the program, and others are answered', {
  timeout: 120_000,
}, async () => {
  server.sandbox.run = sandbox.run;
  const { ada } = server;
  const grace = await member(server, 'grace@example.org');
  const id = await server.added(await server.make());
  // It would take memories of WebAssembly, and then lists of bytes.
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
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { attempt } = (await submitted).body;
  expect(attempt).toMatchObject({ status: expect.stringMatching(/^(memory|error)$/), passed: 0 });
  // The interpreter refuses the way out. What its process keeps from whoever finds another one is tested in child.test.ts.
  for (const result of attempt.results) expect(result).toMatchObject({ actual: '', error: expect.stringContaining('AttributeError') });
  expect(answered).toBeGreaterThan(10);
  expect(peak - before).toBeLessThan(MEMORY_MB);
});
