import { Buffer as NodeBuffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calling, printed, run } from './guest.ts';

/** Programs, and what they print. */
const PROGRAMS: readonly (readonly [name: string, code: string, output: string])[] = [
  [
    'timers run in the order in which they are due',
    "setTimeout(() => console.log('b'), 2000); setTimeout(() => console.log('a'), 1000); console.log('now')",
    'now\na\nb\n',
  ],
  [
    'waiting advances the clock',
    'const t = Date.now(); setTimeout(() => console.log(Math.round((Date.now() - t) / 500), performance.now(), Math.round((new Date() - t) / 500)), 1500)',
    '3 1500 3\n',
  ],
  ['timers get their values', "setTimeout(console.log, 1, 'a', 2)", 'a 2\n'],
  [
    'timers that were stopped do not run',
    'const t = setTimeout(console.log, 1, "x"); clearTimeout(t); clearTimeout(+setTimeout(console.log, 1, "y")); clearTimeout(undefined)',
    '',
  ],
  [
    'intervals run until they are stopped',
    'let n = 0; const t = setInterval(() => { console.log(++n, performance.now()); if (n === 3) clearInterval(t) }, 10)',
    '1 10\n2 20\n3 30\n',
  ],
  [
    'an interval that holds nothing back',
    'setInterval(() => console.log("x"), 10).unref(); setTimeout(() => console.log("y"), 25)',
    'x\nx\ny\n',
  ],
  [
    'nextTick and microtasks run before timers and setImmediate',
    `setImmediate(() => console.log('immediate')); setTimeout(() => console.log('timeout'), 0); Promise.resolve().then(() => console.log('promise'));
     process.nextTick(() => console.log('tick')); queueMicrotask(() => console.log('microtask')); console.log('script')`,
    'script\ntick\npromise\nmicrotask\ntimeout\nimmediate\n',
  ],
  [
    'a promise that waits for a timer',
    "const { setTimeout: wait } = require('timers/promises'); (async () => { console.log(await wait(500, 'v'), performance.now()) })()",
    'v 500\n',
  ],
  [
    'an async function that waits for a timer',
    'const sleep = (ms) => new Promise((done) => setTimeout(done, ms));\nfor (const n of [3, 1]) { await sleep(n); console.log(n) }',
    '3\n1\n',
  ],
  [
    'await at the top of a script that uses require',
    "const fs = require('fs');\nconst text = await Promise.resolve('x');\nconsole.log(text, typeof fs.readFileSync)",
    'x function\n',
  ],
  [
    'the word await elsewhere does not make a script a module',
    'd = "await"; async function f() { await 1; console.log(d) } f()',
    'await\n',
  ],
  ['text that looks like an import', 'x = `\nimport fs from "fs"\n`; console.log(x.length)', '21\n'],
  [
    'structuredClone',
    'const a = { d: new Date(5), m: new Map([[1, { x: [1] }]]), s: new Set([1]), u: undefined, t: new Int8Array([1, 2]) }; a.self = a; const b = structuredClone(a); b.m.get(1).x.push(2); console.log(a.m, b, b.self === b)',
    'Map(1) { 1 => { x: [ 1 ] } } <ref *1> {\n  d: 1970-01-01T00:00:00.005Z,\n  m: Map(1) { 1 => { x: [Array] } },\n  s: Set(1) { 1 },\n  u: undefined,\n  t: Int8Array(2) [ 1, 2 ],\n  self: [Circular *1]\n} true\n',
  ],
  ['structuredClone of a function', 'try { structuredClone({ f() {} }) } catch (e) { console.log(e.name) }', 'DataCloneError\n'],
  [
    'assert',
    "const assert = require('assert'); assert.deepStrictEqual({ a: [1, new Set([2])] }, { a: [1, new Set([2])] }); assert.equal(1, '1'); assert.throws(() => { throw new Error('x') }, /x/); try { assert.strictEqual(1, 2) } catch (e) { console.log(e.name, e.message) }",
    'AssertionError Expected 1 to equal 2\n',
  ],
  [
    'util',
    "const util = require('node:util'); console.log(util.inspect('a'), util.format('%s-%d', 'x', 5), util.isDeepStrictEqual([1], [1]), util.types.isDate(new Date()))",
    "'a' x-5 true true\n",
  ],
  [
    'events',
    "const E = require('events'); class A extends E {} const a = new A(); a.once('x', (v) => console.log('once', v)); a.on('x', (v) => console.log('on', v)); a.emit('x', 1); a.emit('x', 2); console.log(a.listenerCount('x'))",
    'once 1\non 1\non 2\n1\n',
  ],
  [
    'the process',
    "console.log(process.argv.length, process.env.HOME, process.platform, typeof process.hrtime.bigint()); process.on('exit', (c) => console.log('end', c)); process.stdout.write('x\\n')",
    '2 undefined linux bigint\nx\nend 0\n',
  ],
  ['global', 'global.x = 5; console.log(x, globalThis === global)', '5 true\n'],
  [
    "names of Node's globals may be declared",
    'const setTimeout = 1; let Buffer = 2; var process = 3; function structuredClone() { return 4 } const fs = 5, readline = 6; console.log(setTimeout, Buffer, process, structuredClone(), fs, readline)',
    '1 2 3 4 5 6\n',
  ],
  ["names of Node's globals may be set", 'setTimeout = 5; process = { env: 1 }; console.log(setTimeout, process)', '5 { env: 1 }\n'],
  [
    'numbers in words',
    'console.log((1234567.891).toLocaleString(), (1.0005).toLocaleString(), (-0.5).toLocaleString("en-US"), (2.5).toLocaleString(undefined, { maximumFractionDigits: 0 }), (3).toLocaleString("en", { minimumFractionDigits: 2 }), 12345n.toLocaleString(), (1e21).toLocaleString(), (0.256).toLocaleString("en-US", { style: "percent" }))',
    '1,234,567.891 1.001 -0.5 3 3.00 12,345 1,000,000,000,000,000,000,000 26%\n',
  ],
  [
    'dates in words',
    'const d = new Date(Date.UTC(2026, 0, 5, 13, 4, 5)); console.log(d.toLocaleDateString(), d.toLocaleTimeString(), d.toLocaleString())',
    '1/5/2026 1:04:05 PM 1/5/2026, 1:04:05 PM\n',
  ],
  ['the same random numbers', 'console.log(typeof Math.random())', 'number\n'],
];

