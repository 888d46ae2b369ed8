import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFunctionInput } from '../../../src/contracts/coding/function-input.ts';
import { jsonOfLiteral } from '../../../src/contracts/coding/literal.ts';
import { JAVASCRIPT_INPUT, PYTHON_INPUT } from '../../../src/contracts/coding/standard-input.ts';
import { printed, run } from './guest.ts';

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
])('the value %s is read as %s', (text, json) => {
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
])("'%s' is not read as a value", (text) => {
  expect(read(text)).toBeUndefined();
});

test("words and values without a JSON form are read if the parameter's type expects them", () => {
  const unwritable = (name: string): string => `"<${name}>"`;
  expect(jsonOfLiteral('[a, None, nan]', { words: true })).toBeUndefined();
  expect(jsonOfLiteral('[a_1, None, é]', { words: true })).toBe('["a_1", null, "é"]');
  expect(jsonOfLiteral('[nan, -inf, Infinity]', { words: true, unwritable })).toBe('["<NaN>", "<-Infinity>", "<Infinity>"]');
  expect(jsonOfLiteral('[-a]', { words: true })).toBeUndefined();
});

test('JSON values are read unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect(JSON.parse(read(JSON.stringify(value)) ?? 'none')).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('deeply nested and long texts are read or refused at once', () => {
  expect(read(`${'['.repeat(30_000)}1`)).toBeUndefined();
  expect(read(`'${'\\\\'.repeat(50_000)}`)).toBeUndefined();
  expect(read(`[${' '.repeat(100_000)}x`)).toBeUndefined();
});

const NUMS = ['nums', 'target'];

test.each([
  ['nums = [2, 7], target = 9', ['[2, 7]', '9']],
  ['target = 9, nums = [2, 7]', ['[2, 7]', '9']],
  ['nums=[2,7],target=9', ['[2,7]', '9']],
  ['nums = [2, 7]\ntarget = 9\n', ['[2, 7]', '9']],
  ['nums =\n[2,\n7],\ntarget = 9', ['[2,\n7]', '9']],
  ['[2, 7], 9', ['[2, 7]', '9']],
  ['[2, 7]\n9', ['[2, 7]', '9']],
  ['nums = ["a, b = [", "\\"]"], target = {"target": [1, 2]}', ['["a, b = [", "\\"]"]', '{"target": [1, 2]}']],
  ['nums = null, target = 12345678901234567890', ['null', '12345678901234567890']],
  ['nums = 2.0, target = "x = 1"', ['2.0', '"x = 1"']],
  ['nums = [True, None], target = False', ['[true, null]', 'false']],
  ["nums = ['a, b', 'it\\'s'], target = 'x = (1'", ['["a, b", "it\'s"]', '"x = (1"']],
  ['nums = (2, 7), target = (1,)', ['[2, 7]', '[1]']],
  ["nums = {1: 'a', 'b': [None]}, target = {1, 2}", ['{"1": "a", "b": [null]}', '[1, 2]']],
  ['nums = abc, target = nine', ['"abc"', '"nine"']],
  ['nums = [eat, tea], target = 12:30pm', ['["eat", "tea"]', '"12:30pm"']],
])('%s gives the values in the order of the parameters', (input, args) => {
  expect(readFunctionInput(input, NUMS)).toEqual({ args });
});

test('a function without parameters accepts no input', () => {
  expect(readFunctionInput(' \n', [])).toEqual({ args: [] });
});

test.each([
  ['nums = [2, 7], target = nine lives', 'The input holds "nine lives", which is not JSON.'],
  ['nums = [2, 7], target = NaN', 'The input holds "NaN", which is not JSON.'],
  ["nums = [2, 7], target = 'nine", 'The input holds "\'nine", which is not JSON.'],
  ['nums = [2, 7, target = 9', 'The input holds "[2, 7, target = 9", which is not JSON.'],
  ['nums = , target = 9', 'The input holds "", which is not JSON.'],
  ['nums = [2], goal = 9', 'The input names "goal", which is no parameter of the function.'],
  ['nums = [2], nums = [3]', 'The input names "nums" twice.'],
  ['nums = [2], 9', 'The input gives some values with a name and some without.'],
  ['nums = [2]', 'The function takes 2 values (nums, target), and the input gives 1.'],
  ['1, 2, 3', 'The function takes 2 values (nums, target), and the input gives 3.'],
  ['', 'The function takes 2 values (nums, target), and the input gives 0.'],
])("the input '%s' is refused with the reason", (input, error) => {
  expect(readFunctionInput(input, NUMS)).toEqual({ error });
});

test('any JSON values are read back unchanged, with and without names', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (nums, target) => {
      const args = [JSON.stringify(nums), JSON.stringify(target)];
      expect(readFunctionInput(`nums = ${args[0]}, target = ${args[1]}`, NUMS)).toEqual({ args });
      expect(readFunctionInput(args.join('\n'), NUMS)).toEqual({ args });
    }),
  );
});

const INPUT = 'a b\n\nç 😀\nlast';
const SOLVE = 'function solve(read) { console.log(JSON.stringify(read)); }';
const EXPECTED = { text: `${JSON.stringify(INPUT)}\n`, lines: `${JSON.stringify(INPUT.split('\n'))}\n` };

