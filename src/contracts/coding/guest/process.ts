import type { Base, Emitter, ProcessPart } from './base.ts';

/** Node's `process`, as far as programs use it that read and print. */
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
