import { afterEach, expect, test } from 'vitest';
import type { SealReport } from '../../src/reports/papers/report-statement.ts';
import { createReportReader } from '../../src/reports/rendering/read.ts';
import { createReportFiles } from '../../src/reports/rendering/report-files.ts';
import { createRenderThreads } from '../../src/reports/rendering/threads.ts';
import { type Answered, type Client, member } from '../support/client.ts';
import { holdThreads, releaseThreads, TEST_THREAD } from '../support/render-thread.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { startServed } from '../support/ways.ts';

const PDF = '/api/reports/reports/pdf?type=weekly';
let server: TestServer | null = null;
afterEach(async () => {
  releaseThreads();
  await server?.dispose();
  server = null;
});

/** The threads of these tests give texts, which have no place for a statement. */
const UNSIGNED: SealReport = async (_request, _content, bytes) => bytes;

/** A server whose threads render for as long as the test holds them. */
async function started(
  options: { readonly atATime?: number; readonly patienceMs?: number; readonly finishMs?: number } = {},
): Promise<TestServer> {
  const onFault = (error: unknown): void => {
    throw error;
  };
  const { atATime = 2, ...rest } = options;
  const threads = createRenderThreads({ threads: atATime, heapMiB: 64, program: TEST_THREAD, onFault });
  server = await startTestServer({
    reportFiles: (app) => createReportFiles({ ...rest, read: createReportReader(app), seal: UNSIGNED, threads, atATime }),
  });
  return server;
}

const statuses = async (client: Client): Promise<readonly string[]> =>
  (await client.get('/api/reports/rendering')).body.map(({ status }: { status: string }) => status);

test('every owner is answered while one of them requests twelve reports', async () => {
  const server = await started();
  const [ada, ben, cleo, dora] = await Promise.all(['ada', 'ben', 'cleo', 'dora'].map((name) => member(server, `${name}@example.org`)));
  if (!ada || !ben || !cleo || !dora) throw new Error('nobody');
  holdThreads();
  const answered: string[] = [];
  const asked = [...Array.from({ length: 12 }, () => ada), ben, cleo].map(async (client) => {
    const answer = await client.get(PDF);
    answered.push('a report');
    return answer;
  });
  await expect.poll(() => statuses(ada)).toEqual(['making', ...Array.from({ length: 11 }, () => 'waiting')]);
  await expect.poll(async () => [...(await statuses(ben)), ...(await statuses(cleo))].toSorted()).toEqual(['making', 'waiting']);
  for (const client of [ada, dora, ben, dora]) {
    expect((await client.post('/api/tasks', { title: 'Meanwhile' })).status).toBe(201);
    expect((await client.get('/api/reports/daily')).status).toBe(200);
    answered.push('a person');
  }
  expect(answered).toEqual(['a person', 'a person', 'a person', 'a person']);
  expect(await statuses(dora)).toEqual([]);
  releaseThreads();
  for (const { status, headers, text } of await Promise.all(asked)) {
    expect([status, headers.get('content-type'), text]).toEqual([200, 'application/pdf', 'pdf weekly of Ada Ode']);
  }
  expect(await statuses(ada)).toEqual([]);
  expect(server.faults).toEqual([]);
}, 60_000);

const refusal = ({ status, headers, body }: Answered) => [status, body?.code, Number(headers.get('retry-after'))];

test('a report that is not ready in time is refused with 503, and so is one more than may wait', async () => {
  const server = await started({ atATime: 1, patienceMs: 5_000 });
  const ada = await member(server);
  holdThreads();
  const asked = Array.from({ length: 13 }, () => ada.get(PDF));
  await expect.poll(() => statuses(ada)).toHaveLength(13);
  expect(refusal(await ada.get('/api/reports/html'))).toEqual([503, 'unavailable', 10]);
  for (const answer of await Promise.all(asked)) expect(refusal(answer)).toEqual([503, 'unavailable', 30]);
  expect(await statuses(ada)).toEqual([]);
}, 60_000);

test('a report is given up when the client closes the connection', async () => {
  const server = await started({ atATime: 1 });
  const ada = await member(server);
  holdThreads();
  const [making, waiting] = [new AbortController(), new AbortController()];
  const gone = [making, waiting].map(({ signal }) =>
    expect(fetch(server.url + PDF, { headers: { cookie: ada.cookie ?? '' }, signal })).rejects.toThrow(),
  );
  await expect.poll(() => statuses(ada)).toEqual(['making', 'waiting']);
  waiting.abort();
  await expect.poll(() => statuses(ada)).toEqual(['making']);
  making.abort();
  await expect.poll(() => statuses(ada)).toEqual([]);
  await Promise.all(gone);
  releaseThreads();
  expect((await ada.get(PDF)).status).toBe(200);
  expect(server.faults).toEqual([]);
}, 60_000);

test('a report that takes too long is refused with 503 before the connections end with the program', async () => {
  const { reportFiles, ...server } = await started({ finishMs: 1 });
  const ada = await member(server, 'ada@example.org');
  holdThreads();
  const asked = [ada.get(PDF), ada.get(PDF)];
  await expect.poll(() => statuses(ada)).toEqual(['making', 'waiting']);
  reportFiles.refuseNew();
  for (const answer of await Promise.all(asked)) expect(refusal(answer).join()).toBe('503,unavailable,5');
});

test('each report is answered or refused with 503 if the program ends while it is made', async () => {
  const served = await startServed();
  const ada = await served.member('ada@example.org');
  const asked = Promise.all(Array.from({ length: 6 }, () => ada.get(PDF)));
  await expect.poll(() => served.reportFiles.counts()).toEqual({ waiting: 5, making: 1 });
  await served.stop();
  const answers = await asked;
  for (const answer of answers) expect(answer.status === 200 || refusal(answer).join() === '503,unavailable,5').toBe(true);
  expect(answers.some(({ status }) => status === 503)).toBe(true);
  await served.dispose();
}, 60_000);
