import { afterAll, expect, test } from 'vitest';
import { TIME_LIMITS } from '../../../src/providers/sandbox/limits.ts';
import { openSandbox } from '../../../src/providers/sandbox/sandbox.ts';

// All of this is one submission, because Pyodide takes seconds to start. Some imports take longer than an example may.
const sandbox = openSandbox({ times: { ...TIME_LIMITS, exampleMs: 20_000, exampleWallMs: 60_000, submissionMs: 120_000 } });
afterAll(() => sandbox.close());

const words = (text: string): readonly string[] => text.trim().split(/\s+/);
const AVAILABLE = words(`
  abc annotationlib argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2 cProfile calendar cmath cmd code codecs
  codeop collections collections.abc colorsys compileall compression compression.zstd concurrent.futures configparser contextlib
  contextvars copy copyreg csv dataclasses datetime decimal difflib dis doctest email email.message encodings encodings.idna enum errno
  faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib gzip hashlib
  heapq hmac html html.parser http http.client imaplib importlib importlib.resources inspect io ipaddress itertools json keyword linecache
  locale logging logging.config lzma mailbox marshal math mimetypes mmap modulefinder multiprocessing netrc ntpath nturl2path numbers
  opcode operator optparse os os.path pathlib pdb pickle pickletools pkgutil platform plistlib poplib posix posixpath pprint profile
  pstats pty py_compile pyclbr pydoc pyexpat queue quopri random re reprlib rlcompleter runpy sched secrets select selectors shelve shlex
  shutil signal site smtplib socket socketserver sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string
  string.templatelib stringprep struct subprocess symtable sys sysconfig tabnanny tarfile tempfile termios textwrap threading time timeit
  token tokenize tomllib trace traceback tracemalloc tty types typing unicodedata unittest unittest.mock urllib urllib.parse
  urllib.request uuid warnings wave weakref webbrowser wsgiref xml xml.etree.ElementTree xmlrpc xmlrpc.client zipapp zipfile zipimport
  zlib zoneinfo`);
const MISSING = words(`
  ctypes curses dbm ensurepip grp idlelib msvcrt nt pwd pydoc_data readline resource syslog tkinter turtle turtledemo venv winreg
  winsound numpy pandas js pyodide _hashlib _uuid _wmi`);
/** Modules that print something or open a browser when they are imported. */
const ODD = words('antigravity this');

const importsOf = (names: readonly string[]): string => `
import importlib, sys, warnings
def solution():
    warnings.simplefilter('ignore')
    outcomes = {}
    for name in ${JSON.stringify(names)}:
        try:
            importlib.import_module(name)
            outcome = 'imported'
        except BaseException as error:
            outcome = 'ImportError' if isinstance(error, ImportError) else repr(error)
        outcomes.setdefault(outcome, []).append(name)
    return outcomes`;
const returns = (value: string, imported = 'math'): string => `import ${imported}\ndef solution(): return ${value}`;
const BUILT_IN = `import _imp, sys
from importlib.machinery import BuiltinImporter, ModuleSpec
NAMES = '_pyodide_core _ctypes _testcapi _testinternalcapi _testlimitedcapi _remote_debugging _xxtestfuzz'.split()`;

