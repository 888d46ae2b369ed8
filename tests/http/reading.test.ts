import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dailyReport, historyEntry, overallReport, streaks, weeklyReport } from '../../src/contracts/report.ts';
import { alert, task } from '../../src/contracts/task.ts';
import type { Client } from '../support/client.ts';
import { pagesOf, startDayToRead } from '../support/day-to-read.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
let eve: Client;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  ({ server, ada, eve, ids } = await startDayToRead());
});
afterAll(() => server.dispose());

const listed = async (path: string) => {
  const { status, body, text } = await ada.get(path);
  expect(status, text).toBe(200);
  return z
    .array(task.strict())
    .parse(body)
    .map(({ title }) => title);
};

describe('lists of tasks', () => {
  it('are sorted by due instant, with undated tasks last, and can be filtered', async () => {
    expect(await listed('/api/tasks')).toEqual(['missed', 'kept', 'skipped', 'undated', 'child']);
    expect(await listed('/api/tasks?status=completed,skipped')).toEqual(['kept', 'skipped']);
    expect(await listed('/api/tasks?due_from=2026-11-20&due_to=2026-11-20&tag=q4')).toEqual(['kept']);
    expect(await listed('/api/tasks?due_from=2026-11-21')).toEqual([]);
    expect(await listed('/api/tasks/missed')).toEqual(['missed']);
    expect(await listed(`/api/tasks/${ids.undated}/children`)).toEqual(['child']);
    await ada.post(`/api/tasks/${ids.kept}/archive`);
    expect(await listed('/api/tasks/archived')).toEqual(['kept']);
    await ada.post(`/api/tasks/${ids.kept}/unarchive`);
  });

  it('have pages without gaps or duplicates, and the last page has no next link', async () => {
    const found = await pagesOf(ada, '/api/tasks?limit=2');
    expect(found.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(found.flat()).toEqual((await ada.get('/api/tasks')).body);
  });

  it('give a full page another tag when the list goes on behind it', async () => {
    const { headers } = await ada.get('/api/tasks?limit=5');
    expect(headers.get('link')).toBeNull();
    const { body } = await ada.post('/api/tasks', { title: 'one more' });
    const again = await ada.get('/api/tasks?limit=5', { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.headers.get('link')]).toEqual([200, expect.stringContaining('rel="next"')]);
    await ada.delete(`/api/tasks/${body.id}`);
  });

  it.each([
    'limit=0',
    'limit=1001',
    'limit=ten',
    'limit=1&limit=2',
    'after=bm90IG91cnM',
    'status=done',
    'due_from=2026-11-31',
    'due_from=2026-12-02&due_to=2026-12-01',
  ])('refuses ?%s by its field', async (query) => {
    const { status, body } = await ada.get(`/api/tasks?${query}`);
    expect([status, body.code, Object.keys(body.errors).length]).toEqual([422, 'validation_failed', 1]);
  });

  it('refuse a cursor of another list or another person', async () => {
    const { headers } = await ada.get('/api/tasks?limit=1');
    const after = /after=([^&>]+)/.exec(headers.get('link') ?? '')?.[1];
    expect((await ada.get(`/api/tasks?limit=1&after=${after}`)).status).toBe(200);
    expect((await ada.get(`/api/tasks/missed?after=${after}`)).status).toBe(422);
    expect((await eve.get(`/api/tasks?after=${after}`)).status).toBe(422);
  });
});

describe('a PUT', () => {
  it('accepts read-only fields with their present values, and reports changed ones together with all other faults', async () => {
    const path = `/api/tasks/${ids.undated}`;
    const { body } = await ada.get(path);
    expect((await ada.put(path, { ...body, title: 'undated' })).body).toEqual(body);
    const answer = await ada.put(path, { ...body, status: 'completed', created_at: null, priority: 'urgent' });
    expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([422, ['created_at', 'priority', 'status']]);
  });

  it('keeps the fields that it does not name', async () => {
    const path = `/api/tasks/${ids.kept}`;
    const before = (await ada.get(path)).body;
    expect((await ada.put(path, { description: 'more' })).body).toEqual({ ...before, description: 'more' });
  });
});

describe('alerts', () => {
  it('say what happened and when in the zone of the task, and can be acknowledged once', async () => {
    const active = z.array(alert.strict()).parse((await ada.get('/api/alerts/active')).body);
    expect(active).toMatchObject([{ task_id: ids.missed, type: 'task_missed', severity: 'high', acknowledged: false, resolved: false }]);
    expect(active[0]).toMatchObject({ title: 'missed', message: 'Missed. It was due yesterday, 18:00. You can still do it late.' });
    const path = `/api/alerts/${active[0]?.id}/acknowledge`;
    expect((await eve.patch(path)).status).toBe(404);
    const first = await ada.patch(path);
    const second = await ada.patch(path);
    expect([first.status, first.body.acknowledged, second.status, second.text]).toEqual([200, true, 200, first.text]);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect((await ada.patch(path, undefined, { 'if-match': '"0"' })).status).toBe(412);
    expect((await ada.get('/api/alerts/active')).body).toEqual([]);
    expect((await ada.get('/api/alerts?limit=1')).body).toHaveLength(1);
  });
});

describe('streaks', () => {
  it('show the day with a miss as broken', async () => {
    const { body } = await ada.get('/api/streaks');
    expect(streaks.strict().parse(body)).toEqual({ user: { current: 0, longest: 0, freezes: 0, today: 'none' }, routines: [] });
  });
});

describe('reports', () => {
  it('contain the counts of the day, the week and the whole period', async () => {
    const daily = dailyReport.strict().parse((await ada.get('/api/reports/daily?date=2026-11-20')).body);
    expect(daily.counts).toEqual({
      planned: 3,
      kept: 1,
      missed: 1,
      skipped: 1,
      open: 0,
      postponed: 0,
      taken_back: 0,
      late: 0,
      verified: 0,
      on_word: 0,
      completion_rate: 0.5,
    });
    expect(daily.tasks.map(({ title }) => title)).toEqual(['missed', 'kept', 'skipped']);
    expect(daily.timezone).toBe('Europe/Berlin');
    const weekly = weeklyReport.strict().parse((await ada.get('/api/reports/weekly')).body);
    expect(weekly).toMatchObject({ from: '2026-11-16', to: '2026-11-22', offset: 0, counts: daily.counts, note: null });
    expect(weekly.hours[17]).toBe(1);
    const overall = overallReport.strict().parse((await ada.get('/api/reports/overall')).body);
    expect(overall).toMatchObject({ start_date: '2026-11-20', end_date: '2026-11-21', counts: daily.counts });
  });

  it('say so if the period is in the future or before the account', async () => {
    expect((await ada.get('/api/reports/weekly?offset=3')).body.note).toEqual(expect.any(String));
    expect((await ada.get('/api/reports/daily?date=2001-01-01')).body.note).toEqual(expect.any(String));
  });

  it.each([
    ['daily?date=2026-02-30', 'date'],
    ['weekly?offset=1.5', 'offset'],
    ['weekly?offset=99999', 'offset'],
    ['overall?start_date=2026-12-02&end_date=2026-12-01', 'end_date'],
    ['overall?start_date=2000-01-01', 'start_date'],
    ['overall?start_date=2016-11-20&end_date=2026-11-21', 'start_date'],
    ['history?type=everything', 'type'],
    ['pdf?type=monthly', 'type'],
  ])('refuse %s', async (path, field) => {
    const { status, body } = await ada.get(`/api/reports/${path}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('cover ten years at most', async () => {
    const { body } = await ada.get('/api/reports/overall?start_date=2016-11-21&end_date=2026-11-21');
    expect(body).toMatchObject({ start_date: '2016-11-21', end_date: '2026-11-21' });
  });

  it('show the history newest first, with the titles that tasks had then', async () => {
    const { body } = await ada.get('/api/reports/history?type=tasks');
    const entries = z.array(historyEntry.strict()).parse(body);
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(entries.find(({ action }) => action === 'task.skipped')).toMatchObject({
      title: 'skipped',
      actor: { kind: 'user', name: 'Ada Ode' },
      detail: 'Because: Not today',
    });
    expect(entries.find(({ action }) => action === 'task.missed')).toMatchObject({
      title: 'missed',
      actor: { kind: 'system', name: null },
    });
    expect((await pagesOf(ada, '/api/reports/history?limit=3')).flat()).toEqual((await ada.get('/api/reports/history?limit=200')).body);
  });

  it.each(['daily', 'weekly', 'overall', 'procrastination', 'history'])('give the %s as PDF and as HTML, at both paths', async (type) => {
    for (const path of ['/api/reports/reports', '/api/reports']) {
      const pdf = await ada.get(`${path}/pdf?type=${type}&offset=0`);
      expect([pdf.status, pdf.headers.get('content-type'), pdf.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
      expect(pdf.headers.get('content-disposition')).toBe(`attachment; filename="vouch-${type}-2026-11-20.pdf"`);
      const html = await ada.get(`${path}/html?type=${type}`);
      expect([html.status, html.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(html.text).toContain('Europe/Berlin');
    }
  });
});

it('a HEAD answers as its GET would, without the body', async () => {
  const [head, get] = [await ada.send('HEAD', '/api/tasks'), await ada.get('/api/tasks')];
  expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', get.headers.get('content-type')]);
});

it('the log contains no error', () => {
  expect(server.faults).toEqual([]);
});
