import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FocusSession, focus, focusSession } from '../../src/contracts/focus.ts';
import { addDays } from '../../src/domain/calendar/local.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
let count = 0;
let day = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());
/** Each test has days and a person of its own. It begins at 09:00 in Berlin. */
beforeEach(async () => {
  count += 1;
  day += 3;
  server.stores.clock.set(`${dateOf()}T08:00:00.000Z`);
  ada = await member(server, `ada${count}@example.org`);
});

const dateOf = (later = 0): string => addDays('2026-11-20', day + later);
const pass = (by: string): void => server.stores.clock.advance(by);
const promised = async (fields: object = {}, owner = ada): Promise<string> =>
  (await owner.post('/api/tasks', { title: 'Write the report', ...fields })).body.id;
const start = (body?: object, owner = ada) => owner.post('/api/focus', body);
const started = async (body?: object): Promise<FocusSession> => {
  const answer = await start(body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
};
const act = (id: string, what: 'pause' | 'resume' | 'stop', body?: object, headers = {}) =>
  ada.post(`/api/focus/${id}/${what}`, body, headers);
const now = async () => focus.parse((await ada.get('/api/focus')).body);
const sessions = async (query = ''): Promise<readonly FocusSession[]> => (await ada.get(`/api/focus/sessions${query}`)).body;
const task = async (id: string) => (await ada.get(`/api/tasks/${id}`)).body;
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const planned = async (task_id: string, more: object = {}) =>
  (await ada.post('/api/time-boxes', { task_id, date: dateOf(), time: '10:00', minutes: 60, ...more })).body;

describe('a session', () => {
  it('is started with a task, which is in progress then', async () => {
    const task_id = await promised();
    const { status, body, headers } = await start({ task_id });
    expect([status, headers.get('location'), (await task(task_id)).status]).toEqual([201, `/api/focus/${body.id}`, 'in_progress']);
    expect(focusSession.parse(body)).toEqual({
      ...{ id: body.id, task_id, title: 'Write the report', box_id: null, minutes: 25, state: 'running' },
      ...{ started_at: `${dateOf()}T08:00:00.000Z`, ends_at: `${dateOf()}T08:25:00.000Z`, ended_at: null },
      ...{ focused_seconds: 0, pauses: [], end: null },
    });
    pass('PT10M30S');
    expect((await now()).current).toEqual({ ...body, focused_seconds: 630 });
    await ada.delete(`/api/tasks/${task_id}`);
    expect((await sessions())[0]).toMatchObject({ title: 'Write the report', end: 'stopped', focused_seconds: 630 });
  });

  it('needs no body, and runs alone', async () => {
    const session = await started();
    expect(session).toMatchObject({ task_id: null, title: null, minutes: 25 });
    expect(codeOf(await start())).toEqual([409, 'conflict']);
    const eve = await member(server, `eve${count}@example.org`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => start({}, eve)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('takes the task and the minutes of its time box', async () => {
    const [task_id, other] = [await promised(), await promised()];
    const box = await planned(task_id);
    expect(Object.keys((await start({ box_id: box.id, task_id: other })).body.errors)).toEqual(['task_id']);
    const session = await started({ box_id: box.id, task_id });
    expect(session).toMatchObject({ task_id, box_id: box.id, minutes: 60 });
    pass('PT20M');
    await act(session.id, 'stop');
    expect((await ada.get('/api/time-boxes')).body).toEqual([{ ...box, focused_minutes: 20 }]);
    pass('PT100M');
    expect(codeOf(await start({ box_id: box.id }))).toEqual([409, 'deadline_passed']);
  });

  it('names all faults of its fields at once', async () => {
    const eve = await member(server, `eve${count}@example.org`);
    const faults = async (body: object) => Object.keys((await start(body)).body.errors).sort();
    expect(await faults({ task_id: await promised({}, eve) })).toEqual(['task_id']);
    expect(await faults({ minutes: 181, task_id: 'none', box_id: 'none', title: 'Mine' })).toEqual([
      'box_id',
      'minutes',
      'task_id',
      'title',
    ]);
    expect(await faults({ minutes: 0 })).toEqual(['minutes']);
    expect((await now()).current).toBeNull();
  });

  it('is not on a closed task, and leaves a missed one missed', async () => {
    const [done, missed] = [await promised(), await promised({ due_date: dateOf(), due_time: '09:30' })];
    await ada.patch(`/api/tasks/${done}/status`, { completed: true });
    expect(codeOf(await start({ task_id: done }))).toEqual([409, 'conflict']);
    await ada.post(`/api/tasks/${done}/archive`);
    expect(codeOf(await start({ task_id: done }))).toEqual([409, 'archived']);
    pass('PT1H');
    await started({ task_id: missed });
    expect((await task(missed)).status).toBe('missed');
  });
});

describe('a pause', () => {
  it('is left out of the time, and a repetition changes nothing', async () => {
    const { id } = await started();
    pass('PT10M');
    expect((await act(id, 'resume')).status).toBe(200);
    const paused = await act(id, 'pause');
    expect(paused.body).toMatchObject({ state: 'paused', ends_at: null, pauses: [{ from: `${dateOf()}T08:10:00.000Z`, to: null }] });
    pass('PT30M');
    expect((await act(id, 'pause')).body).toEqual(paused.body);
    const resumed = await act(id, 'resume');
    expect(resumed.body).toMatchObject({ state: 'running', ends_at: `${dateOf()}T08:55:00.000Z`, focused_seconds: 600 });
    pass('PT15M');
    expect(codeOf(await act(id, 'pause'))).toEqual([409, 'conflict']);
    expect((await sessions())[0]).toMatchObject({ end: 'finished', ended_at: `${dateOf()}T08:55:00.000Z`, focused_seconds: 1_500 });
  });

  it('of two hours ends the session when it began', async () => {
    const { id } = await started();
    pass('PT10M');
    await act(id, 'pause');
    pass('PT2H');
    expect(codeOf(await act(id, 'resume'))).toEqual([409, 'conflict']);
    const at = `${dateOf()}T08:10:00.000Z`;
    expect(await sessions()).toMatchObject([{ end: 'abandoned', ended_at: at, focused_seconds: 600, pauses: [{ from: at, to: at }] }]);
    expect((await now()).today).toEqual({ date: dateOf(), minutes: 10, sessions: 1 });
  });
});

describe('the end', () => {
  it('comes by itself when the minutes have run, and is shown before it was recorded', async () => {
    const task_id = await promised();
    await started({ task_id, minutes: 1 });
    pass('PT59.999S');
    expect(await now()).toMatchObject({ current: { state: 'running', focused_seconds: 59 }, today: { minutes: 0, sessions: 0 } });
    pass('PT0.001S');
    expect(await now()).toEqual({ current: null, today: { date: dateOf(), minutes: 1, sessions: 1 } });
    pass('PT1H');
    await started({ minutes: 5 });
    const [second, first] = await sessions();
    expect([second?.state, first?.end, first?.ended_at]).toEqual(['running', 'finished', `${dateOf()}T08:01:00.000Z`]);
    expect([(await now()).today.sessions, (await task(task_id)).focused_minutes]).toEqual([1, 1]);
  });

  it('completes the task if that is asked for', async () => {
    const task_id = await promised();
    const { id } = await started({ task_id });
    pass('PT90S');
    const { status, body } = await act(id, 'stop', { complete: true });
    expect([status, body.end, body.focused_seconds]).toEqual([200, 'completed', 90]);
    expect(await task(task_id)).toMatchObject({ status: 'completed', focused_minutes: 1 });
    expect(codeOf(await act(id, 'stop'))).toEqual([409, 'conflict']);
    await ada.post(`/api/tasks/${task_id}/undo`);
    expect([(await now()).current, await task(task_id)]).toMatchObject([null, { status: 'in_progress', focused_minutes: 1 }]);
  });

  it('is refused where completing the task is, and the session goes on', async () => {
    const task_id = await promised();
    await promised({ parent_id: task_id, verification_type: 'general' });
    const { id } = await started({ task_id });
    expect(codeOf(await act(id, 'stop', { complete: true }))).toEqual([409, 'children_open']);
    expect((await now()).current?.id).toBe(id);
    await act(id, 'stop');
    const alone = await started();
    expect((await act(alone.id, 'stop', { complete: true })).body.errors).toHaveProperty('complete');
    expect((await now()).current?.id).toBe(alone.id);
  });

  it.each([
    ['completed', 'completed', (id: string) => ada.patch(`/api/tasks/${id}/status`, { completed: true })],
    ['skipped', 'stopped', (id: string) => ada.patch(`/api/tasks/${id}/status`, { status: 'skipped', reason: 'ill' })],
    ['archived', 'stopped', (id: string) => ada.post(`/api/tasks/${id}/archive`)],
    ['deleted', 'stopped', (id: string) => ada.delete(`/api/tasks/${id}`)],
  ])('comes with the task that is %s, as %s, and no undo begins the session again', async (_, end, close) => {
    const task_id = await promised();
    await started({ task_id });
    pass('PT5M');
    const answer = await close(task_id);
    if (answer.body !== undefined) expect(answer.body.focused_minutes).toBe(5);
    expect(await sessions()).toMatchObject([{ end, focused_seconds: 300 }]);
    await ada.post(`/api/tasks/${task_id}/undo`);
    expect([(await now()).current, (await task(task_id)).focused_minutes]).toEqual([null, 5]);
  });

  it('adds the seconds of all sessions of a task before it counts their minutes', async () => {
    const task_id = await promised();
    const tag = (await ada.get(`/api/tasks/${task_id}`)).headers.get('etag');
    for (let round = 0; round < 3; round += 1) {
      const { id } = await started({ task_id });
      pass('PT40S');
      await act(id, 'stop');
    }
    expect(await task(task_id)).toMatchObject({ focused_minutes: 2, status: 'in_progress' });
    expect((await now()).today).toEqual({ date: dateOf(), minutes: 2, sessions: 3 });
    expect((await ada.get(`/api/tasks/${task_id}`)).headers.get('etag')).not.toBe(tag);
  });
});

it('a session that has changed, is unknown or is somebody else’s is refused', async () => {
  const { headers, body } = await start();
  const tag = { 'if-match': headers.get('etag') ?? '' };
  expect((await act(body.id, 'pause', undefined, tag)).status).toBe(200);
  expect(codeOf(await act(body.id, 'stop', {}, tag))).toEqual([412, 'precondition_failed']);
  expect(codeOf(await act('none', 'stop'))).toEqual([404, 'not_found']);
  const eve = await member(server, `eve${count}@example.org`);
  expect(codeOf(await eve.post(`/api/focus/${body.id}/stop`))).toEqual([404, 'not_found']);
});

it('the list has the newest first, by the dates of the start and by the task, in pages', async () => {
  const task_id = await promised();
  const made: string[] = [];
  for (const body of [{ task_id }, {}, { task_id }]) {
    const { id } = await started(body);
    made.unshift(id);
    pass('PT1M');
    await act(id, 'stop');
    pass('PT14H59M');
  }
  const idsOf = (found: readonly FocusSession[]) => found.map(({ id }) => id);
  expect(idsOf(await sessions())).toEqual(made);
  expect(idsOf(await sessions(`?task_id=${task_id}`))).toEqual([made[0], made[2]]);
  expect(idsOf(await sessions(`?from=${dateOf(1)}`))).toEqual([made[0], made[1]]);
  expect(idsOf(await sessions(`?to=${dateOf()}`))).toEqual([made[2]]);
  const first = await ada.get('/api/focus/sessions?limit=2');
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  expect([...idsOf(first.body), ...idsOf((await ada.get(next)).body)]).toEqual(made);
  expect((await ada.get('/api/focus/sessions?from=2026-11-02&to=2026-11-01')).body.errors).toHaveProperty('to');
});

it('reports count the ended sessions and the planned minutes of their dates', async () => {
  const task_id = await promised();
  const box = await planned(task_id);
  await planned(task_id, { date: dateOf(1), minutes: 30 });
  const { id } = await started({ box_id: box.id });
  pass('PT90S');
  await act(id, 'stop');
  const focusIn = async (path: string) => (await ada.get(`/api/reports/${path}`)).body.focus;
  expect(await focusIn('daily')).toEqual({ minutes: 1, sessions: 1, planned_minutes: 60 });
  expect(await focusIn(`daily?date=${dateOf(1)}`)).toEqual({ minutes: 0, sessions: 0, planned_minutes: 30 });
  expect(await focusIn(`overall?start_date=${dateOf()}&end_date=${dateOf(1)}`)).toEqual({ minutes: 1, sessions: 1, planned_minutes: 90 });
  expect((await focusIn('weekly')).sessions).toBe(1);
});

it('the history names what happened, and the system where nobody pressed', async () => {
  const task_id = await promised();
  const { id } = await started({ task_id, minutes: 10 });
  await act(id, 'pause');
  await act(id, 'resume');
  pass('PT1H');
  await started();
  const history = (await ada.get('/api/reports/history?type=tasks')).body.filter((one: { action: string }) =>
    one.action.startsWith('focus'),
  );
  expect(
    history.map((one: { action: string; title: string | null; task_id: string | null }) => [one.action, one.title, one.task_id]),
  ).toEqual([
    ['focus.started', null, null],
    ...['focus.ended', 'focus.resumed', 'focus.paused', 'focus.started'].map((action) => [action, 'Write the report', task_id]),
  ]);
  expect(history[1]).toMatchObject({ actor: { kind: 'system' }, at: `${dateOf()}T08:10:00.000Z` });
  const audit = (await ada.get(`/api/audit?task_id=${task_id}`)).body;
  expect(audit.find((one: { action: string }) => one.action === 'focus.ended').subject).toEqual({ kind: 'focus', id });
});
