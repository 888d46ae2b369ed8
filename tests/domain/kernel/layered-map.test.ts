import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryOf, hasEntry, type LayeredMap, withEntry } from '../../../src/domain/kernel/layered-map.ts';
import { frozen } from '../../support/frozen.ts';

test('it holds what a plain map holds, and the maps from which it was made stay as they were', () => {
  const entries = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), fc.nat()), { maxLength: 40 });
  fc.assert(
    fc.property(entries, (given) => {
      const steps: { readonly map: LayeredMap<number>; readonly plain: ReadonlyMap<string, number> }[] = [{ map: [], plain: new Map() }];
      for (const [key, value] of given) {
        const { map, plain } = steps.at(-1) as (typeof steps)[number];
        steps.push({ map: frozen(withEntry(map, key, value)), plain: new Map([...plain, [key, value]]) });
      }
      for (const { map, plain } of steps)
        for (const key of 'abcdefghi') {
          expect(entryOf(map, key)).toBe(plain.get(key));
          expect(hasEntry(map, key)).toBe(plain.has(key));
        }
    }),
  );
});

test('10,000 entries lie in a few layers, and adding all of them copies each about ten times', () => {
  let map: LayeredMap<number> = [];
  let copied = 0;
  for (let index = 0; index < 10_000; index += 1) {
    const next = withEntry(map, `key ${index}`, index);
    copied += next.filter((layer) => !map.includes(layer)).reduce((sum, { size }) => sum + size, 0);
    map = next;
  }
  expect(map.length).toBeLessThanOrEqual(14);
  expect(copied).toBeLessThan(10_000 * 15);
});
