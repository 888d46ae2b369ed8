import type { Base, Emitter, ProcessPart } from './base.ts';

/** Node's `process`, with the members that programs use to read input and print output. */
export function guestProcess({ print, exit, clock, own, part }: Base): ProcessPart {
  type Listener = (...values: unknown[]) => unknown;
  const tick = (work: () => void): void => part('timers').tick(work);

  let listeners: Emitter | undefined;
  const leave = (code: unknown = process.exitCode): never => {
    process.exitCode = code;
    listeners?.emit('exit', own.number(code ?? 0));
    exit(own.number(code ?? 0));
    throw new Error('The program has ended.');
  };
  const output = (fd: number): object => {
    const write = (text: unknown, ...given: unknown[]): boolean => {
      print(fd, text instanceof Uint8Array ? part('bytes').Buffer.from(text).toString() : String(text));
      const done = given.at(-1);
      if (typeof done === 'function') tick(() => done());
      return true;
    };
    const end = (text: unknown = '', ...given: unknown[]): void => void write(typeof text === 'function' ? '' : text, ...given);
    const stream: object = {
      fd,
      write,
      end,
      writable: true,
      cork() {},
      uncork() {},
      on: () => stream,
      once: () => stream,
      off: () => stream,
    };
    return stream;
  };
  const hrtime = (before: readonly [number, number] = [0, 0]): [number, number] => {
    const ms = clock() - before[0] * 1_000 - before[1] / 1_000_000;
    return [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1_000_000)];
  };
  const on = (event: string, listener: Listener): object => {
    listeners ??= new (part('events').EventEmitter)();
    listeners.on(event, listener);
    return process;
  };
  const streams: Record<string, object> = {};
  const process: Record<string, unknown> = {
    ...{ argv: ['node', 'solution.js'], argv0: 'node', execArgv: [], env: {}, exitCode: undefined, pid: 1, platform: 'linux', arch: 'x64' },
    version: 'v26.0.0',
    versions: { node: '26.0.0' },
    exit: leave,
    nextTick: (work: Listener, ...values: unknown[]) => tick(() => void work(...values)),
    hrtime: Object.assign(hrtime, { bigint: () => BigInt(Math.round(clock() * 1_000_000)) }),
    uptime: () => clock() / 1_000,
    memoryUsage: () => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }),
    cwd: () => '/',
    ...{ on, once: on, addListener: on },
    emitWarning: (text: unknown) => void print(2, `${String(text)}\n`),
  };
  const streamOf: Readonly<Record<string, () => object>> = {
    stdin: () => part('streams').stdin,
    stdout: () => output(1),
    stderr: () => output(2),
  };
  for (const [name, make] of Object.entries(streamOf))
    Object.defineProperty(process, name, { enumerable: true, configurable: true, get: () => (streams[name] ??= make()) });
  Object.defineProperty(process, Symbol.toStringTag, { value: 'process' });
  return {
    process,
    end() {
      const code = own.number(process.exitCode ?? 0);
      listeners?.emit('exit', code);
      const last = own.number(process.exitCode ?? 0);
      if (last !== 0) exit(last);
    },
  };
}