test.each(PROGRAMS)('%s', async (_, code, output) => {
  expect(await printed(code)).toBe(output);
});

test.each([
  ["setTimeout(() => { throw new Error('late') }, 5)", 'Error: late'],
  ["require('events'); new (require('events'))().emit('error', new Error('told'))", 'Error: told'],
  ['setTimeout("code", 5)', 'must be of type function'],
  ["(5).toLocaleString('de-DE')", 'The language de-DE is not supported. There is en-US.'],
  ["(5).toLocaleString('en-US', { style: 'currency', currency: 'USD' })", 'Numbers in the style currency are not supported.'],
  ['new Intl.NumberFormat()', 'There is no Intl here. There are localeCompare and toLocaleString, as in English.'],
  ['process.exitCode = 4', 'It ended with code 4.'],
  ['await new Promise(() => {})', 'never settled'],
])('%s fails with an error that says why', async (code, message) => {
  expect((await run(code)).fault?.message).toContain(message);
});

test('timers that never end are interrupted', async () => {
  for (const code of ['setInterval(() => {}, 1)', '(function f() { setTimeout(f, 0) })()', '(function f() { process.nextTick(f) })()'])
    expect((await run(code)).fault).toMatchObject({ kind: 'timeout' });
});

test('running code does not change the clock of the program', async () => {
  const { now } = Date;
  await run('setTimeout(() => { throw 1 }, 1e9)');
  expect(Date.now).toBe(now);
});

test.each([
  ['new Int32Array([1, -2])', '[1,-2]'],
  ['new BigInt64Array([1n])', '[1]'],
  ['new Set([3, 1, [2]])', '[3,1,[2]]'],
  ['new Map([["a", 1], ["b", new Set([2])]])', '{"a":1,"b":[2]}'],
  ['new Map([[1, 2], [null, 3]])', '{"1":2,"null":3}'],
  ['new Map([[[1, 2], 3]])', '[[[1,2],3]]'],
  ['new Map([[{ a: 1 }, 1], ["b", 2]])', '[[{"a":1},1],["b",2]]'],
  ['(function* () { yield 1; yield [2] })()', '[1,[2]]'],
  ['new Map([["x", 1]]).keys()', '["x"]'],
  ['[1, 2].values()', '[1,2]'],
  ['(async function* () { yield 1; yield 2 })()', '[1,2]'],
  ['new Promise((done) => setTimeout(done, 1000, "late"))', '"late"'],
  ['NaN', 'NaN'],
  ['[0 / 0, 1 / 0, -1 / 0, -0]', '[NaN,Infinity,-Infinity,0]'],
  ['"NaN"', '"NaN"'],
  ['{ a: [new Uint8Array(2)] }', '{"a":[[0,0]]}'],
  ['new Date(0)', '"1970-01-01T00:00:00.000Z"'],
  ['Array.from("ab")', '["a","b"]'],
])('a function that returns %s gives %s', async (expression, value) => {
  expect(await run(`const f = () => (${expression})`, calling('f'))).toMatchObject({ value, fault: null });
});

test('an endless result is refused as too long', async () => {
  const code = 'const f = function* () { for (;;) yield 1 }';
  expect((await run(code, { ...calling('f'), questions: 5_000 })).fault?.message).toBe('The result is longer than 64 KB.');
});

test('a function that returns nothing gives the argument that it has to change', async () => {
  const code = 'const f = (a, b) => { a.reverse(); b.push(9) }';
  const call = { name: 'f', args: ['[1, 2]', '[3]'] };
  expect((await run(code, { call })).value).toBe('null');
  expect((await run(code, { call: { ...call, changed: 0 } })).value).toBe('[2,1]');
  expect((await run(code, { call: { ...call, changed: 1 } })).value).toBe('[3,9]');
  expect((await run('const f = (a) => 5', { call: { ...call, changed: 0 } })).value).toBe('5');
});

