import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonOfLiteral } from '../../../src/contracts/coding/literal.ts';

const read = (text: string): string | undefined => jsonOfLiteral(text, { words: false });

test.each([
  ['True', 'true'],
  [' None ', 'null'],
  ['[True, [False], nil,]', '[true, [false], null]'],
  ["'a'", '"a"'],
  [String.raw`'\n\'\x41\u00e9\U0001F600\d'`, String.raw`"\n'Aé😀\\d"`],
  ['"it\'s"', `"it's"`],
  ["b'ab'", '"ab"'],
  [String.raw`r'\n'`, String.raw`"\\n"`],
  ['()', '[]'],
  ['(1,)', '[1]'],
  ['(1)', '1'],
  ["('a', (1, 2))", '["a", [1, 2]]'],
  ['{}', '{}'],
  ['{1, 2}', '[1, 2]'],
  ["{'a': 1, 2: None, True: {'b': ()}}", '{"a": 1, "2": null, "true": {"b": []}}'],
  ['{a: 1, b: [2]}', '{"a": 1, "b": [2]}'],
  ['+1', '1'],
  ['-.5', '-0.5'],
  ['5.', '5.0'],
  ['2.50e3', '2.50e3'],
  ['1_000', '1000'],
  ['12345678901234567890n', '12345678901234567890'],
  ['0xff', '255'],
  ['-0b101', '-5'],
])('%s is read as %s', (text, json) => {
  expect(read(text)).toBe(json);
});

test.each([
  '',
  'abc',
  '[a]',
  'NaN',
  '-',
  '.',
  '1.2.3',
  '007',
  '1 2',
  '[1 2]',
  '[1,,2]',
  '[,]',
  '[1',
  "'a",
  '{1: 2, 3}',
  '{1, 2: 3}',
  '{1:}',
  '0b12',
  '0o8',
  "'a' 'b'",
  '1a',
  '(',
  '{[1]: 2}',
])('%s is no value', (text) => {
  expect(read(text)).toBeUndefined();
});

test('words and what JSON has no form for are read where they are wanted', () => {
  const unwritable = (name: string): string => `"<${name}>"`;
  expect(jsonOfLiteral('[a, None, nan]', { words: true })).toBeUndefined();
  expect(jsonOfLiteral('[a_1, None, é]', { words: true })).toBe('["a_1", null, "é"]');
  expect(jsonOfLiteral('[nan, -inf, Infinity]', { words: true, unwritable })).toBe('["<NaN>", "<-Infinity>", "<Infinity>"]');
  expect(jsonOfLiteral('[-a]', { words: true })).toBeUndefined();
});

test('JSON is read as what it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect(JSON.parse(read(JSON.stringify(value)) ?? 'none')).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('texts that are nested or long are read or refused at once', () => {
  expect(read(`${'['.repeat(30_000)}1`)).toBeUndefined();
  expect(read(`'${'\\\\'.repeat(50_000)}`)).toBeUndefined();
  expect(read(`[${' '.repeat(100_000)}x`)).toBeUndefined();
});
