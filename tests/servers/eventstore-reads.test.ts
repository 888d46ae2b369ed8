import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  all,
  append,
  type Client,
  CREDENTIALS,
  clientOf,
  EVENT_STORES,
  event,
  holding,
  newStream,
  numberOf,
  positionOf,
  refusalOf,
} from './eventstore/bare-client.ts';
import { type EventStoreServer, startEventStoreDouble } from './eventstore.ts';

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
    ['forwards, so many', { maxCount: 2 }, [0, 1]],
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
