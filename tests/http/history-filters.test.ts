import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { KeyList } from '../../src/contracts/ledger/head.ts';
import { checkPage } from '../../src/contracts/ledger/papers/check-page.ts';
import { auditEntry, dailyReport } from '../../src/contracts/report.ts';
import type { Client } from '../support/client.ts';
import { pagesOf, startDayToRead } from '../support/day-to-read.ts';
import { TEST_ORIGIN, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
let eve: Client;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  ({ server, ada, eve, ids } = await startDayToRead());
});
afterAll(() => server.dispose());

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

  it('writes dates, times and numbers as the browser that asks for it, and so does the history', async () => {
    const american = { 'accept-language': 'en-US,en;q=0.9' };
    const page = await ada.get('/api/reports/html?type=history&history_type=tasks', american);
    expect(page.headers.get('vary')).toContain('Accept-Language');
    expect(page.text).toMatch(/<td class="w">Fri, Nov 20, \d+:\d\d [AP]M<\/td>/);
    expect(page.text).toMatch(/<b>\w+day, November \d+, 2026, \d+:\d\d [AP]M \(UTC/);
    const dates = 'start_date=2026-11-02&end_date=2026-11-08';
    expect((await ada.get(`/api/reports/html?type=overall&${dates}`, american)).text).toContain('November 2 to 8, 2026');
    const details = async (headers?: Readonly<Record<string, string>>) =>
      JSON.stringify((await ada.get('/api/reports/history?type=tasks', headers)).body);
    expect(await details(american)).toMatch(/Due Friday, November 20, 2026/);
    expect(await details()).toMatch(/Due Friday 20 November 2026/);
  });

  it('covers the dates of the overall report', async () => {
    const dates = 'start_date=2026-11-02&end_date=2026-11-08';
    expect(await text(`type=overall&${dates}`)).toContain('2 to 8 November 2026');
    await text(`type=procrastination&${dates}`);
  });

  it('is a signed paper, also as a file to be saved', async () => {
    const { headers, text: page } = await ada.get('/api/reports/html?type=overall&start_date=2026-11-02&end_date=2026-11-08&download=1');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="vouch-overall-2026-11-\d\d\.html"$/);
    const keys: KeyList = (await ada.get('/.well-known/vouch-keys.json')).body;
    expect(checkPage(Buffer.from(page), 'html', { ...keys, origin: TEST_ORIGIN })).toMatchObject({
      fault: null,
      statement: { kind: 'overall', from: '2026-11-02', to: '2026-11-08', as_of: null, head: (await ada.get('/api/ledger/head')).body },
    });
    expect((await ada.get('/api/reports/html?download=2')).status).toBe(422);
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

describe('a report as it was known at an instant', () => {
  /** Before 'kept' was completed the clock had not moved, so this is the state before the miss and the close of the day. */
  const EARLY = '2026-11-20T16:00:00Z';
  const read = async (path: string) => {
    const { status, body, text } = await ada.get(path);
    expect(status, text).toBe(200);
    return body;
  };
  const bare = (report: object): string =>
    JSON.stringify(report, (name, value) => (name === 'as_of' || name === 'changed_since' ? undefined : value));

  it.each(['daily', 'weekly', 'overall', 'procrastination'])('is the %s report itself if that instant is now', async (kind) => {
    const now = server.app.clock.now();
    const [then, live] = [await read(`/api/reports/${kind}?as_of=${now}`), await read(`/api/reports/${kind}`)];
    expect(then.as_of).toBe(now);
    expect(bare(then)).toBe(bare(live));
    expect(bare(await read(`/api/reports/history?limit=200&as_of=${now}`))).toBe(bare(await read('/api/reports/history?limit=200')));
  });

  it('leaves out what was recorded later, and marks the tasks that changed since', async () => {
    const daily = dailyReport.parse(await read(`/api/reports/daily?as_of=${encodeURIComponent('2026-11-20T17:00:00+01:00')}`));
    expect([daily.as_of, daily.generated_at]).toEqual(['2026-11-20T16:00:00.000Z', '2026-11-20T16:00:00.000Z']);
    const states = daily.tasks.map(({ title, outcome, changed_since }) => [title, outcome, changed_since]);
    expect(states).toEqual([
      ['missed', 'open', true],
      ['kept', 'kept', false],
      ['skipped', 'skipped', false],
    ]);
    const actions = await actionsAt(`/api/reports/history?limit=200&as_of=${EARLY}`);
    expect(actions).toContain('task.completed');
    expect(actions).not.toContain('task.missed');
    expect((await pagesOf(ada, `/api/reports/history?limit=2&as_of=${EARLY}`)).flat()).toHaveLength(actions.length);
    expect(await actionsAt(`/api/reports/history?task_id=${ids.missed}&as_of=${EARLY}&actor=system`)).toEqual([]);
  });

  it('says so as a document, which marks the tasks that changed since', async () => {
    const weekly = (await ada.get(`/api/reports/html?type=weekly&as_of=${EARLY}`)).text;
    expect(weekly).toContain(', as of Friday 20 November 2026, 17:00');
    expect(weekly).toContain('changed since');
    expect(weekly).not.toContain('>Made<');
    expect((await ada.get('/api/reports/html?type=weekly')).text).not.toContain('as of');
    const history = (await ada.get(`/api/reports/html?type=history&history_type=tasks&as_of=${EARLY}`)).text;
    expect(history).toContain('as of Friday 20 November 2026, 17:00');
    expect(history).not.toContain('Missed: missed');
    expect((await ada.get(`/api/reports/pdf?type=overall&as_of=${EARLY}`)).status).toBe(200);
  });

  it.each(['daily?', 'weekly?', 'overall?', 'procrastination?', 'history?', 'html?type=daily&', 'pdf?type=history&', 'pdf?type=overall&'])(
    'is refused at /api/reports/%s by as_of before the account, in the future, and without a time or an offset',
    async (path) => {
      for (const at of ['2026-11-20T15:59:59.999Z', '2026-11-21T10:00:00Z', '2026-11-20', '2026-11-20T16:00:00', 'now', '']) {
        const { status, body } = await ada.get(`/api/reports/${path}as_of=${at}`);
        expect([at, status, Object.keys(body.errors ?? {})]).toEqual([at, 422, ['as_of']]);
      }
    },
  );
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
    expect(await actionsAt(`${path}?task_id=${ids.missed}&actor=user`)).toEqual(['task.created']);
  });

  it('go on over pages', async () => {
    const paged = (await pagesOf(ada, `${path}?actor=user&limit=2`)).flat();
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
    expect((await pagesOf(ada, '/api/audit?limit=4')).flat()).toEqual((await ada.get('/api/audit?limit=200')).body);
  });
});

it('the log contains no error', () => {
  expect(server.faults).toEqual([]);
});
