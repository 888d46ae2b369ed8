import { expect, test } from 'vitest';
import { calling, printed, run } from './guest.ts';

test.each([
  ['function add(a, b) { return a + b }', '3'],
  ['const add = (a, b) => a + b;', '3'],
  ['class Solution { add(a, b) { return a + b } }', '3'],
  ['var Solution = class { #zero = 0; add(a, b) { return a + b + this.#zero } } // the end', '3'],
  ['export default function add(a, b) { return a + b }', '3'],
  ['module.exports = { add: (a, b) => a + b }', '3'],
  ['module.exports = (a, b) => a + b', '3'],
  ['async function add(a, b) { await null; return a + b }', '3'],
  ['const add = (a, b) => [a, { b }, "c", null, undefined, NaN]', '[1,{"b":2},"c",null,null,NaN]'],
  ['const add = (a) => BigInt(a) + 2n ** 70n', '1180591620717411303425'],
  ['const add = () => {}', 'null'],
])('the function is called: %s', async (code, value) => {
  expect(await run(code, calling('add', '1', '2'))).toMatchObject({ value, fault: null });
});

test.each([
  'function add(a, b) { return a + b }',
  'var add = function (a, b) { return a + b };',
  'const Pair = class {}; class Other {}\nexport const add = async (a, b) => { const input = a; return input + b };',
  '// function if: const in = "function helper() {}"\nfunction* none() {}\nnone = 0; let zero = 0, _ = () => 1; const $add1 = (a, b) => a + b + zero;',
  'class Solution { constructor() { this.zero = 0 } addTwo(a, b) { return a + b + this.zero } } const help = () => 0, more = () => 1;',
  'const add = (a, b) => a + b; const other = add; module.exports = { other };',
  'function solution(a, b) { return help(a) + b } function help(a) { return a }',
])('if the question names no function, the only function is called: %s', async (code) => {
  expect(await run(code, calling('solution', '1', '2'))).toMatchObject({ value: '3', fault: null });
});

test.each([
  ['none', 'let x = 1; class Pair {}'],
  ['two', 'const help = () => 0; function add(a, b) { return a + b }'],
  ['two methods', 'class Solution { add(a, b) { return a + b } help() {} }'],
  ['only a nested function', '(() => { function add(a, b) { return a + b } })()'],
])('if the question names no function and the code declares %s, the error says so', async (_, code) => {
  const message = 'Error: There is no function solution. Declare exactly one function, or name the one that is to be called solution.';
  expect((await run(code, calling('solution', '1', '2'))).fault).toEqual({ kind: 'error', message });
});

test('if the question names a function, no other function is called', async () => {
  expect((await run('const sum = (a, b) => a + b', calling('add', '1', '2'))).fault?.message).toContain('There is no function add');
});

test('arguments are read as values, not as code', async () => {
  const text = JSON.stringify('"); throw 1; ("');
  expect(await run('const echo = (text) => text', calling('echo', text))).toMatchObject({ value: text });
});

test('the error names a function that cannot be called', async () => {
  const none = 'Error: There is no function add, and no class Solution with a method of this name.';
  expect((await run('let x = 1', calling('add', '1'))).fault).toEqual({ kind: 'error', message: none });
  expect((await run('', calling('a); (', '1'))).fault).toEqual({ kind: 'error', message: 'a); ( is no name of a function.' });
  expect((await run('const f = () => new Promise(() => {})', calling('f'))).fault?.message).toContain('never settled');
  expect((await run('const f = () => "x".repeat(70000)', calling('f'))).fault?.message).toBe('The result is longer than 64 KB.');
});

test('standard input can be read in the usual ways', async () => {
  const stdin = '3 4\r\nb\n\nlast';
  expect(await printed('console.log(readline().split(" "), input(), [readline()], readline(), readline())', stdin)).toBe(
    "[ '3', '4' ] b [ '' ] last null\n",
  );
  expect(await printed('const fs = require("fs"); console.log(fs.readFileSync(0, "utf8").toString().length)', stdin)).toBe('12\n');
  expect(await printed('readline(); process.stdout.write(fs.readFileSync("/dev/stdin"))', stdin)).toBe('b\n\nlast');
  expect(await printed('import fs, { readFileSync } from "node:fs";\nconsole.log(fs.readFileSync === readFileSync, await 1)')).toBe(
    'true 1\n',
  );
  const lines = 'const rl = require("node:readline").createInterface({ input: process.stdin });';
  expect(
    await printed(`${lines} const all = []; rl.on("line", (l) => all.push(l)).on("close", () => console.log(all.length))`, stdin),
  ).toBe('4\n');
  expect(await printed(`${lines} (async () => { for await (const line of rl) console.log(line) })()`, 'a\nb')).toBe('a\nb\n');
  expect(await printed('let all = ""; process.stdin.on("end", () => console.log(all.length)).on("data", (d) => all += d)', stdin)).toBe(
    '12\n',
  );
});

test('the console shows values', async () => {
  expect(await printed('console.log("a", 1, -0, 2n, true, null, undefined, Symbol("s"), () => 1)')).toBe(
    'a 1 -0 2n true null undefined Symbol(s) [Function (anonymous)]\n',
  );
  expect(await printed('class P { x = "y" } console.log([1, [2, [3, [4]]]], { a: { b: 1 } }, new P(), [], {})')).toBe(
    "[ 1, [ 2, [ 3, [Array] ] ] ] { a: { b: 1 } } P { x: 'y' } [] {}\n",
  );
  expect(await printed('console.log(new Map([["a", 1]]), new Set([1, 2]), new Error("no"), Array(102).fill(0))')).toContain(
    "Map(1) { 'a' => 1 } Set(2) { 1, 2 } Error: no [\n  0, 0, ",
  );
  const both = await run('console.log(1); console.error(2); console.log(3)');
  expect(both).toMatchObject({ stdout: '1\n3\n', output: '1\n2\n3\n' });
});

