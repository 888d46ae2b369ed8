import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type VerifiedEnd, VerifiedEnds } from '../../src/store/verify/verified-ends.ts';
import { LogWalk } from '../../src/store/verify/walk.ts';
import { anEvent, endOf } from '../contract/events.ts';
import { openTestStores } from '../support/app.ts';

const STREAMS = 12;
const IN_MEMORY = 4;

test('the end of each stream is the one that was set last, however many streams there are', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(STREAMS), fc.option(fc.string()))), (moves) => {
      const ends = new VerifiedEnds(IN_MEMORY);
      const expected = new Map<string, VerifiedEnd>();
      for (const [number, hash] of moves) {
        const stream = `s-${number}`;
        const before = ends.get(stream);
        expect({ ...before }).toEqual({ ...expected.get(stream) });
        const end = { revision: (before?.revision ?? -1) + 1, hash };
        ends.set(stream, end, before);
        expected.set(stream, end);
      }
      expect(ends.size).toBe(expected.size);
      ends.close();
    }),
  );
});

test('a log of more streams than are kept in memory is checked to its end', async () => {
  const { store, log, dispose } = openTestStores();
  onTestFinished(() => dispose());
  const streams = Array.from({ length: STREAMS }, (_, index) => `s-${index}`);
  const ends = new Map<string, ReturnType<typeof endOf>>();
  for (let round = 0; round < 3; round += 1)
    for (const stream of streams) {
      const { events } = await store.append(stream, ends.get(stream) ?? 'no_stream', [anEvent({ data: { n: 111 } })]);
      ends.set(stream, endOf(events));
    }
  const breaksIn = async () => {
    const walk = new LogWalk({}, new VerifiedEnds(IN_MEMORY));
    for (const event of await log.readAll('0'.repeat(20), 100)) walk.addEvent(event);
    walk.close();
    return { streams: walk.streams, breaks: walk.breaks };
  };
  expect(await breaksIn()).toEqual({ streams: STREAMS, breaks: [] });
  log.database.exec(`DELETE FROM events WHERE stream = 's-3' AND revision = 1`);
  expect(await breaksIn()).toMatchObject({ streams: STREAMS, breaks: [{ stream: 's-3', revision: 2, reason: 'revision' }] });
});
