import { expect, test } from 'vitest';
import { seenWords } from '../../src/contracts/words/seen.ts';

const FILES = [
  { id: 'f1', name: 'after.png' },
  { id: 'f2', name: 'log.txt' },
];

test('names the files that a machine was given less of than the whole', () => {
  const seen = [
    { file: 'f1', as: 'name' },
    { file: 'f2', as: 'beginning' },
    { file: 'gone', as: 'name' },
  ] as const;
  expect(seenWords(seen, FILES)).toBe('after.png: by name only; log.txt: its beginning only; A deleted file: by name only');
});

test('says nothing if it was given all of them, or if nobody recorded it', () => {
  expect(seenWords([{ file: 'f2', as: 'whole' }], FILES)).toBeNull();
  expect(seenWords(null, FILES)).toBeNull();
});
