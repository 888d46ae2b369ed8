import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  all,
  append,
  type Client,
  CREDENTIALS,
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
import { type EventStoreServer, startEventStoreDouble } from './eventstore.ts';

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
    ['an invalid id', { ...event(1), id: 'not-an-id' }],
    ['an empty type', { ...event(1), type: '' }],
  ])('%s is refused at once, and the client can still be used', async (_what, wrong) => {
    const stream = newStream();
    expect(await refusalOf(append(client, stream, wrong))).toMatchObject({ type: 'unknown', code: 2 });
    expect((await append(client, stream, event(1))).nextExpectedRevision).toBe(0n);
  });
});

describe.each(EVENT_STORES)('reads as measured: %s', (_name, start) => {
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

  const read = (stream: string, options: Parameters<Client['readStream']>[1] = {}) => all(client.readStream(stream, options));
  const readAll = (options: Parameters<Client['readAll']>[0]) => all(client.readAll(options));

  test.each([
    ['forwards at', { fromRevision: 1n }, [1, 2, 3]],
    ['forwards at the start', {}, [0, 1, 2, 3]],
    ['forwards, up to a number', { maxCount: 2 }, [0, 1]],
    ['forwards past the end', { fromRevision: 7n }, []],
    ['backwards at the end', { direction: 'backwards', fromRevision: 'end' }, [3, 2, 1, 0]],
    ['backwards at', { direction: 'backwards', fromRevision: 1n }, [1, 0]],
    ['backwards past the end', { direction: 'backwards', fromRevision: 7n, maxCount: 1 }, [3]],
  ] as const)('a stream is read %s', async (_how, options, expected) => {
    expect((await read(await holding(client, 4), options)).map(numberOf)).toEqual(expected);
  });

  test('a stream cannot be read forwards from its end', async () => {
    const stream = await holding(client, 4);
    expect(await refusalOf(read(stream, { fromRevision: 'end' }))).toMatchObject({ type: 'unknown', code: 2 });
  });

  test('$all is read forwards including a position, and backwards before it', async () => {
    const stream = await holding(client, 4);
    const [, second, , last] = (await read(stream)).map(positionOf) as [
      never,
      { commit: bigint; prepare: bigint },
      never,
      { commit: bigint; prepare: bigint },
    ];
    expect((await readAll({ fromPosition: second, maxCount: 2 })).map(numberOf)).toEqual([1, 2]);
    expect((await readAll({ fromPosition: last, direction: 'backwards', maxCount: 2 })).map(numberOf)).toEqual([2, 1]);
    const newest = await readAll({ fromPosition: 'end', direction: 'backwards', maxCount: 30 });
    expect(newest.filter((found) => found.event?.streamId === stream).map(numberOf)).toEqual([3, 2, 1, 0]);
  });

  test('a position that does not exist is refused when events follow it, and gives nothing otherwise', async () => {
    const { commit } = (await append(client, newStream(), event(0))).position as { commit: bigint };
    const none = { commit: commit + 1n, prepare: commit + 1n };
    expect(await readAll({ fromPosition: none })).toEqual([]);
    await append(client, newStream(), event(1));
    expect(await refusalOf(readAll({ fromPosition: none }))).toMatchObject({ type: 'unknown', code: 2 });
    const beyond = { commit: commit + 100_000n, prepare: commit + 100_000n };
    expect(await readAll({ fromPosition: beyond })).toEqual([]);
  });

  test('$all contains the system’s events too', async () => {
    expect((await readAll({})).map((found) => found.event?.type)).toContain('$metadata');
  });

  test('a stream that does not exist or was deleted is not found, and its numbers continue', async () => {
    const stream = await holding(client, 2);
    expect(await refusalOf(read(newStream()))).toMatchObject({ type: 'stream-not-found' });
    await client.deleteStream(stream, { expectedRevision: 1n, credentials: CREDENTIALS });
    expect(await refusalOf(read(stream))).toMatchObject({ type: 'stream-not-found', streamName: stream });
    expect((await append(client, stream, event(9), 'no_stream')).nextExpectedRevision).toBe(2n);
    expect((await read(stream)).map((found) => [found.event?.revision, numberOf(found)])).toEqual([[2n, 9]]);
  });

  test('a stream with a tombstone is deleted for good', async () => {
    const stream = await holding(client, 1);
    await client.tombstoneStream(stream, { credentials: CREDENTIALS });
    expect(await refusalOf(read(stream))).toMatchObject({ type: 'stream-deleted' });
    expect(await refusalOf(append(client, stream, event(1)))).toMatchObject({ type: 'stream-deleted' });
  });

  test('metadata are given with a position instead of a revision', async () => {
    const stream = await holding(client, 1);
    await client.setStreamMetadata(stream, { of: 'ours' }, { credentials: CREDENTIALS });
    const { metadata, metastreamRevision } = await client.getStreamMetadata(stream);
    const [written] = await read(`$$${stream}`);
    expect([metadata, metastreamRevision]).toEqual([{ of: 'ours' }, written?.commitPosition]);
  });
});

test.each([
  ['has none', false],
  ['has them where it is set to write them', true],
] as const)("$all and the server's statistics, on the double: it %s", async (_, statistics) => {
  const server = await startEventStoreDouble({ statistics });
  const client = clientOf(server.url);
  const stream = await holding(client, 1);
  for (let n = 1; n <= 20; n += 1) await append(client, stream, event(n));
  const types = (await all(client.readAll())).map((found) => found.event?.type);
  expect(types.includes('$statsCollected')).toBe(statistics);
  await client.dispose();
  await server.stop();
});