test.each(JAVASCRIPT_INPUT)('JavaScript reads standard input unchanged: $code', async ({ code, gives }) => {
  expect(await printed(`${code}\n${SOLVE}`, INPUT)).toBe(EXPECTED[gives]);
});

test.each(JAVASCRIPT_INPUT)('JavaScript that reads standard input ends if there is none: $code', async ({ code }) => {
  expect((await run(`${code}\n${SOLVE}`)).fault?.message ?? '').toMatch(/^$|never settled/);
});

/** Other ways to read, with what is printed. The input is `1 2`, `3` and `4`. */
const MIXED: readonly (readonly [name: string, code: string, output: string])[] = [
  ['lines after a text', "console.log(readline()); console.log(require('fs').readFileSync(0, 'utf8'))", '1 2\n3\n4\n'],
  [
    'a prompt goes to the output that is given',
    "const rl = require('readline').createInterface({ input: process.stdin, output: process.stdout }); rl.question('? ', (a) => { console.log(a); rl.close(); })",
    '? 1 2\n',
  ],
  [
    'a question without an output prints nothing',
    "const rl = require('readline').createInterface({ input: process.stdin }); rl.question('? ', (a) => { console.log(a); rl.close(); })",
    '1 2\n',
  ],
  [
    'no line comes after the end',
    "const rl = require('readline').createInterface({ input: process.stdin }); rl.on('line', (a) => { console.log(a); rl.close(); })",
    '1 2\n',
  ],
  [
    'a paused reader keeps its lines',
    "const rl = require('readline').createInterface({ input: process.stdin }); rl.on('line', (a) => { console.log(a); rl.pause(); setTimeout(() => { console.log('-'); rl.resume(); }, 10); })",
    '1 2\n-\n3\n-\n4\n-\n',
  ],
  [
    'a listener that comes late misses nothing',
    "const rl = require('readline').createInterface({ input: process.stdin }); setTimeout(() => rl.on('line', console.log), 100)",
    '1 2\n3\n4\n',
  ],
  [
    'a reader of promises that reads beyond the end just ends',
    "const rl = require('readline/promises').createInterface({ input: process.stdin }); (async () => { for (;;) console.log(await rl.question('')); })()",
    '1 2\n3\n4\n',
  ],
  [
    'bytes one by one',
    "const fs = require('fs'); const b = Buffer.alloc(1); let s = ''; while (fs.readSync(0, b) === 1 && b[0] !== 10) s += b; console.log(s, readline())",
    '1 2 3\n',
  ],
  [
    'parts of a stream',
    "process.stdin.setEncoding('utf8'); process.stdin.once('readable', () => { console.log(process.stdin.read(3)); console.log(process.stdin.read(2)); })",
    '1 2\n\n3\n',
  ],
  ['print and gets', 'print(gets(), 5)', '1 2 5\n'],
  ['numbers of a line', "const [a, b] = readline().split(' ').map(Number); console.log(a + b)", '3\n'],
  [
    'the size of the input',
    "console.log(require('fs').fstatSync(0).size, fs.existsSync('/dev/stdin'), fs.existsSync('input.txt'))",
    '7 true false\n',
  ],
];
test.each(MIXED)('%s', async (_, code, output) => {
  expect(await printed(code, '1 2\n3\n4')).toBe(output);
});

test.each([
  [
    "Deno.readTextFileSync('/dev/stdin')",
    "There is no Deno here. Read standard input with readline(), or with require('fs').readFileSync(0, 'utf8').",
  ],
  ['await Bun.stdin.text()', "There is no Bun here. Read standard input with readline(), or with require('fs').readFileSync(0, 'utf8')."],
  ["require('readline-sync').question('')", "Read standard input with readline(), or with fs.readFileSync(0, 'utf8')."],
  ["require('os').EOL", "A line ends with '\\n' here."],
  ["import { Transform } from 'stream'", "Cannot find module 'stream': there are fs, readline,"],
  ['process.stdin.pipe(process.stdout)', 'process.stdin.pipe is not supported. Read standard input with'],
  ['for await (const line of process.stdin.map((x) => x)) ;', 'process.stdin.map is not supported.'],
  ["require('fs').readFileSync('input.txt', 'utf8')", 'there is no file input.txt. Standard input is file 0.'],
  ["require('readline').createInterface({ input: require('fs').createReadStream('input.txt') })", 'there is no file input.txt.'],
  ["require('readline').createInterface({})", 'createInterface reads standard input only: give it { input: process.stdin }.'],
  ["require('fs').readFileSync(0, 'klingon')", 'Unknown encoding: klingon'],
])('unsupported code is refused with an explanation: %s', async (code, message) => {
  expect((await run(code, { stdin: INPUT })).fault?.message).toContain(message);
});

test('the documentation lists these ways to read input', () => {
  const page = readFileSync(new URL('../../../docs/submitted-code.md', import.meta.url), 'utf8');
  for (const { code } of [...JAVASCRIPT_INPUT, ...PYTHON_INPUT]) expect(page).toContain(code);
});
