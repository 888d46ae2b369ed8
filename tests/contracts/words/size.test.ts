import { expect, test } from 'vitest';
import { FILE_BYTES } from '../../../src/contracts/file.ts';
import { sizeWords } from '../../../src/contracts/words/size.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [900, '900 bytes'],
  [1_023, '1023 bytes'],
  [1_024, '1 KB'],
  [217_088, '212 KB'],
  [1_048_575, '1.0 MB'],
  [1_468_006, '1.4 MB'],
  [10_480_000, '10 MB'],
  [FILE_BYTES, '25 MB'],
  [5 * 1_073_741_824, '5.0 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});
