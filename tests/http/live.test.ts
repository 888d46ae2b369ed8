import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIVE_KINDS } from '../../src/contracts/live.ts';
import { Client, member } from '../support/client.ts';
import { followLive, type LiveReader, openLive } from '../support/live.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
let number = 0;

beforeAll(async () => {
  server = await startTestServer();
  ada = await member(server);
});
afterAll(() => server.dispose());

/** Another person, without any data. */
const another = (timezone?: string): Promise<Client> => {
  number += 1;
  return member(server, `user-${number}@example.org`, timezone);
};
const made = async (client: Client, title = 'Water the ferns'): Promise<string> => (await client.post('/api/tasks', { title })).body.id;

/** The statuses of further connections of a person who has some already. All of them are left again. */
async function statusesOf(client: Client, count: number): Promise<readonly number[]> {
  const opened = await Promise.all(Array.from({ length: count }, () => openLive(client)));
  for (const live of opened) await live.leave();
  return opened.map(({ status }) => status);
}

describe('the live connection', () => {
  it('is a stream of events that nothing on the way stores or compresses', async () => {
    const { live, first } = await followLive(ada, { 'accept-encoding': 'gzip, br' });
    expect(live.status).toBe(200);
    expect(Object.fromEntries(live.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(live.headers.get('content-encoding')).toBeNull();
    expect(first).toMatchObject({ event: 'change', kinds: [] });
    await live.leave();
  });

  it('tells what can be read anew, after which a read shows the change', async () => {
    const { live } = await followLive(ada);
    const id = await made(ada);
    const kinds = await live.until('task', 'report');
    expect([...kinds].filter((kind) => ['settings', 'partner', 'routine', 'alert'].includes(kind))).toEqual([]);
    expect((await ada.get(`/api/tasks/${id}`)).status).toBe(200);
    await ada.put('/api/settings/notifications', { weekly_reports: false });
    await live.until('settings');
    await live.leave();
  });

  it('names the changed tasks to who asks for them, but not where one was moved in the own order or deleted', async () => {
    const { live, first } = await followLive(ada, { prefer: 'respond-async, task-ids' });
    expect(first).toMatchObject({ kinds: [], tasks: [] });
    const named = new Set<string>();
    const untilNamed = async (id: string) => {
      while (!named.has(id)) for (const one of (await live.next())?.tasks ?? []) named.add(one);
    };
    const [id, other] = [await made(ada), await made(ada)];
    await untilNamed(id);
    await untilNamed(other);
    expect((await ada.patch(`/api/tasks/${other}/place`, { before: id })).status).toBe(200);
    const untilUnnamed = async () => {
      while ((await live.next())?.tasks !== null);
    };
    await untilUnnamed();
    expect((await ada.delete(`/api/tasks/${other}`)).status).toBe(204);
    await untilUnnamed();
    await live.leave();
  });

  it('reaches every connection of the owner, and nobody else', async () => {
    const bob = await another();
    const [first, second] = [await followLive(ada), await followLive(ada)];
    const others = await followLive(bob);
    await made(ada);
    await Promise.all([first.live.until('task'), second.live.until('task')]);
    await bob.put('/api/settings/notifications', { weekly_reports: false });
    // The first event that Bob gets is about his own change.
    expect((await others.live.next())?.kinds).toContain('settings');
    for (const { live } of [first, second, others]) await live.leave();
  });

  it('tells many changes in few events', async () => {
    const { live } = await followLive(ada);
    await Promise.all(Array.from({ length: 40 }, (_, index) => made(ada, `Task ${index}`)));
    await ada.put('/api/settings/notifications', { weekly_reports: true });
    let events = 0;
    for (let kinds: readonly string[] = []; !kinds.includes('settings'); events += 1) kinds = (await live.next())?.kinds ?? [];
    expect(events).toBeLessThan(20);
    await live.leave();
  });

  it('tells of midnight in the zone of its owner', async () => {
    const eve = await another('Pacific/Auckland');
    const { live } = await followLive(eve);
    // 17:00 in Berlin is 05:00 in Auckland: its midnight comes 19 hours later.
    server.stores.clock.advance('PT18H59M');
    await eve.put('/api/settings/notifications', { weekly_reports: false });
    expect(await live.until('settings')).not.toContain('streak');
    server.stores.clock.advance('PT1M');
    expect(await live.until('streak')).toEqual(new Set(['task', 'focus', 'time_box', 'streak', 'report']));
    await live.leave();
  });
});

describe('after an interruption', () => {
  const again = async (client: Client, id: string | undefined): Promise<readonly string[] | undefined> => {
    const { live, first } = await followLive(client, { 'last-event-id': id ?? '' });
    await live.leave();
    return first?.kinds;
  };

  it('the first event tells what has changed since the last one', async () => {
    const eve = await another();
    const { live, first } = await followLive(eve);
    await live.leave();
    expect(await again(eve, first?.id)).toEqual([]);
    await eve.put('/api/settings/notifications', { weekly_reports: false });
    const later = await followLive(eve, { 'last-event-id': first?.id ?? '' });
    expect(later.first?.kinds).toContain('settings');
    expect(later.first?.kinds).not.toContain('task');
    await later.live.leave();
    expect(await again(eve, later.first?.id)).toEqual([]);
  });

  it('or since the session was read, so that the first reads need not be repeated', async () => {
    const eve = await another();
    const positionNow = async () => (await eve.get('/api/auth/session')).headers.get('live-position') ?? '';
    expect(await again(eve, await positionNow())).toEqual([]);
    const before = await positionNow();
    await eve.put('/api/settings/notifications', { weekly_reports: false });
    const kinds = await again(eve, before);
    expect(kinds).toContain('settings');
    expect(kinds).not.toContain('task');
    expect(await again(eve, await positionNow())).toEqual([]);
    // Whoever is not signed in gets none.
    expect((await new Client(server.url).get('/api/auth/session')).headers.get('live-position')).toBeNull();
  });

  it('midnight is among it', async () => {
    const eve = await another();
    const { live, first } = await followLive(eve);
    await live.leave();
    server.stores.clock.advance('PT24H');
    expect(await again(eve, first?.id)).toContain('streak');
  });

  it('the first event names every kind if it is not known what has changed', async () => {
    const eve = await another();
    const { live, first } = await followLive(eve);
    await live.leave();
    const [position = '', at = ''] = first?.id?.split('-') ?? [];
    const beyond = `${String(BigInt(position) + 1_000n).padStart(20, '0')}-${at}`;
    const tomorrow = `${position}-${Number(at) + 86_400_000}`;
    for (const id of ['of another program', `${'0'.repeat(20)}-${at}`, beyond, tomorrow]) expect(await again(eve, id)).toEqual(LIVE_KINDS);
  });
});

describe('the right to follow', () => {
  /** The last event, and what comes after it. */
  const ended = async (live: LiveReader): Promise<readonly (string | undefined)[]> => {
    for (;;) {
      const event = await live.next();
      if (event?.event !== 'change') return [event?.event, (await live.next())?.event];
    }
  };

  it('is refused to whoever is not signed in, and to a token that may not read tasks', async () => {
    const eve = await another();
    expect((await openLive(new Client(server.url))).status).toBe(401);
    const { token } = (await eve.post('/api/tokens', { name: 'Bar', scopes: ['reports:read'], expires_at: null })).body;
    expect((await openLive(new Client(server.url), { authorization: `Bearer ${token}` })).status).toBe(403);
  });

  it('ends with the session, and the connection is closed', async () => {
    const eve = await another();
    const { live } = await followLive(eve);
    await eve.post('/api/auth/signout');
    expect(await ended(live)).toEqual(['end', undefined]);
  });

  it('ends with a personal token, whether it is deleted or expires', async () => {
    const eve = await another();
    const at = new Date(Date.parse(server.stores.clock.now()) + 3_600_000).toISOString();
    const make = async (expires_at: string | null) =>
      (await eve.post('/api/tokens', { name: 'Bar', scopes: ['tasks:read'], expires_at })).body;
    const [deleted, expiring] = [await make(null), await make(at)];
    const program = (token: string) => followLive(new Client(server.url), { authorization: `Bearer ${token}` });
    const [one, two] = [await program(deleted.token), await program(expiring.token)];
    await eve.delete(`/api/tokens/${deleted.id}`);
    server.stores.clock.advance('PT1H');
    expect(await Promise.all([ended(one.live), ended(two.live)])).toEqual([
      ['end', undefined],
      ['end', undefined],
    ]);
  });

  it('ends with the access token of a browser, while the cookie goes on', async () => {
    const eve = await another();
    const { access_token } = (await eve.get('/api/auth/session')).body.session;
    const byToken = await followLive(new Client(server.url), { authorization: `Bearer ${access_token}` });
    const byCookie = await followLive(eve);
    server.stores.clock.advance('PT16M');
    expect(await ended(byToken.live)).toEqual(['end', undefined]);
    await eve.put('/api/settings/notifications', { weekly_reports: false });
    await byCookie.live.until('settings');
    await byCookie.live.leave();
  });
});

describe('how many connections there are', () => {
  it('is at most 20 for an owner at a time', async () => {
    const eve = await another();
    const open = await Promise.all(Array.from({ length: 20 }, () => openLive(eve)));
    expect(open.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const refused = await openLive(eve);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await statusesOf(await another(), 1)).toEqual([200]);
    await open[0]?.leave();
    await expect.poll(() => statusesOf(eve, 1)).toEqual([200]);
    for (const live of open) await live.leave();
  });

  it('does not count a request for the headers alone', async () => {
    const eve = await another();
    for (let count = 0; count < 21; count += 1) expect((await eve.send('HEAD', '/api/live')).status).toBe(200);
    await expect.poll(() => statusesOf(eve, 1)).toEqual([200]);
  });
});

it('closes when the program ends, so that the client connects again', async () => {
  const own = await startTestServer();
  const eve = await member(own);
  const { live } = await followLive(eve);
  await own.http.endLive();
  expect(await live.next()).toBeNull();
  expect((await openLive(eve)).status).toBe(503);
  await own.dispose();
});
