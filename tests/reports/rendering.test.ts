import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { promiseTask } from '../../src/app/task/tasks.ts';
import { renderReportHtml } from '../../src/reports/html/report-html.ts';
import { overallModel } from '../../src/reports/model/build-report.ts';
import { renderReportPdf } from '../../src/reports/pdf/report-pdf.ts';
import { createReportReader, type ReadReport } from '../../src/reports/rendering/read.ts';
import { createReportFiles, type ReportFiles, type ReportRequest } from '../../src/reports/rendering/report-files.ts';
import { createRenderThreads } from '../../src/reports/rendering/threads.ts';
import { createReports } from '../../src/reports/service.ts';
import { appForFile } from '../support/app.ts';
import { holdThreads, releaseThreads, TEST_THREAD } from '../support/render-thread.ts';
import { whole } from './fixtures.ts';

const here = new AbortController().signal;

const app = await appForFile();
const COUNT = 520;

const decoded = (rows: readonly Uint8Array[]): Record<string, unknown>[] =>
  rows.flatMap((slice) => JSON.parse(new TextDecoder().decode(slice)) as Record<string, unknown>[]);

test('a report is read in slices with pauses, and has the figures of the program', async () => {
  const me = await app.user();
  for (let place = 0; place < COUNT; place += 1)
    await promiseTask(app, me, { title: `Task ${place}`, description: 'A long story', due_date: '2026-11-20' });
  await app.upToDate();
  const read = createReportReader(app);
  const reports = createReports(app);

  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (turns < 1_000) setImmediate(count);
  };
  setImmediate(count);
  const { name, content, rows } = await read({ owner: me.owner, type: 'weekly', offset: 0 }, here);
  expect(turns).toBeGreaterThanOrEqual(3);
  turns = 1_000;
  const { tasks, ...week } = await reports.weekly(me.owner, 0);
  expect([name, content]).toEqual(['Ada', { kind: 'weekly', report: { ...week, more: 0 } }]);
  expect(rows.length).toBe(3);
  expect(decoded(rows)).toEqual(tasks.map((task) => ({ ...task, description: null })));

  const daily = await read({ owner: me.owner, type: 'daily', offset: 0 }, here);
  const { tasks: ofDay, ...day } = await reports.daily(me.owner);
  expect([daily.content, decoded(daily.rows).length]).toEqual([{ kind: 'daily', report: day }, ofDay.length]);

  const history = await read({ owner: me.owner, type: 'history', offset: 0 }, here);
  const page = await reports.history(me.owner, {}, { limit: 10_000 });
  expect(decoded(history.rows)).toEqual(page.entries);
  expect(history.content).toMatchObject({ kind: 'history', report: { type: 'all', total: page.entries.length } });

  const gone = new AbortController();
  gone.abort(new Error('gone'));
  for (const type of ['weekly', 'history'] as const)
    await expect(read({ owner: me.owner, type, offset: 0 }, gone.signal)).rejects.toThrow('gone');
});

test('an account that does not exist has no report', async () => {
  await expect(createReportReader(app)({ owner: 'nobody', type: 'overall', offset: 0 }, here)).rejects.toMatchObject({ code: 'not_found' });
});

