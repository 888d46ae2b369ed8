import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

const [TOKYO, LA] = ['Asia/Tokyo', 'America/Los_Angeles'];

/** Somebody in Tokyo, where it is 10:00 on Wednesday 25 November. */
async function inTokyo(name: string): Promise<Client> {
  server.stores.clock.set('2026-11-25T01:00:00.000Z');
  return member(server, `${name}@example.org`, TOKYO);
}

const promise = async (owner: Client, due_date: string, due_time: string | null, more: object = {}): Promise<string> =>
  (await owner.post('/api/tasks', { title: 'Call home', due_date, due_time, ...more })).body.id;
const move = (owner: Client, timezone: string) => owner.put('/api/settings/profile', { timezone });

async function due(owner: Client, id: string): Promise<readonly unknown[]> {
  const { due_date, due_time, due_at, postponed } = (await owner.get(`/api/tasks/${id}`)).body;
  return [due_date, due_time, due_at, postponed];
}

const actionsOf = async (owner: Client, id: string): Promise<readonly string[]> =>
  (await owner.get(`/api/audit?task_id=${id}`)).body.map(({ action }: { action: string }) => action);

test('after a change of zone, lists and reports use the new zone', async () => {
  const ada = await inTokyo('lists');
  const near = await promise(ada, '2026-11-27', '09:00');
  const far = await promise(ada, '2026-12-02', '09:00');
  const step = await promise(ada, '2026-11-26', null, { parent_id: near });
  const { headers } = await ada.get(`/api/tasks/${near}`);
  expect((await move(ada, LA)).status).toBe(200);
  expect(await due(ada, near)).toEqual(['2026-11-26', '16:00', '2026-11-27T00:00:00.000Z', 0]);
  expect(await due(ada, far)).toEqual(['2026-12-02', '09:00', '2026-12-02T17:00:00.000Z', 0]);
  expect(await due(ada, step)).toEqual(['2026-11-26', '06:59', '2026-11-26T14:59:59.999Z', 0]);
  for (const date of ['2026-11-26', '2026-11-27', '2026-12-02']) {
    const { body } = await ada.get(`/api/reports/daily?date=${date}`);
    expect([date, body.counts.planned, body.tasks.length, body.counts.postponed]).toEqual([date, ...(DAYS[date] ?? []), 0]);
  }
  expect(await actionsOf(ada, near)).toEqual(['task.rezoned', 'task.created']);
  const [entry] = (await ada.get(`/api/audit?task_id=${near}`)).body;
  expect(entry.before).toMatchObject({ due_date: '2026-11-27', due_time: '09:00' });
  expect(entry.after).toMatchObject({ due_date: '2026-11-26', due_time: '16:00' });
  // A client that read the task before cannot overwrite a change that it has not seen.
  const stale = await ada.patch(`/api/tasks/${near}/status`, { status: 'completed' }, { 'If-Match': headers.get('etag') as string });
  expect(stale.status).toBe(412);
});

const DAYS: Readonly<Record<string, readonly [planned: number, tasks: number]>> = {
  '2026-11-26': [2, 2],
  '2026-11-27': [0, 0],
  '2026-12-02': [1, 1],
};

test('the same zone again, and two zones that show the same time, change no task', async () => {
  const ada = await inTokyo('same');
  const id = await promise(ada, '2026-11-27', '09:00');
  for (const zone of [TOKYO, 'Asia/Seoul', 'Asia/Seoul', TOKYO]) await move(ada, zone);
  expect(await actionsOf(ada, id)).toEqual(['task.created']);
});

test('after a move there and back, near and far due dates are as before, with the events of both moves', async () => {
  const ada = await inTokyo('back');
  const ids = [
    await promise(ada, '2026-11-27', '09:00'),
    await promise(ada, '2026-11-26', null),
    await promise(ada, '2026-12-02', '09:00'),
  ];
  const before = await Promise.all(ids.map((id) => due(ada, id)));
  await move(ada, LA);
  await move(ada, TOKYO);
  expect(await Promise.all(ids.map((id) => due(ada, id)))).toEqual(before);
  for (const id of ids) expect(await actionsOf(ada, id)).toEqual(['task.rezoned', 'task.rezoned', 'task.created']);
});

test('an undo of a change from before the move uses the new zone', async () => {
  const ada = await inTokyo('undo');
  const [moved, done] = [await promise(ada, '2026-11-27', '09:00'), await promise(ada, '2026-11-27', '09:00')];
  await ada.put(`/api/tasks/${moved}`, { due_date: '2026-12-24' });
  await ada.patch(`/api/tasks/${done}/status`, { status: 'completed' });
  await move(ada, LA);
  for (const id of [moved, done]) {
    expect((await ada.post(`/api/tasks/${id}/undo`)).status).toBe(200);
    expect(await due(ada, id)).toEqual(['2026-11-26', '16:00', '2026-11-27T00:00:00.000Z', 0]);
  }
});
