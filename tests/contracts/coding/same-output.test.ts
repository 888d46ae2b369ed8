import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameOutput, sameResult } from '../../../src/contracts/coding/same-output.ts';

test.each([
  ['[0, 1]', '[0,1]\n'],
  ['{"a": 1, "b": [true, null]}', '{"b":[true,null],"a":1}'],
  ['2.00000', '2'],
  ['0.3', '0.30000000000000004'],
  ['1', '1.0000000009'],
  ['[1e3, {"x": 0.1}]', '[1000, {"x": 0.1000000001}]'],
  ['"abc"', ' "abc" '],
  ['100000000000000000000', '1e20'],
  ['{"__proto__": 1}', '{"__proto__": 1}'],
  ['1 2 3', '1 2 3  \n\n'],
  ['a  \nb\t', 'a\nb'],
  ['a\r\nb\r\n', 'a\nb\n'],
  ['', '\n'],
  ['yes', 'yes'],
])('%j is the same as %j', (expected, actual) => {
  expect(sameOutput(expected, actual)).toBe(true);
  expect(sameOutput(actual, expected)).toBe(true);
});

test.each([
  ['[0, 1]', '[1, 0]'],
  ['[0]', '[0, 0]'],
  ['[]', '{}'],
  ['[1]', '{"0": 1}'],
  ['{"a": 1}', '{"b": 1}'],
  ['{"a": 1}', '{"__proto__": {"a": 1}}'],
  ['1', '1.000000002'],
  ['1000000007', '1000000008'],
  ['12345678901234567890', '12345678901234567891'],
  ['"1"', '1'],
  ['true', '1'],
  ['null', '0'],
  ['null', '[]'],
  ['"a"', 'a'],
  ['1 2 3', ' 1 2 3'],
  ['1 2 3', '1  2 3'],
  ['a\n\nb', 'a\nb'],
  ['yes', 'Yes'],
])('%j is not the same as %j', (expected, actual) => {
  expect(sameOutput(expected, actual)).toBe(false);
  expect(sameOutput(actual, expected)).toBe(false);
});

test.each([
  ['False', 'false'],
  ['[True, None]', '[true, null]'],
  ["'cba'", '"cba"'],
  ['cba', '"cba"'],
  ['hello, world ', '"hello, world"'],
  ['True', '"True"'],
  ['[eat, tea]', '["eat","tea"]'],
  ["['a', 'it\\'s']", '["a","it\'s"]'],
  ['(1, 2.0)', '[1,2]'],
  ["{1: 'a'}", '{"1":"a"}'],
  ['NaN', 'NaN'],
  ['nan', 'NaN'],
  ['[inf, -Infinity]', '[Infinity, -Infinity]'],
  ['nums = [1, 2]', '[1,2]'],
  ['x = 1', '"x = 1"'],
  ['12345678901234567890', '12345678901234567890'],
  ['"null"', '"null"'],
  ['', '""'],
])('%j is what a function was to return that returned %j', (expected, result) => {
  expect(sameResult(expected, result)).toBe(true);
});

test.each([
  ['null', 'NaN'],
  ['[null]', '[NaN]'],
  ['NaN', 'null'],
  ['Infinity', '-Infinity'],
  ['0', 'NaN'],
  ['cba', '"abc"'],
  ['"cba"', '"\\"cba\\""'],
  ['1', '"1"'],
  ['False', '0'],
  ['nums = [1, 2]', '[2,1]'],
  ['[a]', '[null]'],
  ['', 'null'],
])('%j is not what a function returned that returned %j', (expected, result) => {
  expect(sameResult(expected, result)).toBe(false);
});

test('any JSON value is the result that it is expected to be', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => sameResult(JSON.stringify(value, null, 1), JSON.stringify(value))));
});

test('every JSON value is the same as itself, however it is laid out', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => sameOutput(JSON.stringify(value), JSON.stringify(value, null, 2))));
});

test('long outputs made to be slow are compared at once', () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  expect(sameOutput(deep, deep)).toBe(true);
  const blank = `a${' '.repeat(60_000)}b`;
  expect(sameOutput(blank, `${blank}c`)).toBe(false);
});
