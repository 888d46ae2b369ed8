import { once } from 'node:events';
import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Koa from 'koa';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createHold, type HoldOptions } from '../../src/http/kernel/hold.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const VISIT = { 'sec-fetch-dest': 'document' };

/** A program behind a hold, and the requests that reached it. */
async function front(options: Partial<HoldOptions> = {}) {
  const done: string[] = [];
  const hold = createHold({ percent: () => 42, ...options });
  const koa = new Koa();
  koa.use(hold.middleware(''));
  koa.use((context) => {
    done.push(context.path);
    context.body = 'done';
  });
  const server = createServer(koa.callback());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Resolves once the server holds the request. */
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const arrived = once(server, 'request');
    const request = get({ host: '127.0.0.1', port, path, headers, agent: false });
    const answered = once(request, 'response').then(
      async ([response]): Promise<Answer> => ({
        status: response.statusCode,
        headers: response.headers,
        body: await text(response),
      }),
    );
    answered.catch(() => undefined);
    const [, response] = await arrived;
    return { answered, leave: () => Promise.all([once(response, 'close'), request.destroy()]) };
  };
  const answer = async (path: string, headers: Record<string, string> = {}): Promise<Answer> => (await ask(path, headers)).answered;
  return { hold, done, ask, answer };
}

test('requests wait until the program is ready; files of the web client do not', async () => {
  const { hold, done, ask, answer } = await front();
  const early = await ask('/early');
  for (const path of ['/assets/index-1a2b.js', '/favicon.svg']) expect((await answer(path)).status).toBe(200);
  expect(done).toEqual(['/assets/index-1a2b.js', '/favicon.svg']);
  hold.open();
  expect((await early.answered).status).toBe(200);
  expect((await answer('/later')).status).toBe(200);
  expect(done.slice(2)).toEqual(['/early', '/later']);
});

test('a waiting request whose client has disconnected is not executed, because the client may have asked again', async () => {
  const { hold, done, ask } = await front();
  await (await ask('/left')).leave();
  const stays = await ask('/stays');
  hold.open();
  await stays.answered;
  expect(done).toEqual(['/stays']);
});

describe('a request that would wait for long', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return () => vi.useRealTimers();
  });

  test('is refused before 5 s are over, with the progress and the time to try again, and is not executed later', async () => {
    const { hold, done, ask } = await front();
    const asked = await ask('/api/auth/signin');
    vi.advanceTimersByTime(4_999);
    const { status, headers, body } = await asked.answered;
    expect([status, headers['retry-after'], headers['content-type']]).toEqual([503, '5', 'application/problem+json; charset=utf-8']);
    expect(JSON.parse(body)).toMatchObject({ code: 'unavailable', message: expect.stringContaining('42 %') });
    hold.open();
    expect(done).toEqual([]);
  });

  test.each([
    ['by its kind', VISIT],
    ['over plain http, where browsers do not tell it', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }],
  ] as const)('of a browser gets a page that reloads itself (%s)', async (_, headers) => {
    const { ask } = await front();
    const visit = await ask('/dashboard', headers);
    vi.advanceTimersByTime(4_999);
    const answer = await visit.answered;
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5', refresh: '5', 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    });
    expect(answer.body).toContain('Vouch is getting ready');
    expect(answer.body).toContain('42 %');
    expect(answer.body).not.toContain('<script');
  });

  test('of a script gets no page', async () => {
    const { ask } = await front({ percent: () => null });
    const fetched = await ask('/api/tasks', { 'sec-fetch-dest': 'empty', accept: 'text/html' });
    vi.advanceTimersByTime(4_999);
    expect(JSON.parse((await fetched.answered).body).message).toBe('Vouch is getting ready. Try again in a moment.');
  });
});

test('at most 200 requests wait at once; further ones are refused immediately, until a waiting request ends', async () => {
  const { hold, done, ask, answer } = await front();
  const waiting: Awaited<ReturnType<typeof ask>>[] = [];
  for (let index = 0; index < 200; index += 1) waiting.push(await ask(`/${index}`));
  expect((await answer('/beyond')).status).toBe(503);
  await waiting[0]?.leave();
  const last = await ask('/last');
  hold.open();
  expect((await last.answered).status).toBe(200);
  expect(done).toHaveLength(200);
  expect(done).not.toContain('/beyond');
});

test('when the program ends, waiting requests are refused', async () => {
  const { hold, done, ask, answer } = await front();
  const early = await ask('/early');
  hold.end();
  expect((await early.answered).status).toBe(503);
  expect((await answer('/late')).status).toBe(503);
  expect(done).toEqual([]);
});
