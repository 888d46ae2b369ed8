/** What the process gives the realm while Pyodide loads. Nothing of it can be reached afterwards. */
export interface RealmFiles {
  readonly text: (name: string) => string;
  readonly size: (name: string) => number;
  /** Copies a file's bytes into a list of the right length. */
  readonly fill: (name: string, bytes: Uint8Array) => void;
  /** Runs a script in the realm. */
  readonly run: (name: string) => void;
}

export interface RealmSettings {
  readonly memoryBytes: number;
  readonly outputBytes: number;
  /** The instant at which the clock stands still, in milliseconds since the epoch. */
  readonly now: number;
  /** The text of harness.py. */
  readonly harness: string;
}

/** The result of a run. In a string of bytes, each character is one byte. */
export interface RealmRun {
  /** The harness's answer as JSON; null if it was interrupted before it could answer. */
  readonly answer: string | null;
  readonly stdout: string;
  readonly output: string;
  readonly cut: boolean;
  /** True if the code requested more memory than there is. */
  readonly isOutOfMemory: boolean;
}

/**
 * Runs the harness with a job (JSON) and standard input (bytes). Returns a RealmRun as JSON, so that no object leaves
 * the realm.
 */
export type RunInRealm = (job: string, stdin: string) => string;

// The types of this project do not include it.
declare const WebAssembly: { Memory: { prototype: { readonly buffer: ArrayBuffer; grow(delta: number): number } } };

interface Pyodide {
  runPython(code: string): (job: string) => string;
  setInterruptBuffer(buffer: object): void;
  setStdin(options: { read: (buffer: Uint8Array) => number; isatty: boolean }): void;
  setStdout(options: { write: (buffer: Uint8Array) => number; isatty: boolean }): void;
  setStderr(options: { write: (buffer: Uint8Array) => number; isatty: boolean }): void;
  readonly _module: { readonly HEAPU8: Uint8Array; readonly ___heap_base: number };
  FS: {
    streams: [{ readonly node: { node_ops: { readonly getattr: (node: unknown) => object } } }];
    ErrnoError: new (errno: number) => Error;
    filesystems: {
      MEMFS: {
        ops_table: { file: { stream: Record<string, unknown> }; dir: { node: Record<string, unknown> } };
        resizeFileStorage: unknown;
      };
    };
  };
}

/**
 * Starts Pyodide. The source text of this function is evaluated in a realm that contains the language but nothing of
 * Node, and in which no code can be made from strings, because Python code can reach everything in the realm around it.
 * Pyodide believes that it runs in the shell of a JavaScript engine, whose `read` and `readbuffer` give it its files.
 * Functions from outside are called here and never passed on, because an object from outside would lead to everything
 * outside.
 */
