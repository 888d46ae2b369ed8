import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  count,
  defineEvent,
  instant,
  isEvent,
  labelAlone,
  localDate,
  localTime,
  publicNameOf,
  publicNamesOf,
  sealed,
} from '../../src/domain/kernel/define-event.ts';
import type { JsonObject, Recorded, Sealed } from '../../src/domain/kernel/event.ts';
import { catalogueOf, faultOf, upcastersOf } from '../../src/domain/kernel/event-catalogue.ts';

const plain = {
  type: 'Counted',
  publicName: 'count.made',
  label: 'Counted',
  meaning: 'Something was counted.',
  since: '0.1.0',
  history: null,
  data: z.strictObject({ n: count, of: z.strictObject({ what: z.string() }).optional() }),
  example: { data: { n: 1 } },
} as const;
const Counted = defineEvent(plain);
const Named = defineEvent({
  ...plain,
  type: 'Named',
  label: 'Taken back:',
  publicName: { good: 'count.good', bad: 'count.bad', worse: 'count.bad' },
  private: z.strictObject({ name: z.string() }),
  startsStream: true,
  webhook: false,
  upcasters: [(data) => ({ ...data, n: 0 })],
  example: { data: { n: 1 }, private: { name: 'Ada' } },
  detail: ({ data }) => `${data.n}`,
  changes: ({ n }) => ({ after: { n } }),
});
const OF_NOTHING = { at: '2026-11-20T16:00:00.000Z', private: null };

describe('a definition of an event', () => {
  test('that leaves out what is rare has no personal part, starts no stream, says and changes nothing, and may go into a webhook', () => {
    expect(Counted).toMatchObject({ version: 1, upcasters: [], private: null, webhook: true, startsStream: false });
    expect(Counted.example).toEqual({ data: { n: 1 }, private: null });
    expect(Counted.detail({ data: { n: 1 }, before: {}, after: {} })).toBeNull();
    expect(Counted.changes({ n: 1 }, OF_NOTHING)).toEqual({});
  });

  test('has a version for each upcaster, and one more', () => {
    expect(Named).toMatchObject({ version: 2, webhook: false, startsStream: true });
    expect(Named.example).toEqual({ data: { n: 1 }, private: { name: 'Ada' } });
    expect(Named.detail({ data: { n: 7 }, before: {}, after: {} })).toBe('7');
    expect(Named.changes({ n: 7 }, { ...OF_NOTHING, private: 'v1.e1.c2VhbGVk' as Sealed<{ name: string }> })).toEqual({ after: { n: 7 } });
  });

  test('says which events are of its type', () => {
    const event = { type: 'Named' } as Recorded;
    expect([isEvent(event, Counted), isEvent(event, Counted, Named), isEvent(event)]).toEqual([false, true, false]);
  });

  test('has one public name, or one for each outcome', () => {
    expect(publicNamesOf(Counted)).toEqual(['count.made']);
    expect(publicNameOf(Counted, { outcome: 'bad' })).toBe('count.made');
    expect(publicNamesOf(Named)).toEqual(['count.good', 'count.bad']);
    expect(publicNameOf(Named, { outcome: 'worse' })).toBe('count.bad');
    expect(() => publicNameOf(Named, { outcome: 'best' })).toThrow('A Named with the outcome best has no public name.');
  });

  test('has a label that loses its colon where no title follows', () => {
    expect([labelAlone(Counted), labelAlone(Named), labelAlone({ ...Counted, label: 'At 9:00 counted' })]).toEqual([
      'Counted',
      'Taken back',
      'At 9:00 counted',
    ]);
  });
});

describe('a catalogue of events', () => {
  const catalogue = catalogueOf([Counted], [Named, Counted]);
  const faultIn = (type: string, data: JsonObject, personal?: Parameters<typeof faultOf>[2]) =>
    faultOf(catalogue, { type, data }, personal);

  test('contains each definition once, and refuses two of one type', () => {
    expect([...catalogue.keys()]).toEqual(['Counted', 'Named']);
    expect(() => catalogueOf([Counted], [defineEvent(plain)])).toThrow('The event Counted is declared twice.');
  });

  test('has the upcasters of the types that have any', () => {
    expect(upcastersOf(catalogue)).toEqual({ Named: Named.upcasters });
  });

  test('finds no fault in an event as it is declared', () => {
    expect(faultIn('Counted', { n: 1 }, null)).toBeNull();
    expect(faultIn('Counted', { n: 1 })).toBeNull();
    expect(faultIn('Named', { n: 1 }, { name: 'Ada' })).toBeNull();
    expect(faultIn('Named', { n: 1 })).toBeNull();
  });

  test('says what is wrong with an event, and where', () => {
    expect(faultIn('Forgotten', {})).toBe('the catalogue of events has no Forgotten');
    expect(faultIn('Counted', { n: 'x' })).toMatch(/^its data: n: .*number/);
    expect(faultIn('Counted', { n: 1, of: { what: 7 } })).toMatch(/^its data: of\.what: .*string/);
    expect(faultIn('Counted', { n: 'x', of: 7 })).toMatch(/^its data: n: .*; of: /);
    expect(faultIn('Counted', { n: 1, more: 2 })).toMatch(/^its data: Unrecognized key/);
    expect(faultIn('Counted', { n: 1 }, { name: 'Ada' })).toBe('it has a personal part, and its type has none');
    expect(faultIn('Named', { n: 1 }, { name: 7 })).toMatch(/^its personal part: name: .*string/);
    expect(faultIn('Named', { n: 1 }, null)).toMatch(/^its personal part: /);
  });
});

test.each([
  [instant, '2026-11-20T16:00:00.000Z', ['2026-11-20T16:00:00Z', 'x2026-11-20T16:00:00.000Z', '2026-11-20T16:00:00.000Zx']],
  [localDate, '2026-11-20', ['2026-11-2', 'x2026-11-20', '2026-11-20x']],
  [localTime, '09:00', ['9:00', 'x09:00', '09:00x']],
  [sealed<never>(), 'v1.e1.c2VhbGVk', ['v2.e1.c2VhbGVk', 'e1.v1.']],
])('the schema %# of a field takes %s and nothing that only contains it', (schema, good, bad) => {
  expect(schema.safeParse(good).success).toBe(true);
  expect(bad.filter((text) => schema.safeParse(text).success)).toEqual([]);
});
