// Runs in a child process of the sandbox as code that has escaped from the interpreter and can use all of Node: a job names
// what is tried, and the answer says what came of it.
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { connect, createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { WASI } from 'node:wasi';
import { Worker } from 'node:worker_threads';
import { serve } from '../../src/providers/sandbox/serving.ts';

const own = process;
const held: unknown[] = [];

const TRIES: Readonly<Record<string, () => unknown>> = {
  'reads a file': () => readFileSync('/etc/passwd').length,
  'reads a file of the program': () => readFileSync(import.meta.filename).length,
  'opens a file': () => openSync('/dev/null', 'r'),
  'writes a file': () => writeFileSync('/tmp/vouch-escaped', 'x'),
  'opens a database': () => new DatabaseSync('/tmp/vouch-escaped.db').exec('CREATE TABLE a (b)'),
  'starts a process': () => spawnSync('/bin/true').pid,
  'starts a process by the binding': () => (own as unknown as { binding(name: string): unknown }).binding('spawn_sync'),
  'starts a thread': () => new Worker('', { eval: true }).threadId,
  connects: () => once(connect(9, '127.0.0.1'), 'connect'),
  'connects to a path': () => once(connect('/var/run/docker.sock'), 'connect'),
  listens: () => once(createServer().listen(0), 'listening'),
  'sends a datagram': () => once(createSocket('udp4').bind(0), 'listening'),
  'looks up a name': () => lookup('localhost'),
  fetches: () => fetch('http://127.0.0.1:9/'),
  'loads native code': () => own.dlopen({ exports: {} }, '/lib/x86_64-linux-gnu/libc.so.6'),
  'uses WASI': () => new WASI({ version: 'preview1', preopens: { '/': '/' } }),
  'inspects itself': () => new Session().connect(),
  'kills its parent': () => own.kill(own.ppid, 0),
  'reads variables': () => JSON.stringify(Object.keys(own.env).filter((name) => !['PATH', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))),
  'reads its folder': () => own.cwd(),
  'does nothing': () => 'nothing',
  'takes heap': () => {
    for (;;) held.push(new Array(1_000_000).fill(1.5));
  },
  'takes memory outside of the heap': () => {
    for (;;) held.push(new Uint8Array(16_777_216).fill(1));
  },
  'takes memory for WebAssembly': () => {
    for (;;)
      held.push(
        new (globalThis as unknown as { WebAssembly: { Memory: new (size: object) => object } }).WebAssembly.Memory({ initial: 1_024 }),
      );
  },
  loops: () => {
    for (;;);
  },
  'floods its output': () =>
    new Promise(() => {
      const more = (): unknown => own.stdout.write('x'.repeat(1_000_000), more);
      more();
    }),
  'floods its error stream': () => {
    for (let count = 0; count < 1_000; count += 1) own.stderr.write('x'.repeat(100_000));
    return 'done';
  },
  'says something else': () => own.stdout.write('{"ran":{}}\n'),
  'answers before it is asked': () => {
    setImmediate(() => own.stdout.write('{}\n'));
    return 'first';
  },
  ends: () => own.exit(0),
};

async function cameOf(name: string): Promise<string> {
  try {
    return String(await TRIES[name]?.());
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return `refused: ${code ?? message}`;
  }
}

await serve(async () => async ({ code }) => {
  const said = await cameOf(code);
  return { ran: { value: null, stdout: said, output: said, cut: false, fault: null }, ms: 0, isBroken: false };
});