export function pythonRealm(files: RealmFiles, isLate: () => boolean, settings: RealmSettings): Promise<RunInRealm> {
  const { memoryBytes, outputBytes, now, harness } = settings;
  const { apply, get, deleteProperty } = Reflect;
  const { stringify } = JSON;
  const { imul } = Math;
  const toText = String.fromCharCode;
  const bytesOf = (name: string): ArrayBuffer => {
    const bytes = new Uint8Array(files.size(name));
    files.fill(name, bytes);
    return bytes.buffer;
  };

  // The same code always has the same outcome: the clock stands still, and random numbers come from a seed.
  let seed = 0;
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const randomDigit = (): string => {
    // Mulberry32, whose numbers are evenly distributed from the first one on.
    seed = (seed + 0x6d2b_79f5) | 0;
    let mixed = imul(seed ^ (seed >>> 15), seed | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return digits[(mixed ^ (mixed >>> 14)) & 63] ?? '';
  };
  /** Returns as many random bytes in base64 as the command requests. In a shell, Pyodide gets random bytes this way. */
  const system = (_command: string, [, command = '']: readonly string[]): string => {
    const length = Math.ceil((Number(/-c(\d+)/.exec(command)?.[1] ?? 0) * 4) / 3);
    let text = '';
    while (text.length < length) text += randomDigit();
    return text + '='.repeat((4 - (text.length % 4)) % 4);
  };
  Date.now = () => now;
  const nothing = (): void => {};
  Object.assign(globalThis, {
    read: (name: string) => `${files.text(name)}`,
    readbuffer: bytesOf,
    load: nothing,
    os: { system },
    performance: { now: () => 0 },
    console: { log: nothing, info: nothing, debug: nothing, warn: nothing, error: nothing },
  });

  let isOutOfMemory = false;
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (delta) {
    if (this.buffer.byteLength + delta * 65_536 > memoryBytes) {
      isOutOfMemory = true;
      throw new RangeError('There is no more memory.');
    }
    return apply(grow, this, [delta]);
  };

  /** Built-in modules that give access to JavaScript, to memory, or to the internals of the interpreter. */
  const modules = [
    '_pyodide_core',
    '_ctypes',
    '_remote_debugging',
    '_testbuffer',
    '_testcapi',
    '_testclinic',
    '_testclinic_limited',
    '_testinternalcapi',
    '_testlimitedcapi',
    '_xxtestfuzz',
    'xxsubtype',
  ];
  let input = '';
  let at = 0;
  let stdout = '';
  let output = '';
  let cut = false;
  const read = (buffer: Uint8Array): number => {
    let count = 0;
    for (; count < buffer.length && at < input.length; count += 1) buffer[count] = input.charCodeAt(at++);
    return count;
  };
  const writeTo =
    (isStdout: boolean) =>
    (bytes: Uint8Array): number => {
      let text = '';
      const length = Math.min(bytes.length, outputBytes - output.length);
      for (let index = 0; index < length && !cut; index += 1) text += toText(bytes[index] ?? 0);
      cut ||= length < bytes.length;
      output += text;
      if (isStdout) stdout += text;
      return bytes.length;
    };

  /** Removes the file system: nothing can be written, and only Pyodide's own files exist. */
  const withoutFiles = ({ FS }: Pyodide): void => {
    const refuse = (): never => {
      throw new FS.ErrnoError(69);
    };
    const { MEMFS } = FS.filesystems;
    const { file, dir } = MEMFS.ops_table;
    Object.assign(file.stream, { write: refuse, allocate: refuse, mmap: refuse });
    Object.assign(dir.node, { mknod: refuse, symlink: refuse, rename: refuse, unlink: refuse, rmdir: refuse });
    MEMFS.resizeFileStorage = refuse;
  };

  /** Programs ask for the length of standard input, so that they can read all of it at once. */
  const withLengthOfInput = ({ FS }: Pyodide): void => {
    const { node } = FS.streams[0];
    const { getattr } = node.node_ops;
    node.node_ops = { ...node.node_ops, getattr: (of) => ({ ...getattr(of), size: input.length - at }) };
  };

  /**
   * Python already refuses to import these modules. So that nothing else can create them, their names in the
   * interpreter's table of built-in modules are changed to impossible names: a first byte that begins no character.
   */
  const withoutModules = ({ _module: { HEAPU8, ___heap_base: end } }: Pyodide): void => {
    const constants = HEAPU8.subarray(0, end);
    for (const name of modules) {
      const bytes = Uint8Array.from([0, ...[...name].map((sign) => sign.charCodeAt(0)), 0]);
      const first = bytes[1] ?? 0;
      for (let from = constants.indexOf(first); from > 0; from = constants.indexOf(first, from + 1))
        if (bytes.every((byte, index) => constants[from - 1 + index] === byte)) constants[from] = 0xff;
    }
  };

  const run = (call: (job: string) => string, job: string, stdin: string): string => {
    [input, at, stdout, output, cut, isOutOfMemory, seed] = [stdin, 0, '', '', false, false, 0];
    let answer: string | null = null;
    try {
      answer = `${call(job)}`;
    } catch {
      // It was interrupted again while it ended, or the interpreter is broken.
    }
    return stringify({ answer, stdout, output, cut, isOutOfMemory });
  };

  return (async () => {
    files.run('pyodide.asm.mjs');
    files.run('pyodide.js');
    const load: (options: object) => Promise<Pyodide> = get(globalThis, 'loadPyodide');
    const env = { HOME: '/', PYTHONHASHSEED: '0', PYTHONDONTWRITEBYTECODE: '1' };
    const pyodide = await load({ indexURL: '/', env, jsglobals: {}, createPyodideModule: get(globalThis, 'createPyodideModule') });
    pyodide.setInterruptBuffer({
      // Python reads this regularly; 2 is an interruption, like one from the keyboard.
      get 0() {
        return isLate() ? 2 : 0;
      },
      set 0(_value) {},
    });
    pyodide.setStdin({ read, isatty: false });
    pyodide.setStdout({ write: writeTo(true), isatty: false });
    pyodide.setStderr({ write: writeTo(false), isatty: false });
    const call = pyodide.runPython(harness);
    // Without a job, it removes the ways from Python to this realm.
    call('');
    withoutModules(pyodide);
    withLengthOfInput(pyodide);
    withoutFiles(pyodide);
    // Removes what could take memory beyond all limits, and what only the start needs.
    for (const name of ['WebAssembly', 'loadPyodide', 'createPyodideModule', 'read', 'readbuffer', 'load', 'Atomics', 'SharedArrayBuffer'])
      deleteProperty(globalThis, name);
    // Pyodide passes long texts through this, and only asks for ASCII.
    class Decoder {
      decode(bytes: Uint8Array): string {
        let text = '';
        for (let from = 0; from < bytes.length; from += 8_192) text += apply(toText, null, [...bytes.subarray(from, from + 8_192)]);
        return text;
      }
    }
    Object.assign(globalThis, { TextDecoder: Decoder });
    return (job: string, stdin: string) => run(call, job, stdin);
  })();
}
