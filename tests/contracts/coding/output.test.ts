import { format } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameOutput, sameResult } from '../../../src/contracts/coding/same-output.ts';
import { printed } from './guest.ts';

/** Expressions whose values the console shows as Node's does. */
const VALUES = [
  'undefined',
  'null',
  '"it\'s"',
  '[undefined, null, -0, 1e21, 2n, true, Symbol("s")]',
  '["a", "it\'s", "\\"\'", "a\\nb\\u0001\\u007f\\\\", "`\'\\""]',
  '[]',
  '{}',
  '[[], {}, new Map(), new Set(), new Uint8Array()]',
  '[1, [2, [3, [4, [5]]]]]',
  '{ a: { b: { c: { d: 1 } } } }',
  '[1, 2, 3, 4, 5, 6]',
  '[1, 2, 3, 4, 5, 6, 7]',
  'Array.from({ length: 30 }, (_, i) => i * i)',
  'Array.from({ length: 101 }, (_, i) => i)',
  'Array.from({ length: 150 }, (_, i) => "n" + i)',
  '["apple", "banana", "cherry", "dragonfruit", "elderberry", "fig", "grape"]',
  '[[1, 2, 3, 4, 5, 6, 7], [8, 9]]',
  '[1, , 3, , ,]',
  'new Array(5)',
  'Object.assign(new Array(1e9), { 5: 1, 9: 2 })',
  'Object.assign([1, 2], { name: "x", "-1": 3 })',
  '{ "a-b": 1, b_c: 2, 3: 4, [Symbol("k")]: 5, "it\'s": 6 }',
  '{ get a() { return 1 }, set b(v) {}, get c() { return 1 }, set c(v) {} }',
  'Array.from({ length: 3 }, (_, i) => ({ id: i, name: "a long name of a thing " + i, tags: ["x", "y"] }))',
  '{ long: "x".repeat(100), other: "y".repeat(20) }',
  '"x".repeat(100)',
  '["line one of a text\\nline two of a text\\n" + "z".repeat(80)]',
  'new Int32Array([1, -2, 3])',
  'new Float64Array([0.5, NaN, -0])',
  'new BigInt64Array([1n, -2n])',
  'new Uint8Array(200)',
  'new Uint8ClampedArray(7)',
  'new ArrayBuffer(4)',
  'new Map([["a", 1], ["b", { c: [1, 2] }]])',
  'new Map([[{ a: 1 }, new Map([[1, 2]])]])',
  'new Set([1, "a", [2]])',
  'new Set(Array.from({ length: 120 }, (_, i) => i))',
  'new Date(0)',
  'new Date(NaN)',
  '{ at: new Date(86400000) }',
  '/a+b/gi',
  '[/x/, new Date(5)]',
  'function named() {}',
  '() => 1',
  'class {}',
  'class A {}',
  'class B extends Map {}',
  'async () => {}',
  'function* g() {}',
  'Object.assign(() => {}, { a: 1 })',
  '[Math.max, Array, Map]',
  'Object.create(null)',
  'Object.assign(Object.create(null), { a: 1 })',
  'new (class Point { constructor() { this.x = 1; this.y = [2] } })()',
  'new (class Empty {})()',
  'new (class Stack extends Array {})(3)',
  'new (class Names extends Map {})([["a", 1]])',
  'new (class Tagged { get [Symbol.toStringTag]() { return "T" } })()',
  '[new Number(3), new String("abc"), new Boolean(false), Object(1n), Object(Symbol("q"))]',
  'Object.assign(new String("ab"), { c: 1 })',
  '(() => { const a = { name: "a" }; a.self = a; a.list = [a, { a }]; return a })()',
  '(() => { const a = [1]; a.push(a); return [a, a] })()',
  'new WeakMap()',
  'new WeakSet()',
  'Promise.resolve === undefined',
  '{ [Symbol.toStringTag]: "mine" }',
  'Math',
  'JSON',
  '{ [Symbol.for("nodejs.util.inspect.custom")]() { return "shown\\nso" } }',
  '{ inner: { [Symbol.for("nodejs.util.inspect.custom")]() { return { a: 1 } } } }',
  'Array.from({ length: 10 }, (_, i) => Array.from({ length: 10 }, (_, j) => i * j))',
  '[true, false, true, false, true, false, true, false]',
  '["a", 1, "bb", 22, "ccc", 333, "dddd", 4444]',
  'Array.from({ length: 27 }, (_, i) => "é".repeat(i % 5))',
  'Array.from({ length: 12 }, (_, i) => [i, "v" + i])',
  'Object.fromEntries(Array.from({ length: 30 }, (_, i) => ["key" + i, i]))',
  '{ a: undefined, f() {}, g: class X {}, h: new Error === 1 }',
  'Buffer.from("héllo")',
  'Buffer.alloc(60)',
  '[Buffer.from([1, 2])]',
];

