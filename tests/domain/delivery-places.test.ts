import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLACES_A_DAY, type Place, type PlacedKind, placeFor } from '../../src/domain/delivery/places.ts';

const START = Date.parse('2026-11-20T16:00:00.000Z');
const HOUR = 3_600_000;
const at = (hours: number): string => new Date(START + hours * HOUR).toISOString();
const ten = (kind: PlacedKind, hour: (index: number) => number): readonly Place[] =>
  Array.from({ length: PLACES_A_DAY }, (_, index) => ({ id: `${kind}-${index}`, kind, at: at(hour(index)) }));
const invitation = (id: string) => ({ id, kind: 'invitation' }) as const;
const summary = (id: string) => ({ id, kind: 'summary' }) as const;

test('a message goes out at once if fewer than ten went out in 24 hours', () => {
  expect(placeFor([], invitation('a'), at(0))).toBe(at(0));
  const sent = ten('invitation', (index) => index / 10);
  expect(placeFor(sent.slice(1), invitation('a'), at(1))).toBe(at(1));
  expect(placeFor(sent, invitation('a'), at(24))).toBe(at(24));
});

test('the eleventh message waits until the first is 24 hours old, and later ones queue behind it', () => {
  const sent = ten('invitation', (index) => index);
  expect(placeFor(sent, invitation('a'), at(10))).toBe(at(24));
  const queue = [...sent, { ...invitation('a'), at: at(24) }];
  expect(placeFor(queue, invitation('b'), at(10))).toBe(at(25));
  expect(placeFor(queue, invitation('a'), at(24))).toBe(at(24));
});

test('a summary to somebody who has accepted does not wait behind invitations', () => {
  const sent = ten('invitation', (index) => index);
  const queue = [...sent, ...ten('invitation', (index) => 24 + index).map((one) => ({ ...one, id: `later ${one.id}` }))];
  expect(placeFor(queue, summary('s'), at(10))).toBe(at(24));
  expect(placeFor(queue, invitation('b'), at(10))).toBe(at(48));
  // Its turn has come, but summaries went first.
  const taken = [...ten('summary', () => 24), { ...invitation('a'), at: at(24.5) }];
  expect(placeFor(taken, invitation('a'), at(24.5))).toBe(at(48));
});

test('a place is free again after 24 hours', () => {
  const sent = ten('invitation', () => 0);
  expect(placeFor(sent, invitation('a'), at(23))).toBe(at(24));
  expect(placeFor(sent, invitation('a'), at(30))).toBe(at(30));
});

test('messages that go out at the same instant count, in whatever order they are listed', () => {
  expect(
    placeFor(
      ten('invitation', () => 5),
      summary('s'),
      at(5),
    ),
  ).toBe(at(29));
  const sent = ten('invitation', (index) => 9 - index);
  expect(placeFor([...sent, { ...invitation('b'), at: at(4.5) }], invitation('a'), at(10))).toBe(at(25));
});

test('an invitation waits for those that are queued later than its own place only until its turn comes', () => {
  const later = ten('invitation', (index) => 25 + index);
  expect(placeFor([...later, { ...invitation('a'), at: at(24) }], invitation('a'), at(24))).toBe(at(24));
  expect(placeFor([...later, { ...invitation('a'), at: at(24.5) }], invitation('a'), at(24))).toBe(at(49));
});

test('a summary waits behind the summaries that are queued', () => {
  expect(
    placeFor(
      ten('summary', (index) => 24 + index),
      summary('s'),
      at(10),
    ),
  ).toBe(at(48));
});

test('a second attempt of the same message does not count twice', () => {
  const sent = ten('invitation', () => 0);
  expect(placeFor(sent, invitation('invitation-3'), at(2))).toBe(at(2));
});

test('at most ten messages go out in any 24 hours, and each goes out in the end', () => {
  const asks = fc.array(fc.record({ hour: fc.integer({ min: 0, max: 60 }), kind: fc.constantFrom<PlacedKind>('invitation', 'summary') }), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(asks, (wanted) => {
      const waiting = wanted.map(({ hour, kind }, index) => ({ id: `m-${index}`, kind, due: at(hour) }));
      const places = new Map<string, Place>();
      const sent: number[] = [];
      for (let turns = 0; waiting.length > 0; turns += 1) {
        expect(turns).toBeLessThan(10_000);
        waiting.sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0));
        const [next] = waiting as [(typeof waiting)[number]];
        const place = placeFor([...places.values()], next, next.due);
        places.set(next.id, { id: next.id, kind: next.kind, at: place });
        if (place > next.due) next.due = place;
        else sent.push(Date.parse((waiting.shift() as { due: string }).due));
      }
      for (const [index, instant] of sent.entries()) {
        const eleventh = sent[index + PLACES_A_DAY];
        if (eleventh !== undefined) expect(eleventh - instant).toBeGreaterThanOrEqual(24 * HOUR);
      }
    }),
  );
});
