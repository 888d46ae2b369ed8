import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { advanceTask } from '../../src/app/task/tasks.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let people: Client[];
let ada: Client;

interface Listed {
  readonly id: string;
  readonly acknowledged: boolean;
  readonly resolved: boolean;
}

/** Everybody misses three tasks at 18:00, and completes the last of them late. */
beforeAll(async () => {
  server = await startTestServer();
  const everybody = await Promise.all(Array.from({ length: 7 }, (_, index) => member(server, `misses${index}@example.org`)));
  const tasks = await Promise.all(everybody.map(threeTasks));
  server.stores.clock.advance('PT1H30M');
  for (const [index, ids] of tasks.entries()) await miss(everybody[index] as Client, ids);
  people = everybody;
});
afterAll(() => server.dispose());
beforeEach(() => {
  ada = somebody();
});

/** Whose alerts no other test changes. */
function somebody(): Client {
  const person = people.pop();
  if (person === undefined) throw new Error('There are more tests than people.');
  return person;
}

async function threeTasks(client: Client): Promise<readonly string[]> {
  const due = { due_date: '2026-11-20', due_time: '18:00' };
  return Promise.all(['First', 'Second', 'Third'].map(async (title) => (await client.post('/api/tasks', { title, ...due })).body.id));
}

async function miss(client: Client, ids: readonly string[]): Promise<void> {
  const owner = (await client.get('/api/auth/me')).body.user.id;
  for (const id of ids) {
    const { position } = await advanceTask(server.app, { owner, id });
    await server.app.waitForReadModels(position as string);
  }
  await client.patch(`/api/tasks/${ids.at(-1)}/status`, { completed: true });
}

const acknowledge = (client: Client, body: object) => client.post('/api/alerts/acknowledge', body);
const alertsOf = async (client: Client): Promise<readonly Listed[]> => (await client.get('/api/alerts')).body;
const idsOf = async (client: Client): Promise<readonly string[]> => (await alertsOf(client)).map(({ id }) => id);

describe('acknowledging several alerts', () => {
  it('says how many were not acknowledged before, and counts an id once', async () => {
    const [first = '', second = '', third = ''] = await idsOf(ada);
    await ada.patch(`/api/alerts/${first}/acknowledge`);
    const answer = await acknowledge(ada, { ids: [first, second, second] });
    expect([answer.status, answer.body]).toEqual([200, { acknowledged: 1 }]);
    const acknowledged = (await alertsOf(ada)).filter((one) => one.acknowledged).map(({ id }) => id);
    expect([...acknowledged].sort()).toEqual([first, second].sort());
    expect((await acknowledge(ada, { ids: [first, second] })).body).toEqual({ acknowledged: 0 });
    expect((await acknowledge(ada, { ids: [third] })).body).toEqual({ acknowledged: 1 });
  });

  it('acknowledges none if one of them is unknown or somebody else’s', async () => {
    const eve = somebody();
    const [own = ''] = await idsOf(ada);
    const [other = ''] = await idsOf(eve);
    for (const id of [other, 'none'])
      expect(await acknowledge(ada, { ids: [own, id] })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    for (const client of [ada, eve]) expect((await alertsOf(client)).some(({ acknowledged }) => acknowledged)).toBe(false);
  });

  it('takes all of them, resolved ones too, and only those of the owner', async () => {
    const eve = somebody();
    const before = await alertsOf(ada);
    expect(before.some(({ resolved }) => resolved)).toBe(true);
    expect((await acknowledge(ada, { all: true })).body).toEqual({ acknowledged: before.length });
    expect(await alertsOf(ada)).toEqual(before.map((one) => ({ ...one, acknowledged: true })));
    expect((await ada.get('/api/alerts/active')).body).toEqual([]);
    expect((await acknowledge(ada, { all: true })).body).toEqual({ acknowledged: 0 });
    expect((await alertsOf(eve)).some(({ acknowledged }) => acknowledged)).toBe(false);
  });

  it('is counted once by requests at the same time', async () => {
    const count = (await idsOf(ada)).length;
    const answers = await Promise.all(Array.from({ length: 4 }, () => acknowledge(ada, { all: true })));
    expect(answers.reduce((sum, { body }) => sum + body.acknowledged, 0)).toBe(count);
  });

  it('refuses a body that names neither alerts nor all of them, or both', async () => {
    const ids = Array.from({ length: 201 }, (_, index) => `id${index}`);
    const faults = async (body: object) => {
      const { status, body: problem } = await acknowledge(ada, body);
      return [status, ...Object.keys(problem.errors)];
    };
    for (const body of [{}, { ids: ['a'], all: true }, { ids: [] }, { ids: [''] }, { ids: [7] }, { ids }])
      expect(await faults(body), JSON.stringify(body)).toEqual([422, 'ids']);
    expect(await faults({ all: false })).toEqual([422, 'all']);
    expect(await faults({ all: true, read: true })).toEqual([422, 'read']);
    expect((await alertsOf(ada)).some(({ acknowledged }) => acknowledged)).toBe(false);
  });
});