/** Node's `fs`, in which there is standard input (0) and output (1 and 2), and nothing else. */
export function guestFiles({ own, print, stdin, part }: Base): Readonly<Record<string, unknown>> {
  type Options = string | { readonly encoding?: string | null; readonly fd?: number } | null | undefined;
  const bufferOf = (value: unknown): Uint8Array & { toString(encoding?: string): string } => part('bytes').Buffer.from(value);
  const INPUTS: readonly unknown[] = [0, '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'];
  const OUTPUTS: ReadonlyMap<unknown, number> = new Map<unknown, number>([
    [1, 1],
    [2, 2],
    ['/dev/stdout', 1],
    ['/dev/stderr', 2],
    ['/dev/fd/1', 1],
    ['/dev/fd/2', 2],
  ]);

  const refused = (code: string, message: string): Error => Object.assign(new Error(`${code}: ${message}`), { code });
  const missing = (path: unknown): Error => refused('ENOENT', `there is no file ${String(path)}. Standard input is file 0.`);
  const readOnly = (): Error => refused('EROFS', 'no files can be written.');
  const encodingOf = (options: Options): string | undefined => (typeof options === 'string' ? options : (options?.encoding ?? undefined));

  const readFileSync = (path: unknown, options?: Options): unknown => {
    if (!INPUTS.includes(path)) throw missing(path);
    const encoding = encodingOf(options);
    const text = stdin.take();
    if (encoding !== undefined && /^utf-?8$/i.test(encoding)) return text;
    const bytes = bufferOf(text);
    return encoding === undefined ? bytes : bytes.toString(encoding);
  };
  /** Bytes of a character of which the first ones were read already. */
  let rest: number[] = [];
  const readSync = (file: unknown, target: Uint8Array, offset: unknown = 0, length?: unknown): number => {
    if (file !== 0) throw missing(file);
    const given: { offset?: unknown; length?: unknown } = typeof offset === 'object' && offset !== null ? offset : { offset, length };
    const from = Number(given.offset ?? 0);
    const room = Number(given.length ?? target.length - from);
    let count = 0;
    while (count < room) {
      if (rest.length === 0) {
        const text = stdin.take(Math.ceil((room - count) / 3));
        if (text === '') break;
        // Both halves of a character are taken together.
        rest = Array.from(bufferOf(/[\uD800-\uDBFF]$/.test(text) ? text + stdin.take(1) : text));
      }
      const part = rest.splice(0, room - count);
      target.set(part, from + count);
      count += part.length;
    }
    return count;
  };
  const writeFileSync = (path: unknown, text: unknown): number => {
    const stream = OUTPUTS.get(path);
    if (stream === undefined) throw readOnly();
    const shown = text instanceof Uint8Array ? bufferOf(text).toString() : String(text);
    print(stream, shown);
    return shown.length;
  };
  const existsSync = (path: unknown): boolean => INPUTS.includes(path) || OUTPUTS.has(path);
  const openSync = (path: unknown): number => {
    if (INPUTS.includes(path)) return 0;
    const stream = OUTPUTS.get(path);
    if (stream === undefined) throw missing(path);
    return stream;
  };
  const statSync = (path: unknown): object => {
    if (!existsSync(path)) throw missing(path);
    const size = INPUTS.includes(path) ? rest.length + bufferOf(stdin.peek()).length : 0;
    return { size, isFile: () => true, isDirectory: () => false, isFIFO: () => false };
  };
  const createReadStream = (path: unknown, options?: Options): object => {
    const file = typeof options === 'object' ? (options?.fd ?? path) : path;
    if (!INPUTS.includes(file)) throw missing(file);
    return part('streams').reader(encodingOf(options));
  };
  const createWriteStream = (path: unknown): object => ({
    write: (text: unknown) => writeFileSync(path, text) >= 0,
    end: (text: unknown = '') => void writeFileSync(path, text),
  });
  /** The same with a function that is called at the end. */
  const calling =
    (work: (...values: never[]) => unknown) =>
    (...values: unknown[]): void => {
      const done = values.pop();
      if (typeof done !== 'function') throw new TypeError('The last argument must be a function.');
      let [error, value]: unknown[] = [null];
      try {
        value = own.apply(work, undefined, values);
      } catch (thrown) {
        error = thrown;
      }
      part('timers').tick(() => done(error, value));
    };
  const promises = {
    readFile: async (path: unknown, options?: Options) => readFileSync(path, options),
    writeFile: async (path: unknown, text: unknown) => void writeFileSync(path, text),
  };
  return {
    ...{ readFileSync, readSync, writeFileSync, existsSync, openSync, statSync, createReadStream, createWriteStream, promises },
    appendFileSync: writeFileSync,
    writeSync: writeFileSync,
    fstatSync: statSync,
    closeSync: () => {},
    fsyncSync: () => {},
    readFile: calling(readFileSync),
    writeFile: calling(writeFileSync),
    appendFile: calling(writeFileSync),
  };
}