/** Expressions with buffers, whose values have a form in JSON. */
const BUFFERS = [
  'Buffer.from("héllo 😀").toString("hex")',
  'Buffer.from("ff0g1", "hex").length',
  'Buffer.from("aGk", "base64").toString()',
  'Buffer.from("hi?>").toString("base64")',
  'Buffer.from("hi?>").toString("base64url")',
  'Buffer.from("é", "latin1").length',
  'Buffer.from("hé", "utf16le").toString("utf16le")',
  'Buffer.from([1, 2, 256 + 3]).toJSON()',
  'Buffer.concat([Buffer.from("a"), Buffer.from("bc")]).toString()',
  'Buffer.concat([Buffer.from("abc"), Buffer.from("d")], 2).toString()',
  'Buffer.alloc(3, "ab").toString()',
  'Buffer.byteLength("€")',
  'Buffer.from("abcdef").slice(1, -2).toString()',
  'Buffer.from("abcabc").indexOf("ca")',
  'Buffer.from("abc").includes("d")',
  'Buffer.compare(Buffer.from("a"), Buffer.from("b"))',
  'Buffer.from("ab").equals(Buffer.from("ab"))',
  '(() => { const b = Buffer.alloc(8); b.writeUInt32BE(305419896, 2); b.writeInt16LE(-2, 6); return [b.toString("hex"), b.readUInt16LE(2), b.readInt16LE(6), b.readDoubleBE(0) > 0] })()',
  '(() => { const b = Buffer.alloc(4); return [b.write("héllo"), b.toString("latin1"), Buffer.from("xy").copy(b, 1), b.toString("latin1")] })()',
  'Buffer.isBuffer(Buffer.from("")) && !Buffer.isBuffer(new Uint8Array(1))',
  'String(Buffer.from("ok"))',
  '[...new TextEncoder().encode("é")]',
  'new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))',
  'btoa("hi") + atob("aGk=")',
];

test('buffers behave as in Node', async () => {
  const code = BUFFERS.map((one) => `console.log(JSON.stringify(${one}))`).join('\n');
  const expected = BUFFERS.map((one) => JSON.stringify(new Function('Buffer', `return (${one});`)(NodeBuffer)));
  expect((await printed(code)).trimEnd().split('\n')).toEqual(expected);
});

test('any bytes become the same text as in Node, and any text the same bytes', async () => {
  const bytes = fc.sample(
    fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc.array(fc.constantFrom(0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xed, 0xa0, 0xc0, 0xf4, 0x90, 65), { maxLength: 8 }),
    ),
    { numRuns: 500, seed: 5 },
  );
  const lists = bytes.map((one) => [...one]);
  const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 10 }), { numRuns: 300, seed: 5 });
  const code = `const lists = ${JSON.stringify(lists)}; const texts = ${JSON.stringify(texts)};
console.log(JSON.stringify([lists.map((one) => Buffer.from(one).toString()), texts.map((one) => Buffer.from(one).toString('hex'))]))`;
  const [decoded, encoded] = JSON.parse((await run(code, { questions: 5_000 })).stdout) as [string[], string[]];
  expect(decoded).toEqual(lists.map((one) => NodeBuffer.from(one).toString()));
  expect(encoded).toEqual(texts.map((one) => NodeBuffer.from(one).toString('hex')));
});

test('texts are sorted as in Node', async () => {
  const words = [
    'a',
    'B',
    'b',
    'A',
    'á',
    'Á',
    'ab',
    'Aa',
    '',
    ' ',
    '_',
    '-',
    '10',
    '9',
    '2',
    'a1',
    'a10',
    'a2',
    'z',
    'Z',
    'ß',
    'ss',
    'résumé',
    'resume',
    'Resume',
    'ö',
    'o',
    'ø',
    'æ',
    'я',
    'а',
    '~',
    '$',
    'x y',
    'xy',
    'é',
    'zebra',
    'Äpfel',
    'apple',
  ];
  const options = [
    undefined,
    { numeric: true },
    { sensitivity: 'base' },
    { sensitivity: 'accent' },
    { numeric: true, sensitivity: 'base' },
  ] as const;
  const code = `const words = ${JSON.stringify(words)}; const options = ${JSON.stringify(options)};
for (const one of options) console.log(JSON.stringify(words.map((a) => words.map((b) => a.localeCompare(b, undefined, one ?? undefined)))))`;
  const expected = options.map((one) => JSON.stringify(words.map((a) => words.map((b) => a.localeCompare(b, 'en-US', one)))));
  expect((await printed(code)).trimEnd().split('\n')).toEqual(expected);
  const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  const sorted = `console.log(JSON.stringify(${JSON.stringify(ascii)}.sort((a, b) => a.localeCompare(b)).join('')))`;
  expect((await printed(sorted)).trimEnd()).toBe(JSON.stringify(ascii.toSorted((a, b) => a.localeCompare(b, 'en-US')).join('')));
});
