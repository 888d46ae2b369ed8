import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { userCaller } from '../../src/app/caller.ts';
import { closeDay } from '../../src/app/day.ts';
import { advanceTask } from '../../src/app/task/tasks.ts';
import { auditEntry, dailyReport, historyEntry, overallReport, streaks, weeklyReport } from '../../src/contracts/report.ts';
import { alert, task } from '../../src/contracts/task.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
let eve: Client;
const ids: Record<string, string> = {};

/** Friday 20 November 2026, 17:00 in Berlin: one kept, one skipped, one missed at 18:00, one open without a date. */
beforeAll(async () => {
  server = await startTestServer();
  [ada, eve] = [await member(server), await member(server, 'eve@example.org')];
  const make = async (name: string, fields: object) => {
    ids[name] = (await ada.post('/api/tasks', { title: name, ...fields })).body.id;
  };
  await make('kept', { due_date: '2026-11-20', tags: ['home', 'q4'] });
  await make('skipped', { due_date: '2026-11-20' });
  await make('missed', { due_date: '2026-11-20', due_time: '18:00' });
  await make('undated', {});
  await make('child', { parent_id: ids.undated });
  await ada.patch(`/api/tasks/${ids.kept}/status`, { completed: true });
  await ada.patch(`/api/tasks/${ids.skipped}/status`, { status: 'skipped', reason: 'Not today' });
  server.stores.clock.advance('PT7H01M');
  const owner = (await ada.get('/api/auth/me')).body.user.id;
  const { position } = await advanceTask(server.app, { owner, id: ids.missed as string });
  await server.app.waitForReadModels(position as string);
  const closed = await closeDay(server.app, userCaller(owner, 'test').owner, '2026-11-20');
  await server.app.waitForReadModels(closed.position as string);
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

/** Follows the `Link` header to the end. */
async function pages(path: string): Promise<unknown[][]> {
  const found: unknown[][] = [];
  for (let next: string | undefined = path; next; ) {
    const { body, headers } = await ada.get(next);
    found.push(body);
    next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  }
  return found;
}

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
    const found = await pages('/api/tasks?limit=2');
    expect(found.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(found.flat()).toEqual((await ada.get('/api/tasks')).body);
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
    expect((await pages('/api/reports/history?limit=3')).flat()).toEqual((await ada.get('/api/reports/history?limit=200')).body);
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

describe('a report as a document', () => {
  const text = async (query: string): Promise<string> => {
    const { status, text: page } = await ada.get(`/api/reports/html?${query}`);
    expect(status, page).toBe(200);
    return page;
  };

  it('has the entries that its filters leave, and says which these are', async () => {
    const page = await text(`type=history&history_type=tasks&actor=user&task_id=${ids.skipped}`);
    expect(page).toContain('Skipped: skipped');
    expect(page).not.toContain('Promised: kept');
    expect(page).toContain('Only what the owner did, entries of one task.');
    const later = await text('type=history&from=2026-11-20T17:00:00Z&to=2026-11-20T17:00:00.001Z');
    expect(later).toContain('Missed: missed');
    expect(later).not.toContain('Promised');
  });

  it('covers the dates of the overall report', async () => {
    const dates = 'start_date=2026-11-02&end_date=2026-11-08';
    expect(await text(`type=overall&${dates}`)).toContain('2 to 8 November 2026');
    await text(`type=procrastination&${dates}`);
  });

  it.each([
    ['type=overall&start_date=2026-12-02&end_date=2026-12-01', 'end_date'],
    ['type=overall&start_date=2000-01-01', 'start_date'],
    ['type=weekly&start_date=2026-11-01', 'start_date'],
    ['type=daily&actor=user', 'actor'],
    ['type=history&end_date=2026-11-01', 'end_date'],
    ['type=history&history_type=everything', 'history_type'],
    ['type=history&from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z', 'to'],
  ])('refuses ?%s by its field', async (query, field) => {
    const { status, body } = await ada.get(`/api/reports/reports/pdf?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('answers 404 for a task of somebody else', async () => {
    expect((await eve.get(`/api/reports/pdf?type=history&task_id=${ids.missed}`)).status).toBe(404);
  });
});

const actionsAt = async (path: string): Promise<string[]> => {
  const { status, body, text } = await ada.get(path);
  expect(status, text).toBe(200);
  return (body as { action: string }[]).map(({ action }) => action);
};

describe.each(['/api/reports/history', '/api/audit'])('the filters of %s', (path) => {
  it('narrow the list by who acted, by instants and by task, all together', async () => {
    const all = (await ada.get(`${path}?limit=200`)).body as { id: string; at: string; actor: { kind: string } }[];
    const idsAt = async (query: string) => ((await ada.get(`${path}?limit=200&${query}`)).body as { id: string }[]).map(({ id }) => id);
    const where = (test: (entry: (typeof all)[number]) => boolean) => all.filter(test).map(({ id }) => id);
    for (const kind of ['user', 'system', 'partner'])
      expect(await idsAt(`actor=${kind}`)).toEqual(where(({ actor }) => actor.kind === kind));
    const due = '2026-11-20T17:00:00.000Z';
    expect(all.some(({ at }) => at === due)).toBe(true);
    expect(await idsAt(`from=${due}`)).toEqual(where(({ at }) => at >= due));
    expect(await idsAt('to=2026-11-20T17:00:00Z')).toEqual(where(({ at }) => at < due));
    expect(await idsAt(`from=${due}&to=${due}`)).toEqual([]);
    expect(await actionsAt(`${path}?task_id=${ids.missed}&actor=system&to=2026-11-20T17:00:00.001Z`)).toContain('task.missed');
    expect(await actionsAt(`${path}?task_id=${ids.missed}&actor=user`)).toEqual(['alert.acknowledged', 'task.created']);
  });

  it('go on over pages', async () => {
    const paged = (await pages(`${path}?actor=user&limit=2`)).flat();
    expect(paged.length).toBeGreaterThan(5);
    expect(paged).toEqual((await ada.get(`${path}?actor=user&limit=200`)).body);
  });

  it('answer 404 for a task of somebody else and for an unknown one', async () => {
    expect((await eve.get(`${path}?task_id=${ids.missed}`)).status).toBe(404);
    expect((await ada.get(`${path}?task_id=unknown`)).status).toBe(404);
  });

  it.each([
    ['actor=nobody', 'actor'],
    ['actor=', 'actor'],
    ['actor=user&actor=system', 'actor'],
    ['from=yesterday', 'from'],
    ['from=2026-11-20', 'from'],
    ['from=2026-11-20T17:00:00%2B01:00', 'from'],
    ['to=2026-13-20T17:00:00Z', 'to'],
    ['from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z', 'to'],
    ['task_id=', 'task_id'],
    ['type=no.such_action', 'type'],
    ['type=', 'type'],
  ])('refuse ?%s by its field', async (query, field) => {
    const { status, body } = await ada.get(`${path}?${query}`);
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'validation_failed', [field]]);
  });
});

describe('the audit', () => {
  it('lists the entries of one action', async () => {
    expect(await actionsAt('/api/audit?type=task.created&limit=200')).toEqual(Array(5).fill('task.created'));
    expect(await actionsAt(`/api/audit?type=task.skipped&task_id=${ids.skipped}&actor=user`)).toEqual(['task.skipped']);
    expect(await actionsAt('/api/audit?type=task.skipped&actor=system')).toEqual([]);
  });

  it('has no entries for an event that only records work of the program', async () => {
    expect((await ada.get('/api/audit?type=review.requested')).status).toBe(422);
  });

  it('shows each event of a task with what it changed, and its link in the chain', async () => {
    const { body } = await ada.get(`/api/audit?task_id=${ids.skipped}`);
    const entries = z.array(auditEntry.strict()).parse(body);
    expect(entries.map(({ action }) => action)).toEqual(['task.skipped', 'task.created']);
    expect(entries[0]).toMatchObject({
      before: { status: 'pending', skip_reason: null },
      after: { status: 'skipped', skip_reason: 'Not today' },
      subject: { kind: 'task', id: ids.skipped },
    });
    expect(entries[1]?.after).toMatchObject({ title: 'skipped', due_date: '2026-11-20' });
    expect(entries[0]?.hash).toMatch(/^[\da-f]{64}$/);
    expect((await pages('/api/audit?limit=4')).flat()).toEqual((await ada.get('/api/audit?limit=200')).body);
  });
});

it('a HEAD answers as its GET would, without the body', async () => {
  const [head, get] = [await ada.send('HEAD', '/api/tasks'), await ada.get('/api/tasks')];
  expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', get.headers.get('content-type')]);
});

it('the log contains no error', () => {
  expect(server.faults).toEqual([]);
});
