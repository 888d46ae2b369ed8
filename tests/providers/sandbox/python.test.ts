import { afterAll, expect, test } from 'vitest';
import { PYTHON_INPUT } from '../../../src/contracts/coding/standard-input.ts';
import { TIME_LIMITS } from '../../../src/providers/sandbox/limits.ts';
import { openSandbox } from '../../../src/providers/sandbox/sandbox.ts';

// Pyodide takes seconds of processor time to start, and each submission gets one of its own. So there are three submissions here.
// The first runs so many programs that a busy machine needs more than the usual time for all of them.
const sandbox = openSandbox({ times: { ...TIME_LIMITS, submissionMs: 100_000 } });
afterAll(() => sandbox.close());

const never = new AbortController().signal;
const tried = (code: string): string => `try:\n    ${code}\nexcept BaseException as error: print(type(error).__name__)`;

/** Programs, their output, and the errors of those that fail. */
const PROGRAMS: readonly (readonly [name: string, program: string, printed: string | RegExp | null, error?: RegExp])[] = [
  ['reads lines', 'print(input(), sys.stdin.readline().strip(), [line for line in sys.stdin])', "a b ['c\\n', 'd']"],
  ['reads all of it', 'print(len(open(0).read()))', '7'],
  ['reads bytes', 'sys.stdout.buffer.write(sys.stdin.buffer.read())', 'a\nb\nc\nd'],
  ['reads from a stream of its own', 'import os\nprint(os.fdopen(0).read().split())', "['a', 'b', 'c', 'd']"],
  [
    'reads lines of bytes',
    'input = sys.stdin.buffer.readline\nprint(input(), sys.stdin.buffer.readlines())',
    "b'a\\n' [b'b\\n', b'c\\n', b'd']",
  ],
  ['reads by fileinput', 'import fileinput\nfor line in fileinput.input():\n    print(line.strip())\n    break', 'a'],
  ['reads by fileinput again', 'import fileinput\nprint([line.strip() for line in fileinput.input()])', "['a', 'b', 'c', 'd']"],
  ['asks and reads', 'print(input("? "), sys.stdin.mode, sys.stdout.mode, sys.stdin.name, sys.argv)', "? a r w <stdin> ['solution.py']"],
  ...PYTHON_INPUT.map(
    ({ code, gives }) =>
      [code, `def solve(read): print(repr(read))\n${code}`, gives === 'text' ? "'a\\nb\\nc\\nd'" : "['a', 'b', 'c', 'd']"] as const,
  ),
  ['prints beyond ASCII', 'print("é😀")', 'é😀'],
  ['ends by itself', 'print(1)\nsys.exit()', '1'],
  ['ends with a code', 'print(1)\nsys.exit(3)', '1', /^It ended with code 3\.$/],
  ['fails', 'def f(): return 1 / 0\nf()', '', /^ZeroDivisionError: division by zero\n {2}f \(solution\.py/],
  ['is wrong', 'print(', '', /^SyntaxError: '\(' was never closed/],
  ['recurses', 'def f(n): return 0 if n == 0 else 1 + f(n - 1)\nsys.setrecursionlimit(10**6)\nprint(f(20000))', '20000'],
  ['floods', 'for _ in range(20000): print("é" * 10)', /^(é{10}\n)+é*$/, /cut/],
  ['has no other clock', 'import time, datetime\ntime.sleep(1000)\nprint(time.time(), datetime.date.today())', '946684800.0 2000-01-01'],
  ['has no files', `${tried('open("/tmp/x", "w")')}\n${tried('open("/etc/passwd")')}`, 'OSError\nFileNotFoundError'],
  [
    'cannot fill what there is',
    `import os\n${tried('os.truncate("/lib/python314.zip", 10**9)')}\n${tried('os.mkdir("/x")')}`,
    'OSError\nOSError',
  ],
  ['has no network', `import socket\n${tried('socket.create_connection(("127.0.0.1", 80), 1)')}`, 'OSError'],
  [
    'has no processes',
    `import os, subprocess\n${tried('os.fork()')}\n${tried('subprocess.run(["ls"])')}\nprint(os.system("ls"))`,
    'OSError\nOSError\n-1',
  ],
  ['has no threads', `import threading\n${tried('threading.Thread(target=print).start()')}`, 'RuntimeError'],
  ['sees nothing of the environment', 'import os\nprint(sorted(name for name in os.environ if "VOUCH" in name or "NODE" in name))', '[]'],
  [
    'does not reach JavaScript',
    ['js', 'pyodide_js', 'pyodide.code', '_pyodide_core', 'ctypes'].map((name) => tried(`import ${name}`)).join('\n'),
    Array(5).fill('ModuleNotFoundError').join('\n'),
  ],
  [
    'holds no object of JavaScript',
    `import gc
print([one for holder in gc.get_objects() for one in gc.get_referents(holder) if 'JsProxy' in type(type(one)).__name__])`,
    '[]',
  ],
  [
    'does not find what is expected',
    `import gc
found = [one for one in gc.get_objects() for text in gc.get_referents(one) if type(text) is str and 'nee'.__add__('dle') in text]
print(len(found))`,
    '0',
  ],
  [
    'redefines what the harness is made of',
    'import builtins, json\njson.dumps = json.loads = builtins.print = lambda *a, **k: "forged"\nsys.stdout.write("1")',
    '1',
  ],
  ['takes 1 GB', 'bytearray(10**9)', '', /^It needed more than 128 MB of memory\.$/],
  ['takes too much bit by bit', 'a = []\nwhile True: a.append([0] * 1000)', '', /^It needed more than 128 MB of memory\.$/],
  ['has its memory again', 'print(len(bytearray(6 * 10**7)))', '60000000'],
  ['does not end', 'sys.stdout.write("begun")\nwhile True: pass', 'begun', /^It took longer than 2 s\.$/],
  [
    'does not end, and will not be interrupted',
    'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    null,
    /^It took longer/,
  ],
];

test('programs in Python run, cannot reach anything outside, and end', { timeout: 120_000 }, async () => {
  // Read past all buffers, so that a program finds its input untouched.
  const code = 'import os, sys\nexec(compile(PROGRAMS[int(os.read(0, 3))], "solution.py", "exec"), globals())';
  const table = `PROGRAMS = ${JSON.stringify(PROGRAMS.map(([, program]) => program))}\n`;
  const examples = PROGRAMS.map(([, , printed], index) => ({
    input: `${String(index).padStart(2, '0')}\na\nb\nc\nd`,
    output: typeof printed === 'string' ? printed : 'needle',
  }));
  const { results } = await sandbox.run('ada', { language: 'python', entry: { kind: 'stdio' }, code: table + code, examples }, never);
  for (const [index, [name, , printed, error]] of PROGRAMS.entries()) {
    const { actual, passed, error: said } = results[index] ?? {};
    expect.soft(said, name).toEqual(error ? expect.stringMatching(error) : null);
    if (printed instanceof RegExp) expect.soft(actual, name).toMatch(printed);
    else if (printed === null) expect.soft(actual, name).toBeNull();
    else expect.soft({ actual: actual?.trimEnd(), passed }, name).toEqual({ actual: printed, passed: error === undefined });
  }
});

test('functions in Python are called in a new interpreter', { timeout: 120_000 }, async () => {
  const code = `
import builtins, json
class Solution:
    def pick(self, items: List[int], how: str):
        if how == 'sum': return sum(items)
        if how == 'tuple': return tuple(items), {'a': None, 'b': 1.5}
        if how == 'set': return set(items)
        if how == 'deque': return deque(items)
        if how == 'long': return 3 ** 100
        if how == 'text': return 'é😀'
        if how == 'nothing': return None
        if how == 'forged': return getattr(builtins, 'print')('x') or json.loads('1')
        if how == 'huge': return 'x' * 30000000
        return object()`;
  const expected: Readonly<Record<string, string | RegExp>> = {
    sum: '6',
    tuple: '[[3, 1, 2], {"b": 1.5, "a": null}]',
    set: '[1, 2, 3]',
    deque: '[3, 1, 2]',
    long: '515377520732011331036461129765621272702107522001',
    text: '"é😀"',
    nothing: 'null',
    forged: '1',
    huge: /^ValueError: The result is longer than 64 KB\./,
    other: /^TypeError: A result of type object cannot be written as JSON\./,
  };
  const examples = Object.entries(expected).map(([how, output]) => ({
    input: `items = [3, 1, 2], how = ${JSON.stringify(how)}`,
    output: String(output),
  }));
  const entry = { kind: 'function', name: 'pick', parameters: ['items', 'how'] } as const;
  const { results } = await sandbox.run('grace', { language: 'python', entry, code, examples }, never);
  for (const [index, [how, output]] of Object.entries(expected).entries()) {
    const { passed, error } = results[index] ?? {};
    expect
      .soft({ passed, error }, how)
      .toEqual(typeof output === 'string' ? { passed: true, error: null } : { passed: false, error: expect.stringMatching(output) });
  }
});

/** Code for a question that names no function, and its result. */
const UNNAMED: readonly (readonly [name: string, code: string, output: string | RegExp])[] = [
  ['one function', 'def add(a, b): return a + b', '3'],
  ['a lambda', 'add = lambda a, b: a + b\nother = add', '3'],
  ['one that is cached, beside classes', 'class Pair: pass\n@cache\ndef add(a, b): return a + b', '3'],
  ['a method', 'def help(): return 0\nclass Solution:\n    def __init__(self): self.zero = 0\n    def add(self, a, b): return a + b', '3'],
  ['the name itself', 'def help(): return 0\ndef solution(a, b): return a + b', '3'],
  ['two functions', 'def help(): return 0\ndef add(a, b): return a + b', /^NameError: There is no function solution\. Declare exactly one/],
  ['none', 'from math import hypot as add', /^NameError: There is no function solution\. Declare exactly one/],
  ['two methods', 'class Solution:\n    def help(self): pass\n    def add(self, a, b): return a + b', /^NameError: There is no/],
];

test('the only function in Python is called if the question names none', { timeout: 120_000 }, async () => {
  // The interpreter is the same for all examples, and counts them.
  const code = `CODES = ${JSON.stringify(UNNAMED.map(([, one]) => one))}
sys.example = getattr(sys, 'example', -1) + 1
exec(compile(CODES[sys.example], 'solution.py', 'exec'), globals())`;
  const entry = { kind: 'function', name: 'solution', parameters: ['a', 'b'] } as const;
  const examples = UNNAMED.map(() => ({ input: 'a = 1, b = 2', output: '3' }));
  const { results } = await sandbox.run('bo', { language: 'python', entry, code, examples }, never);
  for (const [index, [name, , output]] of UNNAMED.entries()) {
    const { actual, error } = results[index] ?? {};
    if (typeof output === 'string') expect.soft({ actual, error }, name).toEqual({ actual: output, error: null });
    else expect.soft(error, name).toMatch(output);
  }
});
