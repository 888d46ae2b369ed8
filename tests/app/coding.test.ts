import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { keptResults } from '../../src/app/coding/attempts.ts';

const result = (more: object = {}) => ({
  ...{ input: '1', expected: '2', actual: '2', passed: true, output: '', ms: 1, error: null },
  ...more,
});

test('short results stay complete when other results are cut', () => {
  const long = '\u0001"\\é'.repeat(16_000);
  const kept = keptResults([
    result(),
    ...Array.from({ length: 48 }, () => result({ actual: long, output: long, passed: false })),
    result(),
  ]);
  expect(kept[0]).toEqual({ actual: '2', passed: true, output: '', ms: 1, error: null });
  expect(kept[49]).toEqual(kept[0]);
  // The printed and the returned text are equal, so it is kept once.
  expect(kept[1]?.output).toBeNull();
  expect(kept[1]?.actual).toMatch(/The rest was cut/);
  expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThan(220_000);
});

test('the output of one example is kept up to 64 KB', () => {
  const long = 'x'.repeat(65_536);
  expect(keptResults([result({ actual: long, output: long }), result({ error: 'It threw.' })])).toMatchObject([
    { actual: long, output: null },
    { error: 'It threw.' },
  ]);
});
