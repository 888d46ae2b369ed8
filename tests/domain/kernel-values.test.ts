import { expect, test } from 'vitest';
import { errorCode } from '../../src/domain/kernel/decider.ts';
import { itemAt } from '../../src/domain/kernel/records.ts';

test('the code of an error is its text, and nothing else counts as one', () => {
  expect(errorCode(Object.assign(new Error('no file'), { code: 'ENOENT' }))).toBe('ENOENT');
  for (const other of [new Error('no code'), Object.assign(new Error('a number'), { code: 11_000 }), 'ENOENT', null, undefined])
    expect(errorCode(other)).toBeUndefined();
});

test('an item is given by its index, also from the end, and a missing one is an error', () => {
  expect([itemAt(['a', 'b', 'c'], 0), itemAt(['a', 'b', 'c'], -1)]).toEqual(['a', 'c']);
  expect(() => itemAt(['a'], 1)).toThrow(RangeError);
});
