import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveState, pauseAfter, stayConnected } from '../../../../web/api/live/connection.ts';
import { type LiveChange, SILENCE_MS } from '../../../../web/api/live/stream.ts';
import { liveServer } from './double.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function follow() {
  const server = liveServer();
  const ending = new AbortController();
  const changes: LiveChange[] = [];
  const states: LiveState[] = [];
  let signedOut = 0;
  const connect = () =>
    stayConnected({
      signal: ending.signal,
      lastId: () => changes.at(-1)?.id ?? null,
      onChange: (change) => void changes.push(change),
      onState: (state) => void states.push(state),
      onSignedOut: () => {
        signedOut += 1;
      },
    });
  return { server, ending, changes, states, connect, signedOut: () => signedOut };
}

const SECOND = 1_000;
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND);

test('a connection tells what has changed, and continues after a cut where it was', async () => {
  const { server, ending, changes, states, connect } = follow();
  const over = connect();
  await pass(0);
  server.opened[0]?.change([], '1');
  server.opened[0]?.change(['task', 'report', 'a later kind'], '2', ['a']);
  await pass(0);
  expect(changes).toEqual([
    { kinds: [], tasks: null, id: '1' },
    { kinds: ['task', 'report'], tasks: ['a'], id: '2' },
  ]);
  server.opened[0]?.cut();
  await pass(1);
  expect(server.opened.map(({ lastEventId }) => lastEventId)).toEqual([null, '2']);
  server.opened[1]?.change([], '3');
  await pass(0);
  expect(states).toEqual(['live', 'lost', 'live']);
  ending.abort();
  await over;
  expect(server.opened[1]?.isOpen()).toBe(false);
});

test('a connection on which nothing comes any more is replaced', async () => {
  const { server, connect } = follow();
  void connect();
  await pass(0);
  server.opened[0]?.change([], '1');
  await pass(SILENCE_MS / SECOND - 1);
  expect(server.opened).toHaveLength(1);
  await pass(2);
  expect(server.opened.map((one) => one.isOpen())).toEqual([false, true]);
});

test('the 21st connection waits as long as the server asks', async () => {
  const { server, states, connect } = follow();
  server.refuse(() => new Response(null, { status: 429, headers: { 'retry-after': '15' } }));
  void connect();
  await pass(0);
  expect(states).toEqual(['full']);
  server.refuse(null);
  await pass(14);
  expect(server.opened).toHaveLength(0);
  await pass(3);
  expect(server.opened).toHaveLength(1);
});

test('the end of the session is told, and nobody connects before it was read again', async () => {
  const { server, connect, signedOut, ending } = follow();
  void connect();
  await pass(0);
  server.opened[0]?.change([], '1');
  server.opened[0]?.end();
  await pass(4);
  expect([signedOut(), server.opened.length]).toEqual([1, 1]);
  ending.abort();
  await pass(60);
  expect(server.opened).toHaveLength(1);
});

test('a pause grows with each failure up to half a minute, and is random', () => {
  const waits = (random: number) => [0, 1, 2, 3, 10].map((failures) => pauseAfter({ waitMs: 0 }, failures, () => random));
  expect(waits(0)).toEqual([0, 1_000, 2_000, 4_000, 15_000]);
  expect(waits(1)).toEqual([1_000, 2_000, 4_000, 8_000, 30_000]);
});
