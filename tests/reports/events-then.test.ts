import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Position, Recorded } from '../../src/domain/kernel/event.ts';
import { eventsThen } from '../../src/reports/as-of/events-then.ts';

const POSITIONS = 20;
const positionOf = (place: number): Position => String(place).padStart(POSITIONS, '0');
const instantOf = (place: number): string => new Date(Date.UTC(2026, 10, 20) + place * 1_000).toISOString();

/** A log whose events are in these streams, one after the other. Every third one is of a type that nobody wants. */
const logOf = (streams: readonly string[]): readonly Recorded[] => {
  const revisions = new Map<string, number>();
  return streams.map((stream, place) => {
    const revision = revisions.get(stream) ?? 0;
    revisions.set(stream, revision + 1);
    const event = { id: String(place), stream, revision, position: positionOf(place), type: place % 3 === 2 ? 'Other' : 'Wanted' };
    return { ...event, data: {}, private: null, metadata: { recorded_at: instantOf(place) } } as unknown as Recorded;
  });
};

const folded = (log: readonly Recorded[], asOf: string, signal = new AbortController().signal) => {
  const begun = log.filter(({ revision }) => revision === 0);
  const reads: string[] = [];
  const readStream = async (stream: string, from = 0, limit = 1_000): Promise<readonly Recorded[]> => {
    reads.push(stream);
    return log.filter((event) => event.stream === stream && event.revision >= from).slice(0, limit);
  };
  const streams = begun.map(({ stream, position }) => ({ id: stream, position, doc: { owner: 'ada', since: '' } }));
  const events = eventsThen({ store: { readStream }, streams, asOf, types: new Set(['Wanted']), signal });
  const places = async () => {
    const found: number[] = [];
    for await (const batch of events) {
      found.push(...batch.map(({ id }) => Number(id)));
    }
    return found;
  };
  return { places, reads };
};

const wanted = (log: readonly Recorded[], asOf: string): readonly number[] =>
  log.filter(({ type, metadata }) => type === 'Wanted' && metadata.recorded_at <= asOf).map(({ id }) => Number(id));

describe('the events of streams', () => {
  test('come in the order of the log, without those that were recorded later, however they are spread over the streams', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 900 }), fc.integer({ min: 0, max: 900 }), async (of, end) => {
        // Streams begin at any place of the log, and many of them have more than a page.
        const log = logOf(of.map((n, place) => (n < 5 ? `long-${n}` : `short-${n}-${Math.floor(place / 100)}`)));
        expect(await folded(log, instantOf(end)).places()).toEqual(wanted(log, instantOf(end)));
      }),
      { numRuns: 60 },
    ));

  test('are read no further than the first event that was recorded later', async () => {
    const log = logOf(Array(1_000).fill('one'));
    const { places, reads } = folded(log, instantOf(150));
    expect((await places()).length).toBe(101);
    expect(reads).toEqual(['one', 'one']);
  });

  test('stop when nobody waits for them any more', async () => {
    const gone = new AbortController();
    gone.abort(new Error('gone'));
    await expect(folded(logOf(['one']), instantOf(1), gone.signal).places()).rejects.toThrow('gone');
  });
});