/** The arguments of a call of the console. */
const CALLS = [
  '"%s is %d years, %i and %f", "Ann", 42.5, 42.9, "1.5"',
  '"%j %o", { a: [1] }, "x"',
  '"%O", { a: { b: { c: { d: {} } } } }',
  '"100%", 5',
  '"%%", 5',
  '"%%"',
  '"%s"',
  '"%s %s", "a"',
  '"%x %", 1',
  '"%c styled", "color: red"',
  '"%s", null, undefined, [1], "t"',
  '"%s %s %s", { a: { b: 1 } }, [1, [2]], () => 1',
  '"%d %d %d", "x", 5n, -0',
  '"%s %s", new (class { toString() { return "own" } })(), new Date(0)',
  '"a", { b: 1 }, ["c"]',
  '1, "%s", 2',
  '"a\\n", [1]',
  '',
];

const evaluated = (expression: string): unknown => new Function(`return (${expression});`)();

test('the console shows values as Node does', async () => {
  const code = VALUES.map((one) => `console.log(${JSON.stringify(one)}, (${one}));`).join('\n');
  const expected = VALUES.map((one) => `${format(one, evaluated(one))}\n`);
  // Each begins with its expression, so that a failure shows the one that differs.
  expect((await printed(code)).split(/(?<=\n)(?=.)/)).toEqual(expected.join('').split(/(?<=\n)(?=.)/));
});

test('the console formats placeholders as Node does', async () => {
  const code = CALLS.map((one) => `console.log(${one});`).join('\n');
  const expected = CALLS.map((one) => `${format(...(evaluated(`[${one}]`) as unknown[]))}\n`);
  expect(await printed(code)).toBe(expected.join(''));
});

test('any JSON value is shown as Node shows it', async () => {
  const values = fc.sample(
    fc.oneof(fc.jsonValue({ maxDepth: 5 }), fc.array(fc.integer(), { maxLength: 60 }), fc.array(fc.string(), { maxLength: 30 })),
    { numRuns: 300, seed: 23 },
  );
  const code = values
    .map((value) => `console.log(JSON.parse(${JSON.stringify(JSON.stringify(value))}), ${JSON.stringify('|')})`)
    .join('\n');
  const expected = values.map((value) => `${format(JSON.parse(JSON.stringify(value)), '|')}\n`).join('');
  for (const [index, line] of (await printed(code)).split('|\n').entries()) expect(line).toBe(expected.split('|\n')[index]);
});

test('errors are shown with their name, message and properties', async () => {
  const code = `
    const error = Object.assign(new TypeError('no'), { code: 5 });
    console.log(error);
    console.log([new Error('within')], new Error(''));
    console.log(new Error('outer', { cause: 'inner' }));
    class Mine extends Error { name = 'Mine' }
    console.log(new Mine('x'));`;
  expect(await printed(code)).toBe("TypeError: no { code: 5 }\n[ Error: within ] Error\nError: outer { [cause]: 'inner' }\nMine: x\n");
});

test('the other parts of the console work as in Node', async () => {
  const code = `
    console.group('a'); console.log('b\\nc'); console.group(); console.log([1]); console.groupEnd(); console.groupEnd(); console.log('d');
    console.assert(true, 'x'); console.assert(1 === 2, 'not %s', 'so'); console.assert(false); console.assert(false, { a: 1 });
    console.count(); console.count('n'); console.count(); console.countReset(); console.count();
    console.dir({ a: { b: { c: {} } } }, { depth: 0 });
    console.table([{ a: 1, b: 'x' }, { a: 2 }]);
    console.table([1, 'two']);
    console.time('t'); console.timeEnd('t');`;
  expect(await printed(code)).toBe(`a
  b
  c
    [ 1 ]
d
default: 1
n: 1
default: 2
default: 1
{ a: [Object] }
┌─────────┬───┬─────┐
│ (index) │ a │ b   │
├─────────┼───┼─────┤
│ 0       │ 1 │ 'x' │
│ 1       │ 2 │     │
└─────────┴───┴─────┘
┌─────────┬────────┐
│ (index) │ Values │
├─────────┼────────┤
│ 0       │ 1      │
│ 1       │ 'two'  │
└─────────┴────────┘
t: 0ms
`);
});

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
])('the outputs %j and %j count as the same', (expected, actual) => {
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
])('the outputs %j and %j do not count as the same', (expected, actual) => {
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
])('the expected result %j is met by %j', (expected, result) => {
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
])('the expected result %j is not met by %j', (expected, result) => {
  expect(sameResult(expected, result)).toBe(false);
});

test('any JSON value meets the same expected result', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => sameResult(JSON.stringify(value, null, 1), JSON.stringify(value))));
});

test('every JSON value counts as the same as itself, however it is formatted', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => sameOutput(JSON.stringify(value), JSON.stringify(value, null, 2))));
});

test('long outputs that are made to be slow are compared quickly', () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  expect(sameOutput(deep, deep)).toBe(true);
  const blank = `a${' '.repeat(60_000)}b`;
  expect(sameOutput(blank, `${blank}c`)).toBe(false);
});
