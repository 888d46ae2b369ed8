import { type MutationMeta, onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { onSignOutQuestion, setSignOutQuestion, signOutOrAsk, signOutQuestion } from '../../../web/api/signing-out.ts';
import { SAFE_TO_LOSE } from '../../../web/api/unsent.ts';

afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
  setSignOutQuestion(null);
});

/** A page with a change that is answered by `answer`. */
function changing(client: QueryClient, meta: MutationMeta = {}) {
  const { promise, resolve } = Promise.withResolvers<void>();
  client
    .getMutationCache()
    .build(client, { meta, mutationFn: () => promise })
    .execute(undefined)
    .catch(() => undefined);
  return { answer: resolve };
}

test('without anything unsent the person is signed out at once', async () => {
  const [client, leave] = [new QueryClient(), vi.fn()];
  changing(client, SAFE_TO_LOSE);
  await signOutOrAsk(client, leave);
  expect([leave.mock.calls.length, signOutQuestion()]).toEqual([1, null]);
});

test('a change that is answered soon is waited for', async () => {
  const [client, leave] = [new QueryClient(), vi.fn()];
  const { answer } = changing(client);
  const asked = signOutOrAsk(client, leave);
  expect(leave).not.toHaveBeenCalled();
  answer();
  await asked;
  expect([leave.mock.calls.length, signOutQuestion()]).toEqual([1, null]);
});

test('without a connection the person is asked at once, and can be signed out when everything is sent', async () => {
  const [client, leave, notify] = [new QueryClient(), vi.fn(), vi.fn()];
  onSignOutQuestion(notify);
  onlineManager.setOnline(false);
  const { answer } = changing(client);
  await signOutOrAsk(client, leave);
  expect([signOutQuestion()?.count, notify.mock.calls.length > 0, leave.mock.calls.length]).toEqual([1, true, 0]);
  const given = new AbortController();
  signOutQuestion()?.leaveWhenSent(given.signal);
  onlineManager.setOnline(true);
  answer();
  await client.resumePausedMutations();
  await vi.waitFor(() => expect(leave).toHaveBeenCalledTimes(1));
  expect(signOutQuestion()).toBeNull();
});

test('who closes the question stays signed in, although everything is sent later', async () => {
  const [client, leave] = [new QueryClient(), vi.fn()];
  onlineManager.setOnline(false);
  const { answer } = changing(client);
  await signOutOrAsk(client, leave);
  const closed = new AbortController();
  signOutQuestion()?.leaveWhenSent(closed.signal);
  closed.abort();
  onlineManager.setOnline(true);
  answer();
  await client.resumePausedMutations();
  await new Promise((resolve) => setImmediate(resolve));
  expect(leave).not.toHaveBeenCalled();
});