test('errors name what was thrown, and the line', async () => {
  const fault = async (code: string) => (await run(code)).fault;
  expect(await fault('\nnull.x')).toEqual({
    kind: 'error',
    message: expect.stringMatching(/^TypeError: .*\n {2}at <eval> \(solution.js:2/),
  });
  expect((await fault('let a b'))?.message).toContain('SyntaxError');
  expect(await fault('throw "text"')).toEqual({ kind: 'error', message: 'It threw text.' });
  expect(await fault('throw null')).toEqual({ kind: 'error', message: 'It threw null.' });
  expect(await fault('throw {}')).toEqual({ kind: 'error', message: 'It threw an object.' });
  const long = '"x".repeat(1e7)';
  for (const code of [`throw ${long}`, `throw new Error(${long})`, `const e = new Error(); e.name = e.stack = ${long}; throw e`])
    expect((await fault(code))?.message.length).toBeLessThan(4_100);
  expect(await fault(`throw { big: ${long}, toJSON() { return ${long} } }`)).toEqual({ kind: 'error', message: 'It threw an object.' });
  expect((await fault(`await import(${long})`))?.message.length).toBeLessThan(4_100);
  expect((await fault('async function main() { throw new Error("late") } main()'))?.message).toContain('Error: late');
  expect((await fault('require("child_process")'))?.message).toContain("Cannot find module 'child_process'");
  expect((await fault('fs.readFileSync("/etc/passwd")'))?.message).toContain('ENOENT');
  expect((await fault('fs.writeFileSync("/tmp/x", "y")'))?.message).toContain('EROFS');
  expect((await fault('import net from "node:net"'))?.message).toContain('node:net');
  expect(await fault('process.exit(0)')).toBeNull();
  expect(await fault('try { process.exit(3) } catch { for (;;); }')).toEqual({ kind: 'error', message: 'It ended with code 3.' });
});

test('an endless program is interrupted, and cannot prevent that', async () => {
  for (const code of ['for (;;);', 'for (;;) try { for (;;); } catch {}', '(function f() { Promise.resolve().then(f) })()']) {
    expect(await run(`console.log("begun"); ${code}`)).toMatchObject({ stdout: 'begun\n', fault: { kind: 'timeout' } });
  }
  const result = 'const f = () => ({ toJSON() { for (;;); } })';
  expect(await run(result, calling('f'))).toMatchObject({ value: null, fault: { kind: 'timeout' } });
});

test.each([
  'new Uint8Array(1e9).fill(1)',
  'const all = []; for (;;) all.push({})',
  'const all = []; for (;;) all.push(new ArrayBuffer(5e6))',
  'new Array(1e9).fill(0)',
])('%s runs out of memory', async (code) => {
  expect((await run(code, { questions: Number.POSITIVE_INFINITY })).fault).toMatchObject({ kind: 'memory' });
});

test.each([
  'function f() { return f() + 1 } f()',
  'const o = { toString() { return "" + o } }; "" + o',
  'JSON.parse("[".repeat(1e6))',
  'eval("(".repeat(1e5))',
])('too deep a recursion is an error: %s', async (code) => {
  expect((await run(code, { questions: Number.POSITIVE_INFINITY })).fault).toMatchObject({ kind: 'error' });
});

test('the output is cut at 64 KB', async () => {
  const ran = await run('for (let i = 0; i < 1e5; i += 1) console.log("é"); console.error("end")', { questions: 1_000 });
  // The last letter did not fit.
  expect(new TextEncoder().encode(ran.output)).toHaveLength(65_535);
  expect(ran).toMatchObject({ cut: true, stdout: ran.output });
  expect(await run('process.stdout.write("x".repeat(65536))')).toMatchObject({ cut: false });
  expect(await run('process.stdout.write("x".repeat(2e6))')).toMatchObject({ cut: true });
});

test('code that redefines built-in objects does not affect the harness', async () => {
  const tricks = `
    JSON.stringify = JSON.parse = () => 'forged'; Reflect.apply = () => 'forged';
    Object.prototype.toJSON = undefined; Object.prototype.passed = true;
    for (const made of [Array, Map, Set, Promise, String, Function, Object])
      for (const name of ['map', 'push', 'join', 'forEach', 'slice', 'indexOf', 'then', 'call', 'apply'])
        Object.defineProperty(made.prototype, name, { value: () => 'forged' });
    globalThis.Array = globalThis.Map = globalThis.String = globalThis.Promise = globalThis.Error = undefined;
    console.log(1, [2], { a: 3 });
    console = undefined;
    const f = (list) => list;`;
  expect(await run(tricks, calling('f', '[1, {"a": "b"}]'))).toMatchObject({
    value: '[1,{"a":"b"}]',
    stdout: '1 [ 2 ] { a: 3 }\n',
    fault: null,
  });
});

test('the code cannot reach anything of the program', async () => {
  const names = 'fetch WebSocket XMLHttpRequest Worker SharedArrayBuffer WebAssembly Deno std os';
  expect(await printed(`console.log("${names}".split(" ").filter((name) => name in globalThis).join())`)).toBe('\n');
  const outer =
    'const made = console.log.constructor("return this")(); console.log(made === globalThis, made.process.binding, made.process.env)';
  expect(await printed(outer)).toBe('true undefined {}\n');
});
