import { expect, test } from 'vitest';
import type { Fold } from '../../src/domain/kernel/event-store.ts';
import { createKeptFolds, weightOf } from '../../src/store/event-log/kept-folds.ts';

const evolve = (): unknown => null;
const at = (revision: number, state: unknown = { revision }): Fold<unknown> => ({ state, last: { revision, hash: `hash ${revision}` } });

test('the newest fold is stored for long streams only', () => {
  const folds = createKeptFolds();
  folds.keep('s', evolve, { state: {}, last: null });
  folds.keep('s', evolve, at(14));
  expect(folds.get('s', evolve)).toBeUndefined();
  folds.keep('s', evolve, at(20));
  folds.keep('s', evolve, at(15));
  expect(folds.get('s', evolve)).toEqual(at(20));
  expect(folds.get('s', () => null)).toBeUndefined();
  folds.drop('s', evolve);
  expect(folds.get('s', evolve)).toBeUndefined();
});

test('all folds together stay within the limit: the least recently used ones are dropped first', () => {
  const folds = createKeptFolds({ mostBytes: 50_000 });
  const large = (letter: string) => at(20, { description: letter.repeat(10_000) });
  for (const letter of 'abcd') folds.keep(letter, evolve, large(letter));
  expect(folds.get('a', evolve)).toEqual(large('a'));
  for (const letter of 'ef') folds.keep(letter, evolve, large(letter));
  expect([...'abcdef'].filter((letter) => folds.get(letter, evolve) !== undefined).join('')).toBe('adef');
});

test('a state that has grown is counted again, and one that exceeds the whole limit is not kept', () => {
  const folds = createKeptFolds({ mostBytes: 50_000 });
  for (const letter of 'ab') folds.keep(letter, evolve, at(20));
  folds.keep('a', evolve, at(60, { text: 'x'.repeat(49_700) }));
  expect(folds.get('b', evolve)).toBeUndefined();
  folds.keep('a', evolve, at(120, { text: 'x'.repeat(51_000) }));
  expect(folds.get('a', evolve)).toBeUndefined();
});

test('the weight of a state includes all texts, also of maps and sets, and chains of any length', () => {
  const text = 'x'.repeat(1_000);
  for (const value of [text, { text }, [text], new Map([['key', text]]), new Set([text]), { deep: [{ er: new Map([[text, null]]) }] }])
    expect(Math.abs(weightOf(value) - 1_000)).toBeLessThan(300);
  let chain: object | null = null;
  for (let index = 0; index < 100_000; index += 1) chain = { before: chain, id: 'x' };
  expect(weightOf(chain)).toBeGreaterThan(100_000 * 50);
});
