import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { eventTypeFilter, excludeSystemEvents, type Position, streamNameFilter } from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  append,
  type Client,
  CREDENTIALS,
  clientOf,
  event,
  events,
  Heard,
  holding,
  newStream,
  positionOf,
  refusalOf,
} from './eventstore/bare-client.ts';
import { type EventStoreDoubleServer, startEventStoreDouble } from './eventstore.ts';

describe('subscriptions as measured', () => {
  let server: EventStoreDoubleServer;
  let client: Client;
  beforeAll(async () => {
    server = await startEventStoreDouble();
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    client = clientOf(server.url);
  });
  // Ends its subscriptions.
  afterEach(() => client.dispose());

  const atEnd = async () => (await append(client, newStream(), event(0))).position as Position;

  test.each([
    ['the start', undefined, ['happened 0', 'happened 1', 'happened 2']],
    ['after a revision', 1n, ['happened 2']],
    ['after the last revision', 2n, []],
    ['the end', 'end', []],
  ] as const)('a stream from %s: confirmation, events, caughtUp, then what comes', async (_what, fromRevision, before) => {
    const stream = await holding(client, 3);
    const heard = new Heard(client.subscribeToStream(stream, { fromRevision }));
    await heard.until('caughtUp');
    await append(client, stream, event(3));
    await heard.until('happened 3');
    expect(heard.things).toEqual(['confirmation', ...before, 'caughtUp', 'happened 3']);
  });

  test('a stream that does not exist gives only the confirmation, then later events', async () => {
    const stream = newStream();
    const heard = new Heard(client.subscribeToStream(stream));
    await heard.until('confirmation');
    await append(client, stream, event(0));
    await heard.until('happened 0');
    expect(heard.things.slice(0, 2)).toEqual(['confirmation', 'happened 0']);
  });

  test('a stream with a tombstone is refused', async () => {
    const stream = await holding(client, 1);
    await client.tombstoneStream(stream, { credentials: CREDENTIALS });
    const heard = new Heard(client.subscribeToStream(stream));
    await heard.until('error stream-deleted');
  });

  test('$all starts after a position, without the system’s events, and gives each event once', async () => {
    const fromPosition = await atEnd();
    await append(client, newStream(), events(40));
    await server.faults.systemEvents(3);
    const heard = new Heard(client.subscribeToAll({ fromPosition, filter: excludeSystemEvents() }));
    await heard.until('caughtUp');
    await server.faults.systemEvents(3);
    await append(client, newStream(), events(2, 40));
    await heard.until('happened 41');
    const happened = (first: number, end: number) => Array.from({ length: end - first }, (_, index) => `happened ${first + index}`);
    expect(heard.things).toEqual(['confirmation', ...happened(0, 40), 'caughtUp', ...happened(40, 42)]);
  });

  test('$all gives the system’s events without a filter', async () => {
    const fromPosition = await atEnd();
    const heard = new Heard(client.subscribeToAll({ fromPosition }));
    await heard.until('caughtUp');
    await server.faults.systemEvents(1);
    await heard.until('$statsCollected');
    expect(heard.things).toEqual(['confirmation', 'caughtUp', '$statsCollected']);
  });

  test('$all from the end gives only later events', async () => {
    const heard = new Heard(client.subscribeToAll({ fromPosition: 'end' }));
    await heard.until('caughtUp');
    await append(client, newStream(), event(77));
    await heard.until('happened 77');
    expect(heard.things).toEqual(['confirmation', 'caughtUp', 'happened 77']);
  });

  test.each([
    ['types by prefix', () => eventTypeFilter({ prefixes: ['happ', 'other'] })],
    ['types by pattern', () => eventTypeFilter({ regex: '^hap.*d$' })],
    ['streams by prefix', () => streamNameFilter({ prefixes: ['facts-'] })],
    ['streams by pattern', () => streamNameFilter({ regex: '^facts' })],
  ])('filters by %s', async (_what, filter) => {
    const fromPosition = await atEnd();
    await client.appendToStream(`other-${randomUUID()}`, { ...event(0), type: 'else' }, { credentials: CREDENTIALS });
    await append(client, newStream(), event(1));
    const heard = new Heard(client.subscribeToAll({ fromPosition, filter: filter() }));
    await heard.until('caughtUp');
    expect(heard.things).toEqual(['confirmation', 'happened 1', 'caughtUp']);
  });

  test('a position that does not exist is refused when events follow it, and is silent otherwise', async () => {
    const { commit } = await atEnd();
    const fromPosition = { commit: commit + 1n, prepare: commit + 1n };
    const silent = new Heard(client.subscribeToAll({ fromPosition }));
    await silent.until('confirmation');
    expect([silent.error, silent.received]).toEqual([undefined, []]);
    await atEnd();
    const wrong = new Heard(client.subscribeToAll({ fromPosition }));
    await wrong.until('error unknown');
    expect(wrong.error).toMatchObject({ code: 2 });
    const beyond = new Heard(client.subscribeToAll({ fromPosition: { commit: commit + 100_000n, prepare: commit + 100_000n } }));
    await beyond.until('confirmation');
    expect(beyond.error).toBeUndefined();
    expect(beyond.received).toEqual([]);
  });

  test('checkpoints are sent in quiet times, and nothing after one is missed', async () => {
    const fromPosition = await atEnd();
    const reached = new EventEmitter();
    const filter = excludeSystemEvents({ checkpointReached: (_, position) => void reached.emit('checkpoint', position) });
    const first = new Heard(client.subscribeToAll({ fromPosition, filter }));
    await first.until('caughtUp');
    const checkpoint = once(reached, 'checkpoint');
    await server.faults.systemEvents(40);
    const [position] = (await checkpoint) as [Position];
    expect(position.commit).toBeGreaterThan(fromPosition.commit);
    expect(position.prepare).toBe(0n);
    const { position: next } = await append(client, newStream(), event(5));
    const resumed = new Heard(client.subscribeToAll({ fromPosition: position, filter: excludeSystemEvents() }));
    await resumed.until('happened 5');
    expect(resumed.received.map(positionOf)).toEqual([next]);
  });

  test('a paused consumer is dropped while live: it gets what was under way, then the error, once', async () => {
    const paused = client.subscribeToAll({ fromPosition: await atEnd(), filter: excludeSystemEvents() });
    const heard = new Heard(paused);
    await heard.until('caughtUp');
    paused.pause();
    const { subscriptions } = await server.faults.state();
    const rest = 'x'.repeat(400);
    let written = 0;
    while ((await server.faults.state()).subscriptions === subscriptions) {
      await append(client, newStream(), [event(written, { rest }), event(written + 1, { rest })]);
      written += 2;
    }
    paused.resume();
    await heard.until('error timeout');
    expect(heard.error).toMatchObject({ code: 10 });
    expect(heard.error?.message).toContain('Consumer too slow to handle event while live');
    const [confirmation, caughtUp, ...rests] = heard.things;
    expect([confirmation, caughtUp, rests.pop()]).toEqual(['confirmation', 'caughtUp', 'error timeout']);
    expect(rests).toEqual(Array.from({ length: rests.length }, (_, index) => `happened ${index}`));
    expect(rests.length).toBeLessThan(written);
  });

  test('a busy consumer that catches up is not dropped', async () => {
    const fromPosition = await atEnd();
    await append(client, newStream(), events(600));
    const heard: number[] = [];
    for await (const _ of client.subscribeToAll({ fromPosition, filter: excludeSystemEvents() })) {
      if (heard.push(1) === 600) break;
      if (heard.length % 100 === 0) await append(client, newStream(), event(0));
    }
    expect(heard).toHaveLength(600);
  });

  test('a cluster of one node is found by gossip', async () => {
    const { host } = new URL(server.url);
    const discovering = clientOf(`esdb://${host},${host}?tls=false`);
    expect((await append(discovering, newStream(), event(0), 'no_stream')).success).toBe(true);
    expect(await refusalOf(append(discovering, newStream(), event(0), 3n))).toMatchObject({ type: 'wrong-expected-version' });
    await discovering.dispose();
  });
});
