import { expect, test } from 'vitest';
import { nameInFolder } from '../../../src/reports/bundle/files.ts';

test.each([
  ['shot.png', 'shot.png'],
  ['a: "b"?.txt', 'a_ _b__.txt'],
  ['ends in dots...', 'ends in dots_'],
  ['.hidden', '.hidden'],
  [`${'x'.repeat(250)}.json`, `${'x'.repeat(195)}.json`],
  [`${'図'.repeat(250)}.png`, `${'図'.repeat(65)}.png`],
])('the name %j is %j in a folder', (name, expected) => {
  expect(nameInFolder(name)).toBe(expected);
});
