import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  all,
  append,
  type Client,
  clientOf,
  EVENT_STORES,
  event,
  events,
  holding,
  idOf,
  newStream,
  numberOf,
  PATHS,
  positionOf,
  refusalOf,
} from './eventstore/bare-client.ts';
import type { EventStoreServer } from './eventstore.ts';

describe.each(EVENT_STORES)('appends as measured: %s', (_name, start) => {
  let server: EventStoreServer;
  let client: Client;
  beforeAll(async () => {
    server = await start();
    client = clientOf(server.url);
  });
  afterAll(async () => {
    await client.dispose();
    await server.stop();
  });

  const read = (stream: string) => all(client.readStream(stream));

  describe.each(PATHS)('appends, path: %s', (path) => {
    test('revisions count from 0, and the answer gives the last event’s place', async () => {
      const stream = newStream();
      const first = await append(client, stream, events(2), 'no_stream', path);
      const second = await append(client, stream, event(2), 1n, path);
      expect([first.nextExpectedRevision, second.nextExpectedRevision]).toEqual([1n, 2n]);
      const found = await read(stream);
      expect(found.map((each) => each.event?.revision)).toEqual([0n, 1n, 2n]);
      expect([first.position, second.position]).toEqual(found.slice(1).map(positionOf));
    });

    test('positions ascend, one for each event, with gaps; commit and prepare are equal', async () => {
      const stream = newStream();
      await append(client, stream, events(3), 'no_stream', path);
      const positions = (await read(stream)).map(positionOf);
      const commits = positions.map(({ commit }) => commit);
      expect(positions.every(({ commit, prepare }) => commit === prepare)).toBe(true);
      expect((commits[1] as bigint) - (commits[0] as bigint)).toBeGreaterThan(1n);
      expect((commits[2] as bigint) - (commits[1] as bigint)).toBeGreaterThan(1n);
    });

    test.each([
      ['nothing', 'stream_exists', 0, 'stream_exists', 'no_stream'],
      ['nothing', 0n, 0, 0n, 'no_stream'],
      ['two events', 'no_stream', 2, 'no_stream', 1n],
      ['two events', 0n, 2, 0n, 1n],
      ['two events', 5n, 2, 5n, 1n],
    ] as const)('over %s, %s is refused', async (_what, expected, count, expectedVersion, actualVersion) => {
      const stream = count === 0 ? newStream() : await holding(client, count);
      const error = await refusalOf(append(client, stream, event(9), expected, path));
      expect(error).toMatchObject({ type: 'wrong-expected-version', message: '', expectedVersion, actualVersion });
      expect(error.code).toBeUndefined();
    });

    test('more than 1,048,576 bytes in all events together are refused', async () => {
      const size = 524_288 - JSON.stringify({ n: 0, rest: '' }).length;
      const half = (bytes = size) => event(0, { rest: 'x'.repeat(bytes) });
      expect((await append(client, newStream(), [half(), half()], 'any', path)).success).toBe(true);
      const error = await refusalOf(append(client, newStream(), [half(), half(size + 1)], 'any', path));
      expect(error).toMatchObject({ type: 'maximum-append-size-exceeded', maxAppendSize: 1_048_576 });
    });

    test('metadata and types do not count as bytes', async () => {
      const heavy = { ...event(0), type: 'h'.repeat(1_000), metadata: { rest: 'x'.repeat(1_200_000) } };
      expect((await append(client, newStream(), heavy, 'any', path)).success).toBe(true);
    });
  });

  describe.each(PATHS)('repeats, path: %s', (path) => {
    test.each(['no_stream', 'any', 1n] as const)(
      'the same ids at %s: the first answer again, nothing stored, later events or not',
      async (expected) => {
        const stream = expected === 1n ? await holding(client, 2) : newStream();
        const batch = events(3, 10);
        const first = await append(client, stream, batch, expected, path);
        expect(await append(client, stream, batch, expected, path)).toEqual(first);
        await append(client, stream, event(20), 'any', path);
        const before = (await read(stream)).length;
        expect(await append(client, stream, batch, expected, path)).toEqual(first);
        expect((await append(client, stream, batch.slice(0, 2), expected, path)).nextExpectedRevision).toBe(
          first.nextExpectedRevision - 1n,
        );
        expect(await read(stream)).toHaveLength(before);
      },
    );

    test.each(['no_stream', 'any'] as const)('one id more at %s is refused', async (expected) => {
      const stream = newStream();
      const batch = events(2);
      await append(client, stream, batch, expected, path);
      const error = await refusalOf(append(client, stream, [...batch, event(2)], expected, path));
      expect(error).toMatchObject({ type: 'wrong-expected-version', actualVersion: 1n });
    });

    test('the same id with other data is dropped without an error', async () => {
      const stream = newStream();
      const id = randomUUID();
      await append(client, stream, event(1, { id }), 'no_stream', path);
      expect((await append(client, stream, event(2, { id }), 'no_stream', path)).success).toBe(true);
      expect((await read(stream)).map(numberOf)).toEqual([1]);
    });

    test('ids are compared within a stream only, and returned in lower case', async () => {
      const id = randomUUID();
      const [one, other] = [newStream(), newStream()];
      await append(client, one, event(1, { id: id.toUpperCase() }), 'no_stream', path);
      await append(client, other, event(2, { id }), 'no_stream', path);
      expect((await append(client, one, event(3, { id }), 'no_stream', path)).nextExpectedRevision).toBe(0n);
      expect([...(await read(one)), ...(await read(other))].map((found) => [idOf(found), numberOf(found)])).toEqual([
        [id, 1],
        [id, 2],
      ]);
    });
  });

  test.each([
    ['an id that is none', { ...event(1), id: 'not-an-id' }],
    ['an empty type', { ...event(1), type: '' }],
  ])('%s is refused at once, and the client can still be used', async (_what, wrong) => {
    const stream = newStream();
    expect(await refusalOf(append(client, stream, wrong))).toMatchObject({ type: 'unknown', code: 2 });
    expect((await append(client, stream, event(1))).nextExpectedRevision).toBe(0n);
  });
});
