import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { advanceFocus } from '../../src/app/focus/focus-send.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** The clock of the tests begins at 17:00 in Berlin on 20 November 2026, when the 21st has begun in Auckland. */
let server: TestServer;
let ada: Client;
let people = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());
beforeEach(async () => {
  people += 1;
  server.stores.clock.set(`2026-11-${19 + people}T16:00:00.000Z`);
  ada = await member(server, `travels${people}@example.org`);
});

const dateOf = (later = 0): string => `2026-11-${19 + people + later}`;
const travel = (timezone: string) => ada.put('/api/settings/profile', { timezone });
const get = async (path: string) => (await ada.get(`/api/${path}`)).body;
const post = async (path: string, body?: object) => (await ada.post(`/api/${path}`, body)).body;
/** Records the end of a session whose minutes have run, as the program does at once where it does due work. */
async function record(): Promise<void> {
  const position = await advanceFocus(server.app, (await get('auth/me')).user.id);
  if (position !== null) await server.app.waitForReadModels(position);
}
const focusOf = async (date: string) => (await get(`reports/daily?date=${date}`)).focus;

it('a session under way and its box keep their instants over a change of zone, and count on the date of their start', async () => {
  const { id: task_id } = await post('tasks', { title: 'Write', due_date: dateOf(), due_time: '20:00' });
  const box = await post('time-boxes', { task_id, date: dateOf(), time: '16:30', minutes: 60 });
  const ahead = await post('time-boxes', { task_id, date: dateOf(), time: '19:00', minutes: 30 });
  const session = await post('focus', { box_id: box.id, minutes: 40 });
  server.stores.clock.advance('PT10M');
  await travel('Pacific/Auckland');

  expect((await get('focus')).current).toMatchObject({ id: session.id, ends_at: session.ends_at, focused_seconds: 600 });
  expect(await get(`time-boxes?from=${dateOf()}&to=${dateOf(1)}`)).toEqual([
    // It has begun, so it stays as it is.
    box,
    { ...ahead, date: dateOf(1), time: '07:00' },
  ]);
  const paused = await post(`focus/${session.id}/pause`);
  server.stores.clock.advance('PT10M');
  await post(`focus/${session.id}/resume`);
  server.stores.clock.advance('PT1H');
  await record();
  const [ended] = await get('focus/sessions');
  expect(ended).toMatchObject({ end: 'finished', focused_seconds: 2_400, pauses: [{ from: paused.pauses[0].from }] });
  expect((await get('focus')).today).toEqual({ date: dateOf(1), minutes: 0, sessions: 0 });
  expect([await focusOf(dateOf()), await focusOf(dateOf(1))]).toEqual([
    { minutes: 40, sessions: 1, planned_minutes: 60 },
    { minutes: 0, sessions: 0, planned_minutes: 30 },
  ]);
  expect(await get(`focus/sessions?from=${dateOf(1)}`)).toEqual([]);
});

it('there and back, boxes stand where they stood, and a session that began elsewhere counts there', async () => {
  const { id: task_id } = await post('tasks', { title: 'Write' });
  const near = await post('time-boxes', { task_id, date: dateOf(1), time: '10:00', minutes: 30 });
  const far = await post('time-boxes', { task_id, date: dateOf(7), time: '10:00', minutes: 30 });
  await travel('Pacific/Auckland');
  await post('focus', { task_id, minutes: 5 });
  server.stores.clock.advance('PT6M');
  await record();
  await travel('Europe/Berlin');
  expect(await get(`time-boxes?from=${dateOf()}&to=${dateOf(8)}`)).toEqual([near, far]);
  expect(await focusOf(dateOf(1))).toMatchObject({ minutes: 5, sessions: 1 });
  expect((await get('focus')).today).toEqual({ date: dateOf(), minutes: 0, sessions: 0 });
});
