import { expect, test } from 'vitest';
import { promiseTask } from '../../../src/app/task/tasks.ts';
import { createReportReader } from '../../../src/reports/rendering/read.ts';
import { createReports } from '../../../src/reports/service.ts';
import { appForFile } from '../../support/app.ts';

const app = await appForFile();
const here = new AbortController().signal;
const COUNT = 520;

const decoded = (rows: readonly Uint8Array[]): Record<string, unknown>[] =>
  rows.flatMap((slice) => JSON.parse(new TextDecoder().decode(slice)) as Record<string, unknown>[]);

test('a report is read in slices, with pauses, and says what its owner reads in the program', async () => {
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
  const page = await reports.history(me.owner, 'all', { limit: 10_000 });
  expect(decoded(history.rows)).toEqual(page.entries);
  expect(history.content).toMatchObject({ kind: 'history', report: { type: 'all', total: page.entries.length } });

  const gone = new AbortController();
  gone.abort(new Error('gone'));
  for (const type of ['weekly', 'history'] as const)
    await expect(read({ owner: me.owner, type, offset: 0 }, gone.signal)).rejects.toThrow('gone');
});

test('there is no report of an account that there is not', async () => {
  await expect(createReportReader(app)({ owner: 'nobody', type: 'overall', offset: 0 }, here)).rejects.toMatchObject({ code: 'not_found' });
});
