import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { assist, type Suggestion } from '../../../web/api/ai.ts';
import { ApiError } from '../../../web/api/problem.ts';
import { settingsKeys } from '../../../web/api/settings.ts';
import {
  cancelSubscription,
  createCheckout,
  createPortal,
  isPremium,
  putStatus,
  type SubscriptionStatus,
  subscriptionKeys,
  subscriptionSettingsQuery,
  subscriptionStatusQuery,
  updateSubscription,
} from '../../../web/api/subscriptions.ts';

afterEach(() => vi.unstubAllGlobals());

const answering = (make: () => Response) => vi.stubGlobal('fetch', () => Promise.resolve(make()));
const refusing = (status = 500) => answering(() => new Response('', { status }));
const PRO = { isPremium: true, status: 'active', plan: 'pro', phase: 'paid' } as SubscriptionStatus;

test('a status that cannot be read is null, which is neither premium nor an error', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  for (const status of [401, 404, 500, 503]) {
    refusing(status);
    expect(await new QueryClient().fetchQuery(subscriptionStatusQuery())).toBeNull();
  }
  expect(warn).toHaveBeenCalledWith('Failed to fetch subscription status', expect.anything());
  expect([null, undefined].map(isPremium)).toEqual([false, false]);
});

test('premium also needs the status active', () => {
  expect([PRO, { ...PRO, status: 'canceled' as const }, { ...PRO, isPremium: false }].map(isPremium)).toEqual([true, false, false]);
});

test('a missing plan is Free', async () => {
  answering(() => Response.json({}));
  const { queryFn: _, ...options } = subscriptionSettingsQuery();
  expect(options.select?.({})).toBe('Free');
  expect(options.select?.({ plan: 'BYOK' })).toBe('BYOK');
});

test('each failure has its message from the catalogue of errors', async () => {
  refusing();
  const said = (send: () => Promise<unknown>) => send().catch((error: Error) => error.message);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  expect(
    await Promise.all(
      [
        () => client.fetchQuery(subscriptionSettingsQuery()),
        () => updateSubscription('Pro'),
        () => createCheckout('pro'),
        createPortal,
        cancelSubscription,
      ].map(said),
    ),
  ).toEqual([
    'Failed to fetch subscription',
    'Failed to update subscription',
    'Failed to create checkout session',
    'Failed to open billing portal',
    'Failed to cancel subscription',
  ]);
});

test('a new status is shown at once, and data that depends on it is read again', () => {
  const client = new QueryClient();
  client.setQueryData(subscriptionKeys.settings, { plan: 'Free' });
  client.setQueryData(settingsKeys.everything, {});
  putStatus(client, PRO);
  expect(client.getQueryData(subscriptionKeys.status)).toEqual(PRO);
  expect([subscriptionKeys.settings, settingsKeys.everything].map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true]);
});

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const ANSWER = { kind: 'split', suggestions: [{ title: 'b' }], model: 'mini', used: 1, note: null };

/** Answers with these pieces of a stream of events. */
function streaming(...pieces: string[]) {
  const calls: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    calls.push(init);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  return calls;
}
function asked() {
  const told: (Suggestion | 'restart')[] = [];
  const answer = assist(
    { kind: 'split', taskId: 't' },
    { onSuggestion: (one) => told.push(one), onRestart: () => told.push('restart') },
    new AbortController().signal,
  );
  return { told, answer };
}
const failure = (answer: Promise<unknown>): Promise<ApiError> =>
  answer.then(
    () => Promise.reject(new Error('it did not fail')),
    (error) => error as ApiError,
  );

test('suggestions are passed on as they arrive, however the bytes are split, and the last event is the answer', async () => {
  const whole = event('suggestion', { title: 'a' }) + event('restart', {}) + event('suggestion', { title: 'b' }) + event('done', ANSWER);
  const calls = streaming(...(whole.match(/[\s\S]{1,7}/g) ?? []));
  const { told, answer } = asked();
  expect(await answer).toEqual(ANSWER);
  expect(told).toEqual([{ title: 'a' }, 'restart', { title: 'b' }]);
  expect(calls.map(({ headers }) => (headers as Record<string, string>).accept)).toEqual(['text/event-stream']);
});

test('a problem in the stream is an error with its code', async () => {
  streaming(
    event('suggestion', { title: 'a' }),
    event('error', { status: 429, code: 'ai_allowance', message: 'Used up until 1 December.' }),
  );
  const error = await failure(asked().answer);
  expect(error).toBeInstanceOf(ApiError);
  expect([error.status, error.code, error.message]).toEqual([429, 'ai_allowance', 'Used up until 1 December.']);
});

test('a stream that ends before its answer is an error, not a short list', async () => {
  streaming(event('suggestion', { title: 'a' }));
  const error = await failure(asked().answer);
  expect([error.code, error.message]).toEqual(['offline', 'Failed to get suggestions']);
});
