import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveState } from '../../../../web/api/live/connection.ts';
import type { ChangedTasks } from '../../../../web/api/live/stream.ts';
import { ANSWER_MS, type ChangedKinds, followLive } from '../../../../web/api/live/tabs.ts';
import { liveServer } from './double.ts';

let server: ReturnType<typeof liveServer>;
const stops: (() => void)[] = [];
beforeEach(() => {
  server = liveServer();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function openTab(owner = 'ada', from: string | null = null) {
  const changes: ChangedKinds[] = [];
  const tasks: ChangedTasks[] = [];
  const states: LiveState[] = [];
  const tab: { signedOut: number; close: () => void } = { signedOut: 0, close: () => undefined };
  const onSignedOut = () => {
    tab.signedOut += 1;
  };
  const onChange = (kinds: ChangedKinds, named: ChangedTasks) => {
    changes.push(kinds);
    tasks.push(named);
  };
  tab.close = followLive({ owner, from, onSignedOut, onChange, onState: (state) => states.push(state) });
  stops.push(tab.close);
  return Object.assign(tab, { changes, tasks, states });
}
const connections = (count: number) => expect.poll(() => server.opened).toHaveLength(count);

test('two tabs share one connection, and the second goes on when the first is closed', async () => {
  const first = openTab();
  await connections(1);
  server.opened[0]?.change([], '1');
  // What was read before the very first connection may be outdated.
  await expect.poll(() => first.changes).toEqual([null]);
  const second = openTab();
  await expect.poll(() => second.states).toEqual(['live']);
  // It may have read before it began to listen.
  expect(second.changes).toEqual([null]);
  server.opened[0]?.change(['task'], '2', ['a']);
  await expect.poll(() => second.changes).toEqual([null, ['task']]);
  expect(first.changes).toEqual([null, ['task']]);
  expect([first.tasks, second.tasks]).toEqual(Array(2).fill([null, ['a']]));
  expect(server.opened).toHaveLength(1);

  first.close();
  await connections(2);
  expect([server.opened[0]?.isOpen(), server.opened[1]?.lastEventId]).toEqual([false, '2']);
  server.opened[1]?.change(['alert'], '3');
  await expect.poll(() => second.changes).toEqual([null, ['task'], ['alert']]);
  expect(first.changes).toHaveLength(2);
});

test('a connection that is back is told, although nothing has changed meanwhile', async () => {
  // Without a pause.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const [leader, other] = [openTab(), openTab()];
  await connections(1);
  server.opened[0]?.change([], '1');
  await expect.poll(() => [leader.changes, other.changes]).toEqual([[null], [null]]);
  server.opened[0]?.cut();
  await connections(2);
  server.opened[1]?.change([], '1');
  await expect.poll(() => [leader.changes, other.changes]).toEqual(Array(2).fill([null, []]));
});

test('each person has a connection of their own', async () => {
  openTab('ada');
  openTab('bo');
  await connections(2);
});

test('all tabs hear that the session has ended', async () => {
  const first = openTab();
  await connections(1);
  const second = openTab();
  server.opened[0]?.change([], '1');
  await expect.poll(() => second.states).toEqual(['live']);
  server.opened[0]?.end();
  await expect.poll(() => [first.signedOut, second.signedOut]).toEqual([1, 1]);
});

test('a tab takes the connection over from one that the browser has stopped', async () => {
  const stopped = Promise.withResolvers<void>();
  void navigator.locks.request('vouch-live ada', () => stopped.promise).catch(() => undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const tab = openTab();
  await vi.advanceTimersByTimeAsync(ANSWER_MS);
  vi.useRealTimers();
  await connections(1);
  server.opened[0]?.change(['task'], '1');
  await expect.poll(() => tab.states).toEqual(['live']);
  stopped.resolve();
});

test('a tab that does not know what it has missed reads everything again', async () => {
  const held = Promise.withResolvers<void>();
  void navigator.locks.request('vouch-live ada', () => held.promise);
  const late = openTab();
  const leader = new BroadcastChannel('vouch-live ada');
  leader.postMessage({ type: 'state', state: 'live', lastId: '1' });
  await expect.poll(() => late.states).toEqual(['live']);
  expect(late.changes).toEqual([null]);
  leader.postMessage({ type: 'state', state: 'live', lastId: '5' });
  await expect.poll(() => late.changes).toEqual([null, null]);
  const first = openTab();
  leader.postMessage({ type: 'change', kinds: ['task'], after: '5', id: '6' });
  await expect.poll(() => [late.changes, first.changes]).toEqual([[null, null, ['task']], [null]]);
  leader.close();
  held.resolve();
});

const position = (event: number, at = event): string => `${String(event).padStart(20, '0')}-${at}`;

test('a tab whose reads came after a known position continues from it, and reads only what has changed since', async () => {
  const tab = openTab('ada', position(7));
  await connections(1);
  expect(server.opened[0]?.lastEventId).toBe(position(7));
  server.opened[0]?.change(['alert'], position(8));
  await expect.poll(() => tab.changes).toEqual([['alert']]);
});

test('a second tab reads everything again only if something was told before it listened', async () => {
  const held = Promise.withResolvers<void>();
  void navigator.locks.request('vouch-live ada', () => held.promise);
  const leader = new BroadcastChannel('vouch-live ada');
  const states = { newer: openTab('ada', position(7)), older: openTab('ada', position(5)), before: openTab('ada', position(7, 4)) };
  leader.postMessage({ type: 'state', state: 'live', lastId: position(6, 5) });
  await expect.poll(() => Object.values(states).map((tab) => tab.states)).toEqual(Array(3).fill(['live']));
  expect(Object.values(states).map((tab) => tab.changes)).toEqual([[], [null], [null]]);
  leader.postMessage({ type: 'change', kinds: ['task'], after: position(6, 5), id: position(8) });
  await expect.poll(() => states.newer.changes).toEqual([['task']]);

  // A change is heard before the answer of the leader, and the one before it was missed.
  const late = openTab('ada', position(8));
  leader.postMessage({ type: 'change', kinds: ['task'], after: position(9), id: position(10) });
  leader.postMessage({ type: 'state', state: 'live', lastId: position(10) });
  await expect.poll(() => late.states).toEqual(['live']);
  expect(late.changes).toEqual([null]);
  expect(states.newer.changes).toEqual([['task'], null]);
  leader.close();
  held.resolve();
});