/** Code, and the JSON that its function returns, or its error. */
const TABLE: readonly (readonly [name: string, code: string, output: string | RegExp])[] = [
  ['what there is can be imported', importsOf(AVAILABLE), JSON.stringify({ imported: AVAILABLE })],
  ['what is missing is an ImportError', importsOf(MISSING), JSON.stringify({ ImportError: MISSING })],
  [
    'no other module is public',
    `import sys\nKNOWN = ${JSON.stringify([...AVAILABLE, ...MISSING, ...ODD])}
def solution(): return sorted(name for name in sys.stdlib_module_names if name[0] != '_' and name not in {one.split('.')[0] for one in KNOWN})`,
    '[]',
  ],
  [
    'a fallback takes the place of what is missing',
    'try:\n    import numpy\nexcept ImportError:\n    numpy = None\ndef solution(): return numpy is None',
    'true',
  ],
  [
    'hashlib',
    returns("hashlib.sha256(b'a').hexdigest()[:16], hashlib.md5(b'a').hexdigest()[:8]", 'hashlib'),
    '["ca978112ca1bbdca", "0cc175b9"]',
  ],
  ['hmac', returns("hmac.new(b'k', b'm', 'sha256').hexdigest()[:16]", 'hmac'), '"b60090e3052297ae"'],
  [
    'uuid',
    returns("str(uuid.uuid5(uuid.NAMESPACE_DNS, 'python.org')), uuid.uuid4().version", 'uuid'),
    '["886313e1-3b8a-5372-9b90-0c9aee199e5d", 4]',
  ],
  ['platform', returns('platform.python_implementation()', 'platform'), '"CPython"'],
  [
    'zones, for which there is no data',
    'import zoneinfo\ndef solution(): return zoneinfo.ZoneInfo("Europe/Berlin")',
    /^ZoneInfoNotFoundError: No time zone found with key Europe\/Berlin\.\n/,
  ],
  ['temporary files', 'import tempfile\ndef solution(): tempfile.mkstemp()', /^FileNotFoundError: /],
  [
    'random bytes and numbers',
    `import os, random, secrets, uuid
def solution():
    random.seed()
    values = [os.urandom(4), secrets.token_bytes(4), uuid.uuid4().bytes, open('/dev/urandom', 'rb').read(4)]
    return len(set(values)), 0 <= random.random() < 1, 0 <= random.SystemRandom().random() < 1, len(os.urandom(100000))`,
    '[4, true, true, 100000]',
  ],
  ['random numbers are the same each time', 'import os\ndef solution(): return os.urandom(4).hex()', '"8b720453"'],
  ['random numbers are the same each time, again', 'import os\ndef solution(): return os.urandom(4).hex()', '"8b720453"'],
  [
    'async def',
    `import asyncio
async def later(n):
    await asyncio.sleep(n)
    return n, asyncio.get_running_loop().time()
async def solution(): return await asyncio.gather(later(3600), later(1), later(2))`,
    '[[3600, 3600], [1, 1], [2, 2]]',
  ],
  [
    'asyncio.run, time limits, queues, groups of tasks, and what would need a thread',
    `import asyncio
async def main():
    found, queue = [], asyncio.Queue()
    async def put(n):
        await asyncio.sleep(n)
        await queue.put(n)
    async with asyncio.TaskGroup() as group:
        for n in (3, 1, 2): group.create_task(put(n))
        for _ in range(3): found.append(await queue.get())
    try:
        await asyncio.wait_for(asyncio.sleep(100), 1)
    except TimeoutError:
        found.append('timeout')
    found.append(await asyncio.to_thread(lambda: 'done'))
    async with asyncio.Lock(), asyncio.timeout(5): return found
def solution(): return asyncio.run(main())`,
    '[1, 2, 3, "timeout", "done"]',
  ],
  [
    'loops that are made by hand',
    'import asyncio\ndef solution():\n    loop = asyncio.new_event_loop()\n    asyncio.set_event_loop(loop)\n    return asyncio.get_event_loop().run_until_complete(asyncio.sleep(1, 5))',
    '5',
  ],
  [
    'what never happens',
    'import asyncio\nasync def solution(): await asyncio.Event().wait()',
    /^RuntimeError: It waits for something that never happens\./,
  ],
  ['async generators', 'async def solution():\n    for n in range(3): yield n', '[0, 1, 2]'],
  ['generators', 'def solution():\n    yield 1\n    yield from [2, 3]', '[1, 2, 3]'],
  [
    'generators without an end',
    'import itertools\ndef solution(): return itertools.count()',
    /^ValueError: The result is longer than 64 KB\./,
  ],
  ['parts of dictionaries', returns("(d := {'b': 2, 'a': 1}).values(), d.keys(), d.items()"), '[[2, 1], ["b", "a"], [["b", 2], ["a", 1]]]'],
  ['keys that are tuples', returns('[{(0, 1): 2}]'), '[[[[0, 1], 2]]]'],
  [
    'exact numbers',
    returns("[decimal.Decimal('0.1'), decimal.Decimal('12345678901234567890'), fractions.Fraction(1, 4)]", 'decimal, fractions'),
    '[0.1, 12345678901234567890, 0.25]',
  ],
  ['bytes of a text', returns("[b'abc', bytearray('\\u00e9'.encode()), memoryview(b'x')]"), '["abc", "é", "x"]'],
  ['bytes of numbers', returns('[bytes([0, 1, 255]), bytearray([0, 1])]'), '[[0, 1, 255], [0, 1]]'],
  [
    'arrays',
    returns("[array.array('i', [1, 2]), range(3), collections.deque([1]), frozenset([2, 1])]", 'array, collections'),
    '[[1, 2], [0, 1, 2], [1], [1, 2]]',
  ],
  [
    'wrapped values',
    returns(
      "[collections.ChainMap({'a': 1}), collections.UserList([1]), collections.UserDict(a=1), types.MappingProxyType({'a': 2})]",
      'collections, types',
    ),
    '[{"a": 1}, [1], {"a": 1}, {"a": 2}]',
  ],
  [
    'data classes, enums and dates',
    'import dataclasses, datetime, enum\n@dataclasses.dataclass\nclass P:\n    x: int\nclass C(enum.Enum):\n    RED = 1\ndef solution(): return [P(3), C.RED, datetime.date(2026, 1, 2)]',
    '[{"x": 3}, 1, "2026-01-02"]',
  ],
  ['no number', returns('[math.nan, math.inf]'), '[NaN, Infinity]'],
  ['an object', 'def solution(): return object()', /^TypeError: A result of type object cannot be written as JSON\./],
  [
    'nothing makes the modules that lead out',
    `${BUILT_IN}\ndef solution(): return [_imp.create_builtin(ModuleSpec(name, BuiltinImporter)) for name in NAMES]`,
    '[null, null, null, null, null, null, null]',
  ],
  [
    'nothing finds the modules that lead out',
    `${BUILT_IN}\ndef solution(): return [[BuiltinImporter.find_spec(name), name in sys.modules] for name in NAMES if BuiltinImporter.find_spec(name) or name in sys.modules]`,
    '[]',
  ],
  [
    'nothing of them is left',
    `import gc, types
def solution():
    held = [one for one in gc.get_objects() if isinstance(one, types.ModuleType) or type(one).__name__ == 'builtin_function_or_method']
    return sorted({one.__name__ for one in held if any(name in repr(one) for name in ('clear_extension', 'to_js', 'run_js'))})`,
    '[]',
  ],
];

test('the standard library of Python can be used, and a missing module is reported as usual', { timeout: 180_000 }, async () => {
  // The interpreter is the same for all examples, and counts them.
  const code = `CODES = ${JSON.stringify(TABLE.map(([, one]) => one))}
sys.example = getattr(sys, 'example', -1) + 1
exec(compile(CODES[sys.example], 'solution.py', 'exec'), globals())`;
  const entry = { kind: 'function', name: 'solution', parameters: [] } as const;
  const examples = TABLE.map(([, , output]) => ({ input: '', output: typeof output === 'string' ? output : '' }));
  const { results } = await sandbox.run('ada', { language: 'python', entry, code, examples }, new AbortController().signal);
  for (const [index, [name, , output]] of TABLE.entries()) {
    const { actual, error, passed } = results[index] ?? {};
    if (output instanceof RegExp) expect.soft(error, name).toMatch(output);
    else expect.soft({ actual, error, passed }, name).toEqual({ actual: passed ? actual : output, error: null, passed: true });
  }
});