describe('the files of a report', () => {
  const ROOT = join(import.meta.dirname, '../..');
  const WORKER = join(ROOT, 'src/reports/rendering/worker.ts');

  let files: ReportFiles | null = null;
  afterEach(async () => {
    releaseThreads();
    await files?.close();
  });

  /** The owner's id is their name too, which is what the thread of the tests goes by. */
  const read: ReadReport = async ({ owner }) => ({ name: owner, content: { kind: 'overall', report: whole() }, rows: [] });

  function open({ program = TEST_THREAD, atATime = 1, heapMiB = 64, patienceMs = 60_000 } = {}) {
    const outcomes: string[] = [];
    const onFault = (error: unknown): void => {
      throw error;
    };
    const threads = createRenderThreads({ threads: atATime, heapMiB, program, onFault });
    const made = createReportFiles({
      read,
      seal: async (_request, _content, bytes) => bytes,
      threads,
      atATime,
      patienceMs,
      ended: (format, outcome) => outcomes.push(`${format} ${outcome}`),
    });
    files = made;
    const ask = (owner: string, gone = here) => made.make(requestOf(owner), gone).then(({ bytes }) => bytes.toString());
    return { files: made, ask, outcomes };
  }

  const requestOf = (owner: string): ReportRequest => ({ owner, format: 'pdf', type: 'overall', offset: 0 });

  test('made in a thread are the same bytes as those of the renderers', async () => {
    const { files } = open({ program: WORKER, heapMiB: 256 });
    const model = overallModel(whole(), 'Inés');
    const pdf = await files.make(requestOf('Inés'), here);
    const html = await files.make({ ...requestOf('Inés'), format: 'html' }, here);
    expect(pdf.bytes.equals(Buffer.concat(await Array.fromAsync(renderReportPdf(model))))).toBe(true);
    expect(html.bytes.toString()).toBe(renderReportHtml(model));
  }, 30_000);

  test('are made by renderers that only the program of the threads loads', () => {
    const importing = globSync('src/**/*.ts', { cwd: ROOT }).filter((file) =>
      /from '[^']*(\/report-pdf|\/report-html|rendering\/worker)\.ts'|import\('[^']*report/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(importing).toEqual(['src/reports/rendering/worker.ts']);
  });

  test('are refused at the time limit, and the thread makes room for the next report', async () => {
    const { ask, outcomes } = open({ patienceMs: 1_000 });
    await expect(ask('endless')).rejects.toMatchObject({ name: 'ReportUnavailable', reason: 'refused_time', retryAfter: 30 });
    // On a busy machine the next thread may take longer to start than somebody waits here.
    await vi.waitFor(async () => expect(await ask('ada')).toBe('pdf overall of ada'), { timeout: 20_000 });
    expect(outcomes[0]).toBe('pdf refused_time');
  }, 30_000);

  test('are refused if they wait in the queue for too long', async () => {
    const { files, ask } = open({ patienceMs: 300 });
    holdThreads();
    const first = files.makeInBackground(requestOf('ada'));
    await expect(ask('ada')).rejects.toMatchObject({ reason: 'refused_time' });
    releaseThreads();
    expect((await first).bytes.toString()).toBe('pdf overall of ada');
  }, 30_000);

  test('are refused if they take too much memory, without effect on other reports', async () => {
    const { ask, outcomes } = open({ heapMiB: 24 });
    await expect(ask('greedy')).rejects.toMatchObject({ reason: 'refused_memory', retryAfter: 60 });
    expect(await ask('ada')).toBe('pdf overall of ada');
    expect(outcomes).toEqual(['pdf refused_memory', 'pdf made']);
  }, 30_000);

  test('fail alone if one report cannot be drawn', async () => {
    const { ask, outcomes } = open();
    await expect(ask('faulty')).rejects.toThrow('A report that cannot be drawn.');
    expect(await ask('ada')).toBe('pdf overall of ada');
    expect(outcomes).toEqual(['pdf failed', 'pdf made']);
  }, 30_000);

  test('are cancelled when their client disconnects, while they are made and while they wait', async () => {
    const { files, ask, outcomes } = open();
    const [one, two] = [new AbortController(), new AbortController()];
    const made = ask('endless', one.signal);
    const waiting = ask('endless', two.signal);
    await new Promise((resolve) => setImmediate(resolve));
    expect(files.underWay('endless')).toEqual(
      ['making', 'waiting'].map((status) => ({ type: 'overall', format: 'pdf', offset: 0, status })),
    );
    expect(files.underWay('ada')).toEqual([]);
    two.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    one.abort();
    await expect(made).rejects.toMatchObject({ name: 'AbortError' });
    expect(await ask('ada')).toBe('pdf overall of ada');
    expect(outcomes).toEqual(['pdf cancelled', 'pdf cancelled', 'pdf made']);
    expect(files.counts()).toEqual({ waiting: 0, making: 0 });
  }, 30_000);

  test('are refused beyond twelve that wait for one owner, without effect on another owner', async () => {
    const { files, ask, outcomes } = open({ atATime: 2 });
    holdThreads();
    const asked = Array.from({ length: 13 }, () => ask('ada'));
    await expect(ask('ada')).rejects.toMatchObject({ reason: 'refused_queue', retryAfter: 10 });
    const other = ask('ben');
    expect(files.counts()).toEqual({ waiting: 12, making: 2 });
    releaseThreads();
    expect(await other).toBe('pdf overall of ben');
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['pdf overall of ada']));
    expect(outcomes.filter((outcome) => outcome === 'pdf made')).toHaveLength(14);
  }, 30_000);

  test('are refused at the end of the program if a person waits for them, finished if they are being made, and still made for mails', async () => {
    const { files, ask } = open();
    holdThreads();
    const [made, waiting, mail] = [ask('ada'), ask('ada'), files.makeInBackground(requestOf('ada'))];
    files.refuseNew();
    await expect(waiting).rejects.toMatchObject({ reason: 'refused_stopping', retryAfter: 5 });
    await expect(ask('ben')).rejects.toMatchObject({ reason: 'refused_stopping' });
    releaseThreads();
    expect(await made).toBe('pdf overall of ada');
    expect((await mail).bytes.toString()).toBe('pdf overall of ada');
  }, 30_000);

  test('are cancelled when the service is closed, whatever they do, and nothing runs afterwards', async () => {
    const { files, ask } = open();
    const refused = [ask('endless'), ask('ben'), files.makeInBackground(requestOf('ben'))].map((each) =>
      expect(each).rejects.toMatchObject({ reason: 'refused_stopping' }),
    );
    await files.close();
    await Promise.all(refused);
    expect(files.counts()).toEqual({ waiting: 0, making: 0 });
  }, 30_000);
});
