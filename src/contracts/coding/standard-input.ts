/** A way to read standard input. In the code, `solve` stands for the function that gets the input. */
export interface InputIdiom {
  readonly code: string;
  /** Whether `solve` gets the whole text, or a list of lines. */
  readonly gives: 'text' | 'lines';
}

const text = (...lines: readonly string[]): InputIdiom => ({ code: lines.join('\n'), gives: 'text' });
const byLine = (...lines: readonly string[]): InputIdiom => ({ code: lines.join('\n'), gives: 'lines' });

/** The supported ways in which JavaScript and TypeScript programs read standard input. A test runs each of them. */
export const JAVASCRIPT_INPUT: readonly InputIdiom[] = [
  text("solve(require('fs').readFileSync(0, 'utf8'));"),
  text("solve(require('fs').readFileSync('/dev/stdin', 'utf8'));"),
  text("solve(require('node:fs').readFileSync(process.stdin.fd, { encoding: 'utf8' }));"),
  text("solve(require('fs').readFileSync(0).toString());"),
  text("import fs from 'node:fs';", "solve(fs.readFileSync(0, 'utf8'));"),
  text("import { readFileSync } from 'fs';", 'solve(readFileSync(0).toString());'),
  text("import * as fs from 'fs';", "solve(fs.readFileSync('/dev/stdin', 'utf-8'));"),
  text("const file = process.platform === 'linux' ? '/dev/stdin' : './input.txt';", "solve(require('fs').readFileSync(file).toString());"),
  text("require('fs').readFile(0, 'utf8', (error, text) => solve(text));"),
  text("import { readFile } from 'node:fs/promises';", "solve(await readFile('/dev/stdin', 'utf8'));"),
  text("require('fs').promises.readFile('/dev/stdin', 'utf8').then(solve);"),
  text(
    "const fs = require('fs');",
    'const buffer = Buffer.alloc(5);',
    'const parts = [];',
    'let count;',
    'while ((count = fs.readSync(0, buffer, 0, buffer.length, null)) > 0) parts.push(Buffer.from(buffer.subarray(0, count)));',
    "solve(Buffer.concat(parts).toString('utf8'));",
  ),
  text("let text = '';", "process.stdin.on('data', (chunk) => { text += chunk; });", "process.stdin.on('end', () => solve(text));"),
  text(
    'process.stdin.resume();',
    "process.stdin.setEncoding('utf8');",
    "let text = '';",
    "process.stdin.on('data', (chunk) => { text += chunk; }).on('close', () => solve(text));",
  ),
  text(
    'const chunks = [];',
    "process.stdin.on('data', (chunk) => chunks.push(chunk));",
    "process.stdin.on('end', () => solve(Buffer.concat(chunks).toString()));",
  ),
  text(
    "let text = '';",
    "process.stdin.on('readable', () => {",
    '  let chunk;',
    '  while ((chunk = process.stdin.read()) !== null) text += chunk;',
    '});',
    "process.stdin.on('end', () => solve(text));",
  ),
  text("process.stdin.once('data', (chunk) => solve(chunk.toString()));"),
  text("let text = '';", 'for await (const chunk of process.stdin) text += chunk;', 'solve(text);'),
  text(
    'async function main() {',
    '  const chunks = [];',
    '  for await (const chunk of process.stdin) chunks.push(chunk);',
    "  solve(Buffer.concat(chunks).toString('utf8'));",
    '}',
    'main();',
  ),
  text(
    "let text = '';",
    "require('fs').createReadStream('/dev/stdin', 'utf8').on('data', (chunk) => { text += chunk; }).on('end', () => solve(text));",
  ),
  byLine(
    "const rl = require('readline').createInterface({ input: process.stdin });",
    'const lines = [];',
    "rl.on('line', (line) => lines.push(line));",
    "rl.on('close', () => solve(lines));",
  ),
  byLine(
    "const readline = require('readline');",
    'const rl = readline.createInterface({ input: process.stdin, output: process.stdout, terminal: false });',
    'const lines = [];',
    "rl.on('line', (line) => lines.push(line)).on('close', () => { solve(lines); process.exit(0); });",
  ),
  byLine(
    "const rl = require('readline').createInterface(process.stdin, process.stdout);",
    'const lines = [];',
    "rl.on('line', (line) => lines.push(line)).once('close', () => solve(lines));",
  ),
  byLine(
    "const rl = require('readline').createInterface({ input: require('fs').createReadStream('/dev/stdin') });",
    'const lines = [];',
    "rl.on('line', (line) => lines.push(line)).on('close', () => solve(lines));",
  ),
  byLine(
    "import readline from 'node:readline';",
    'const lines = [];',
    'for await (const line of readline.createInterface({ input: process.stdin })) lines.push(line);',
    'solve(lines);',
  ),
  byLine(
    "import { createInterface } from 'readline';",
    "import { once } from 'events';",
    'const rl = createInterface({ input: process.stdin, crlfDelay: Infinity });',
    'const lines = [];',
    "rl.on('line', (line) => lines.push(line));",
    "await once(rl, 'close');",
    'solve(lines);',
  ),
  byLine(
    "const rl = require('readline').createInterface({ input: process.stdin });",
    '(async () => {',
    '  const read = rl[Symbol.asyncIterator]();',
    '  const lines = [(await read.next()).value];',
    '  for await (const line of read) lines.push(line);',
    '  solve(lines);',
    '})();',
  ),
  byLine(
    "const rl = require('readline').createInterface({ input: process.stdin });",
    "rl.question('', (first) => {",
    "  rl.question('', (second) => {",
    '    const lines = [first, second];',
    "    rl.on('line', (line) => lines.push(line)).on('close', () => solve(lines));",
    '  });',
    '});',
  ),
  byLine(
    "import * as readline from 'node:readline/promises';",
    "import { stdin as input } from 'node:process';",
    'const rl = readline.createInterface({ input });',
    'const lines = [];',
    "for (let count = 0; count < 4; count += 1) lines.push(await rl.question(''));",
    'rl.close();',
    'solve(lines);',
  ),
  byLine(
    "const rl = require('readline').createInterface({ input: process.stdin });",
    "const question = require('util').promisify(rl.question).bind(rl);",
    '(async () => {',
    '  const lines = [];',
    "  for (let count = 0; count < 4; count += 1) lines.push(await question(''));",
    '  rl.close();',
    '  solve(lines);',
    '})();',
  ),
  byLine('const lines = [];', 'let line;', 'while ((line = readline()) !== null) lines.push(line);', 'solve(lines);'),
  byLine('const lines = [];', 'for (let line = input(); line !== null; line = input()) lines.push(line);', 'solve(lines);'),
  byLine('const lines = [];', 'for (let line = prompt(); line !== null; line = prompt()) lines.push(line);', 'solve(lines);'),
];

/** The supported ways in which Python programs read standard input. A test runs each of them. */
export const PYTHON_INPUT: readonly InputIdiom[] = [
  text('import sys', 'solve(sys.stdin.read())'),
  text('solve(open(0).read())'),
  text("solve(open('/dev/stdin').read())"),
  text('import sys', 'solve(sys.stdin.buffer.read().decode())'),
  text('import os', 'solve(os.read(0, os.fstat(0).st_size).decode())'),
  text('import io, os', 'input = io.BytesIO(os.read(0, os.fstat(0).st_size)).readline', "solve(b''.join(iter(input, b'')).decode())"),
  byLine('import sys', "solve([line.rstrip('\\n') for line in sys.stdin])"),
  byLine('import sys', 'solve(sys.stdin.read().splitlines())'),
  byLine('import sys', 'input = sys.stdin.readline', "solve([line.rstrip('\\n') for line in iter(input, '')])"),
  byLine('import sys', 'solve([line.decode().strip() for line in sys.stdin.buffer.readlines()])'),
  byLine('import fileinput', "solve([line.rstrip('\\n') for line in fileinput.input()])"),
  byLine('lines = []', 'try:', '    while True:', '        lines.append(input())', 'except EOFError:', '    solve(lines)'),
];
