import { type MutationOptions, onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { send } from '../../../web/api/client.ts';
import { confirmBeforeLoss, mayBeLost, readAgainAfterLeaving, SAFE_TO_LOSE } from '../../../web/api/unsent.ts';

const HALF_ROOM = 'é'.repeat(10_000);

/** A server that answers when it is told to. `kept`: of each request, whether it outlives its page. */
function slowServer() {
  const waiting: ((answer: Response) => void)[] = [];
  const kept: boolean[] = [];
  vi.stubGlobal('fetch', (_url: string, { keepalive = false }: RequestInit) => {
    kept.push(keepalive);
    return new Promise<Response>((resolve) => waiting.push(resolve));
  });
  return { kept, answer: () => waiting.shift()?.(new Response('{}')) };
}
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
});

const put = (text: string) => send('/x', { method: 'PUT', body: { text }, fallback: '' });
/** Changes something, as a screen does. */
const change = (client: QueryClient, options: MutationOptions = {}, text = '') =>
  client
    .getMutationCache()
    .build(client, { mutationFn: () => put(text), ...options })
    .execute(undefined);
const lost = (client: QueryClient, after = 0): boolean => mayBeLost(client, Date.now() + after);

test('a change is sent with keepalive, and a read is not', async () => {
  const { kept, answer } = slowServer();
  const both = [put('a'), send('/x', { fallback: '' })];
  expect(kept).toEqual([true, false]);
  answer();
  answer();
  await Promise.all(both);
});

test("changes beyond the browser's limit are sent without keepalive, and answered ones make room again", async () => {
  const { kept, answer } = slowServer();
  const sent = [put(HALF_ROOM), put(HALF_ROOM), put('small')];
  expect(kept).toEqual([true, false, true]);
  for (const _ of sent) answer();
  await Promise.all(sent);
  const again = put(HALF_ROOM);
  expect(kept.at(-1)).toBe(true);
  answer();
  await again;
});

test('a change that was sent counts as lost only if its answer stays away too long', async () => {
  const { answer, kept } = slowServer();
  const client = new QueryClient();
  const done = change(client);
  await expect.poll(() => kept).toHaveLength(1);
  expect([lost(client), lost(client, 3_500)]).toEqual([false, true]);
  answer();
  await done;
  expect(lost(client, 3_500)).toBe(false);
});

test('a change that waits for an earlier one or for the connection would be lost', async () => {
  const { answer, kept } = slowServer();
  const client = new QueryClient();
  const scope = { scope: { id: 'one after the other' } };
  const both = [change(client, scope), change(client, scope)];
  await expect.poll(() => kept).toHaveLength(1);
  expect(lost(client)).toBe(true);
  answer();
  await expect.poll(() => kept).toHaveLength(2);
  expect(lost(client)).toBe(false);
  answer();
  await Promise.all(both);
  onlineManager.setOnline(false);
  void change(client);
  expect(lost(client)).toBe(true);
});

test('a change that is too large for keepalive, or between two of its requests, would be lost', async () => {
  const { answer, kept } = slowServer();
  const client = new QueryClient();
  const big = change(client, {}, HALF_ROOM + HALF_ROOM);
  await expect.poll(() => kept).toEqual([false]);
  await expect.poll(() => lost(client)).toBe(true);
  answer();
  await big;
  const read = change(client, { mutationFn: () => send('/x', { fallback: '' }) });
  await expect.poll(() => kept).toHaveLength(2);
  await expect.poll(() => lost(client)).toBe(true);
  answer();
  await read;
});

test('the browser does not ask about a waiting sign-in', async () => {
  onlineManager.setOnline(false);
  const client = new QueryClient();
  void change(client, { meta: SAFE_TO_LOSE });
  expect(lost(client)).toBe(false);
});

test('the browser asks while a change may be lost, and the page listens only while a change is open', async () => {
  const { answer, kept } = slowServer();
  const client = new QueryClient();
  const page = new EventTarget();
  const [adds, removes] = [vi.spyOn(page, 'addEventListener'), vi.spyOn(page, 'removeEventListener')];
  confirmBeforeLoss(client, page);
  const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect([asks(), adds.mock.calls.length]).toEqual([false, 0]);
  const sent = change(client);
  await expect.poll(() => kept).toHaveLength(1);
  expect(asks()).toBe(false);
  const big = change(client, {}, HALF_ROOM + HALF_ROOM);
  await expect.poll(() => kept).toHaveLength(2);
  await expect.poll(asks).toBe(true);
  answer();
  answer();
  await Promise.all([sent, big]);
  expect([asks(), removes.mock.lastCall?.[1]]).toEqual([false, adds.mock.lastCall?.[1]]);
  expect([adds.mock.calls.length, removes.mock.calls.length]).toEqual([1, 1]);
});

/** The session storage of a tab. */
function tab(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  } as unknown as Storage;
}

test('the next page reads again after unanswered changes had time to arrive, and only then', async () => {
  vi.useFakeTimers();
  const store = tab();
  slowServer();
  /** A page of the tab; `reads`: how often it reads all of it again. */
  function opened() {
    const [client, page] = [new QueryClient(), new EventTarget()];
    const reads = vi.spyOn(client, 'invalidateQueries');
    readAgainAfterLeaving(client, page, () => store);
    return { client, reads, leave: () => page.dispatchEvent(new Event('pagehide')) };
  }
  const first = opened();
  void change(first.client);
  first.leave();
  const second = opened();
  expect(second.reads).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3_000);
  expect(second.reads).toHaveBeenCalledTimes(2);
  second.leave();
  const third = opened();
  vi.advanceTimersByTime(3_000);
  expect([first.reads, third.reads].map((reads) => reads.mock.calls.length)).toEqual([0, 0]);
});

test('a browser without session storage still shows the page', () => {
  const refused = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const [client, page] = [new QueryClient(), new EventTarget()];
  readAgainAfterLeaving(client, page, refused);
  slowServer();
  void change(client);
  expect(() => page.dispatchEvent(new Event('pagehide'))).not.toThrow();
});
