import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pushSubscription } from '../../src/contracts/push.ts';
import { type BrowserSubscription, type PushServer, startPushServer } from '../servers/push.ts';
import { type Client, member } from '../support/client.ts';
import { tracesOf } from '../support/file-samples.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const PATH = '/api/push/subscriptions';

let server: TestServer;
let push: PushServer;
let number = 0;

beforeAll(async () => {
  [server, push] = await Promise.all([startTestServer(), startPushServer()]);
});
afterAll(async () => {
  await server.dispose();
  await push.close();
});

const somebody = (): Promise<Client> => {
  number += 1;
  return member(server, `push-${number}@example.org`);
};
const subscribe = (client: Client, subscription: BrowserSubscription = push.subscription(), name = 'Firefox on Linux') =>
  client.post(PATH, { ...subscription, name });
const errorsOf = async (client: Client, body: object) => {
  const { status, body: refusal } = await client.post(PATH, body);
  return [status, Object.keys(refusal.errors ?? {})];
};

describe('the key', () => {
  test('is a point in base64url, and the same for everybody and each time', async () => {
    const [ada, bob] = [await somebody(), await somebody()];
    const { status, body } = await ada.get('/api/push/key');
    const bytes = Buffer.from(body.key, 'base64url');
    expect([status, bytes.length, bytes[0], body.key.includes('=')]).toEqual([200, 65, 4, false]);
    expect((await bob.get('/api/push/key')).body).toEqual(body);
  });
});

describe('a subscription', () => {
  test('is made, listed and removed', async () => {
    const ada = await somebody();
    const made = await subscribe(ada);
    const subscription = pushSubscription.parse(made.body);
    expect([made.status, made.headers.get('location')]).toEqual([201, `${PATH}/${subscription.id}`]);
    expect(made.headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(subscription).toMatchObject({ name: 'Firefox on Linux', last_sent_at: null, problem: null });
    expect((await ada.get(PATH)).body).toEqual([subscription]);
    expect((await ada.delete(`${PATH}/${subscription.id}`)).status).toBe(204);
    expect((await ada.get(PATH)).body).toEqual([]);
    expect((await ada.delete(`${PATH}/${subscription.id}`)).body).toMatchObject({ status: 404, code: 'not_found' });
    expect(await server.app.pushTargets.pushTarget(subscription.id)).toBeNull();
  });

  test('of the same endpoint has the new name and the new keys, and the same id', async () => {
    const ada = await somebody();
    const [first, other] = [push.subscription(), push.subscription()];
    const { body: made } = await subscribe(ada, first);
    const again = await subscribe(ada, { endpoint: first.endpoint, keys: other.keys }, 'Work');
    expect([again.status, again.body]).toEqual([200, { ...made, name: 'Work' }]);
    expect((await subscribe(ada, { endpoint: first.endpoint, keys: other.keys }, 'Work')).body).toEqual(again.body);
    expect((await ada.get(PATH)).body).toEqual([again.body]);
    expect(await server.app.pushTargets.pushTarget(made.id)).toMatchObject(other.keys);
  });

  test('is taken from another account that has the same endpoint', async () => {
    const [ada, bob] = [await somebody(), await somebody()];
    const shared = push.subscription();
    const first = await subscribe(ada, shared);
    const second = await subscribe(bob, shared);
    expect([second.status, second.body.id === first.body.id]).toEqual([201, false]);
    expect([(await ada.get(PATH)).body, (await bob.get(PATH)).body]).toEqual([[], [second.body]]);
  });

  test('is one of ten at most', async () => {
    const ada = await somebody();
    for (let count = 0; count < 10; count += 1) expect((await subscribe(ada)).status).toBe(201);
    expect((await subscribe(ada)).body).toMatchObject({ status: 409, code: 'limit_reached' });
    const [first] = (await ada.get(PATH)).body;
    await ada.delete(`${PATH}/${first.id}`);
    expect((await subscribe(ada)).status).toBe(201);
  });

  test('of another person is not there', async () => {
    const [ada, bob] = [await somebody(), await somebody()];
    const { id } = (await subscribe(ada)).body;
    expect((await bob.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await bob.post(`${PATH}/${id}/test`)).status).toBe(404);
    expect((await ada.post(`${PATH}/${id}/test`)).status).toBe(202);
  });

  test.each([
    ['http://push.example/1'],
    ['https://10.0.0.1/push'],
    ['https://192.168.1.2/push'],
    ['https://169.254.169.254/latest'],
    ['https://[fd00::1]/push'],
    ['https://user:secret@push.example/1'],
    ['ftp://push.example/1'],
    ['push'],
    [''],
  ])('is refused for the endpoint %s', async (endpoint) => {
    const ada = await somebody();
    expect(await errorsOf(ada, { ...push.subscription(), endpoint, name: 'Work' })).toEqual([422, ['endpoint']]);
  });

  test('is refused for keys that are no point on the curve or have another length', async () => {
    const ada = await somebody();
    const { endpoint, keys } = push.subscription();
    const off = Buffer.from(keys.p256dh, 'base64url');
    off[64] = (off[64] ?? 0) ^ 1;
    const points = [off.toString('base64url'), Buffer.from(keys.p256dh, 'base64url').subarray(1).toString('base64url')];
    const secrets = [15, 17].map((bytes) => Buffer.alloc(bytes).toString('base64url'));
    for (const p256dh of points)
      expect(await errorsOf(ada, { endpoint, keys: { ...keys, p256dh }, name: 'Work' })).toEqual([422, ['keys.p256dh']]);
    for (const auth of secrets)
      expect(await errorsOf(ada, { endpoint, keys: { ...keys, auth }, name: 'Work' })).toEqual([422, ['keys.auth']]);
    const [status, fields] = await errorsOf(ada, {
      endpoint: 'https://10.0.0.1/',
      keys: { p256dh: points[0], auth: secrets[0] },
      name: '',
    });
    expect([status, (fields as string[]).toSorted()]).toEqual([422, ['endpoint', 'keys.auth', 'keys.p256dh', 'name']]);
    expect(await errorsOf(ada, { endpoint, keys: { auth: keys.auth }, name: 'Work' })).toEqual([422, ['keys.p256dh']]);
  });

  test('leaves no trace of its endpoint and keys in answers and files', async () => {
    const ada = await somebody();
    const { endpoint, keys } = push.subscription();
    const { text } = await subscribe(ada, { endpoint, keys });
    const answers = [text, (await ada.get(PATH)).text, (await ada.get('/api/audit')).text, (await ada.get('/api/reports/history')).text];
    for (const secret of [endpoint, keys.p256dh, keys.auth]) expect(answers.join().includes(secret)).toBe(false);
    expect(tracesOf(server.stores.dataDir, [endpoint, keys.p256dh, keys.auth])).toEqual([]);
  });

  test('is shown in the history, by its name', async () => {
    const ada = await somebody();
    const { id } = (await subscribe(ada)).body;
    await ada.delete(`${PATH}/${id}`);
    const entries = (await ada.get('/api/reports/history?type=account')).body.slice(0, 2);
    expect(entries).toMatchObject([
      { action: 'push.unsubscribed', detail: '‘Firefox on Linux’.' },
      { action: 'push.subscribed', detail: '‘Firefox on Linux’.' },
    ]);
  });

  test('needs a signed-in user', async () => {
    const ada = await somebody();
    ada.cookie = null;
    for (const status of [(await ada.get(PATH)).status, (await subscribe(ada)).status, (await ada.get('/api/push/key')).status])
      expect(status).toBe(401);
  });
});
