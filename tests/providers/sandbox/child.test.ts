import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { type Child, type ChildProgram, startChild } from '../../../src/providers/sandbox/child.ts';
import { TIME_LIMITS } from '../../../src/providers/sandbox/limits.ts';
import { childrenOf, peakRssMb } from '../../support/server-process.ts';

describe('the child process of the sandbox', () => {
  // These tests run as if code had escaped from an interpreter and could use all of Node.

  const TESTS = join(import.meta.dirname, '..', '..');
  const ESCAPED: ChildProgram = {
    file: pathToFileURL(join(TESTS, 'support', 'escaped-process.ts')),
    // The folders of the program are all that other children may read while they start.
    nodeOptions: [`--allow-fs-read=${join(TESTS, '*')}`],
  };
  const isLinux = process.platform === 'linux';
  const never = new AbortController().signal;
  const started: Child[] = [];
  afterAll(() => Promise.all(started.map((child) => child.end())));

  async function escaped(exampleMs = TIME_LIMITS.exampleMs): Promise<Child & { readonly pid: number }> {
    const others = isLinux ? childrenOf(process.pid) : [];
    const child = startChild(ESCAPED, { ...TIME_LIMITS, exampleMs });
    started.push(child);
    const pid = isLinux ? (childrenOf(process.pid).find((one) => !others.includes(one)) ?? 0) : 0;
    await child.ready;
    return { ...child, pid, hasEnded: false };
  }

  const tries = async (child: Child, what: string, signal = never): Promise<string> =>
    (await child.run({ language: 'javascript', code: what, call: null, stdin: '' }, 20_000, signal)).ran.stdout;

  test('gives code that escapes from an interpreter no files, network, processes, threads or native code', async () => {
    const child = await escaped();
    const refused = [
      'reads a file',
      'reads a file of the program',
      'opens a file',
      'writes a file',
      'starts a process',
      'starts a process by the binding',
      'starts a thread',
      'connects',
      'connects to a path',
      'listens',
      'sends a datagram',
      'looks up a name',
      'fetches',
      'loads native code',
      'uses WASI',
      'inspects itself',
      'kills its parent',
      // Node's permission model does not cover databases. On Linux the system opens no file any more.
      ...(isLinux ? ['opens a database'] : []),
    ];
    for (const what of refused) expect.soft(await tries(child, what), what).toMatch(/^refused: /);
    expect(await tries(child, 'reads variables')).toBe('[]');
    expect(await tries(child, 'reads its folder')).toBe('/');
    expect(await tries(child, 'does nothing')).toBe('nothing');
  });

  test.each([
    ['takes heap', 'memory'],
    ['loops', 'timeout'],
    ['floods its output', 'fault'],
    ['says something else', 'fault'],
    ['ends', 'fault'],
  ] as const)('is ended if it %s: %s', async (what, reason) => {
    // What loops uses up all of its time. The others end before it.
    const child = await escaped(reason === 'timeout' ? 200 : undefined);
    await expect(tries(child, what)).rejects.toMatchObject({ name: 'ChildEnded', reason });
    await expect(tries(child, 'does nothing')).rejects.toMatchObject({ name: 'ChildEnded' });
  });

  test('is ended if it sends an unrequested answer, which is not used for the next request', async () => {
    const child = await escaped();
    expect(await tries(child, 'answers before it is asked')).toBe('first');
    await expect.poll(() => started.at(-1)?.hasEnded).toBe(true);
    await expect(tries(child, 'does nothing')).rejects.toMatchObject({ name: 'ChildEnded', reason: 'fault' });
  });

  test('is not slowed down by what it writes to its error stream', async () => {
    expect(await tries(await escaped(), 'floods its error stream')).toBe('done');
  });

  test('is ended when its caller gives up, whatever it does', async () => {
    const child = await escaped();
    const controller = new AbortController();
    const looping = tries(child, 'loops', controller.signal);
    controller.abort(new Error('Gone.'));
    await expect(looping).rejects.toThrow('Gone.');
    expect(started.at(-1)?.hasEnded).toBe(true);
  });

  test.runIf(isLinux)('cannot get much memory of any kind', async () => {
    for (const what of ['takes memory outside of the heap', 'takes memory for WebAssembly']) {
      const child = await escaped();
      expect.soft(await tries(child, what), what).toMatch(/^refused: .*(allocat)/);
      expect.soft(peakRssMb(child.pid), what).toBeLessThan(400);
    }
  });

  test.runIf(isLinux)('has limits that the system enforces, is ended first if memory is short, and has a low priority', async () => {
    const { pid } = await escaped();
    const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
    const limit = (name: string): readonly number[] =>
      (new RegExp(`^${name} +(\\d+) +(\\d+)`, 'm').exec(limits) ?? []).slice(1).map(Number);
    expect(limit('Max cpu time')).toEqual([90, 91]);
    expect(limit('Max address space')).toEqual(Array(2).fill(32 * 2 ** 30));
    expect(limit('Max data size')[0]).toBeLessThan(2 ** 30);
    for (const name of ['Max file size', 'Max core file size', 'Max processes', 'Max open files'])
      expect(limit(name), name).toEqual([0, 0]);
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8')).toBe('1000\n');
    expect(getPriority(pid)).toBe(getPriority() + 5);
    // Pipes, sockets and files of the engine, but no file of the process that started it.
    const files = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
    expect(files.filter((name) => !/^(socket|pipe|anon_inode):|^\/dev\/null$/.test(name))).toEqual([]);
  });
});

const program = join(import.meta.dirname, '..', '..', 'support', 'sandbox-process.ts');
const spawned = spawn(process.execPath, [program], { stdio: 'ignore' });
afterAll(() => void spawned.kill('SIGKILL'));

test.runIf(process.platform === 'linux')(
  'a child of the sandbox ends when the program is killed, even while it runs something',
  async () => {
    const children = (): readonly number[] => childrenOf(spawned.pid as number);
    await expect.poll(children).toHaveLength(1);
    const [child] = children();
    spawned.kill('SIGKILL');
    await expect.poll(() => existsSync(`/proc/${child}`)).toBe(false);
  },
);
