import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { JAVASCRIPT_INPUT, PYTHON_INPUT } from '../../../src/contracts/coding/standard-input.ts';
import { printed, run } from './guest.ts';

const INPUT = 'a b\n\nç 😀\nlast';
const SOLVE = 'function solve(read) { console.log(JSON.stringify(read)); }';
const EXPECTED = { text: `${JSON.stringify(INPUT)}\n`, lines: `${JSON.stringify(INPUT.split('\n'))}\n` };

test.each(JAVASCRIPT_INPUT)('this reads the input as it is: $code', async ({ code, gives }) => {
  expect(await printed(`${code}\n${SOLVE}`, INPUT)).toBe(EXPECTED[gives]);
});

test.each(JAVASCRIPT_INPUT)('without input, this ends: $code', async ({ code }) => {
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
])('%s is refused in words', async (code, message) => {
  expect((await run(code, { stdin: INPUT })).fault?.message).toContain(message);
});

test('the list can be found in the documentation', () => {
  const page = readFileSync(new URL('../../../docs/submitted-code.md', import.meta.url), 'utf8');
  for (const { code } of [...JAVASCRIPT_INPUT, ...PYTHON_INPUT]) expect(page).toContain(code);
});
