import type { Base } from './base.ts';

/** Node's `fs`, in which there is standard input (0) and output (1 and 2), and nothing else. */
export function guestFiles({ print, stdin, part }: Base): Readonly<Record<string, unknown>> {
  type Options = string | { readonly encoding?: string | null; readonly fd?: number } | null | undefined;
  type Done = (error: unknown, value?: unknown) => void;
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
    const given = (typeof offset === 'object' && offset !== null ? offset : { offset, length }) as { offset?: number; length?: number };
    const from = given.offset ?? 0;
    const room = given.length ?? target.length - from;
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
      const done = values.pop() as Done;
      let [error, value]: unknown[] = [null];
      try {
        value = work(...(values as never[]));
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
