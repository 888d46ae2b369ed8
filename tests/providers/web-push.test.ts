import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PushFailed, type PushTarget, SubscriptionGone } from '../../src/ports/push.ts';
import { type WebPushOptions, webPushService } from '../../src/providers/push/web-push.ts';
import { close, listen } from '../servers/listening.ts';
import { startPushServer } from '../servers/push.ts';

/** A push service that nobody can rely on. What it is asked is counted. */
let server: Server;
let port: number;
let asked: number;
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  asked = 0;
  server = createServer((request, response) => {
    asked += 1;
    request.resume();
    answer(response);
  });
  port = await listen(server);
});
afterEach(() => close(server));

async function targetAt(url: string): Promise<PushTarget> {
  const browsers = await startPushServer();
  const { endpoint, keys } = browsers.subscription();
  await browsers.close();
  return { endpoint: url + new URL(endpoint).pathname, ...keys };
}

async function send(url: string, options: Partial<WebPushOptions> = {}): Promise<unknown> {
  const service = webPushService({ subject: 'mailto:ops@example.org', guard: { loopback: true }, ...options });
  const message = { payload: '{"kind":"test"}', ttl: 60, topic: 'a'.repeat(32) };
  return service
    .send({ target: await targetAt(url), vapid: await service.newKeys(), ...message })
    .then(() => 'sent')
    .catch((error: unknown) => error);
}
const here = () => `http://127.0.0.1:${port}`;

describe('a push service', () => {
  test('that takes the message has it', async () => {
    answer = (response) => response.writeHead(201).end();
    expect(await send(here())).toBe('sent');
  });

  test.each([404, 410])('that answers %i has no such browser any more', async (status) => {
    answer = (response) => response.writeHead(status).end();
    expect(await send(here())).toBeInstanceOf(SubscriptionGone);
  });

  test.each([400, 413, 429, 500, 503])('that answers %i has not taken it', async (status) => {
    answer = (response) => response.writeHead(status, { 'Retry-After': '3600' }).end('No.');
    expect(await send(here())).toEqual(new PushFailed(`The push service answered with ${status}.`));
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['answers nothing', () => undefined],
    ['closes the connection', (response) => response.destroy()],
    ['answers with something else than HTTP', (response) => response.socket?.end('Hello.\r\n\r\n')],
  ])('that %s has not taken it, and nobody waits for it long', async (_, how) => {
    answer = how;
    expect(await send(here(), { timeoutMs: 300 })).toEqual(new PushFailed('The push service does not answer.'));
    expect(asked).toBe(1);
  });

  test('that takes the message and then sends without an end is not read to its end', async () => {
    answer = (response) => {
      response.writeHead(201);
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(more));
      };
      more();
    };
    expect(await send(here(), { timeoutMs: 5_000 })).toBe('sent');
  });

  test.each([301, 302, 303, 307, 308])('that redirects to an address inside with %i is not followed', async (status) => {
    const inside = await startPushServer();
    answer = (response) => response.writeHead(status, { Location: `${inside.url}/admin` }).end();
    expect(await send(here())).toEqual(new PushFailed(`The push service answered with ${status}.`));
    expect([asked, inside.asked()]).toEqual([1, 0]);
    await inside.close();
  });

  test.each([
    ['in this machine', (own: number) => `http://127.0.0.1:${own}`, '127.0.0.1'],
    ['whose name now leads inside', (own: number) => `https://push.example.org:${own}`, '10.0.0.1'],
    ['of a cloud’s metadata', () => 'http://169.254.169.254', '169.254.169.254'],
  ])('%s is not asked in production', async (_, url, address) => {
    answer = (response) => response.writeHead(201).end();
    expect(await send(url(port), { guard: { resolve: async () => [address] } })).toBeInstanceOf(PushFailed);
    expect(asked).toBe(0);
  });
});
