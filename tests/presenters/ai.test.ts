import { expect, test } from 'vitest';
import { masked } from '../../src/presenters/ai.ts';

test.each([
  ['sk-0123456789abcd', 'sk-…abcd'],
  ['sk-or-v1-0123456789abcd', 'sk-…abcd'],
  ['0123456789abcdef', '…cdef'],
  ['sk-short', '…'],
])('%s is shown as %s', (key, shown) => {
  expect(masked(key)).toBe(shown);
});
