import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addSummaryLine } from '../servers/shared.ts';
import { connectionsFor, openAndCut, openIdle, openSlowBodies, openSlowReaders, waitUntil } from '../support/faults/connections.ts';
import { canMount, fillDiskRepeatedly, type SmallDisk, startSmallDisk } from '../support/faults/disk.ts';
import {
  call,
  IN_THREADS,
  openHandles,
  rssMb,
  runCommand,
  type ServerProcess,
  signIn,
  signUp,
  startServer,
} from '../support/server-process.ts';

/** How the commands of the package start the program. Otherwise each thread would have more memory of its own. */
const { nodeOptions, environment } = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    config: { nodeOptions: readonly string[]; environment: Record<string, string> };
  }
).config;

// What the process holds is read from /proc.
describe.runIf(process.platform === 'linux')('a server', () => {
  const IDLE = 3_000;
  /** `npm run soak` does 10,000. */
  const CUT = 2_000;
  const [SLOW_BODIES, SLOW_READERS, UNREAD] = [200, 50, 10];
  /** A hundred tasks with long descriptions, so that an unread answer does not fit into the buffers. */
  const LONG = 5_000;
  const MORE_MB = 150;
  const TIMEOUT = 90_000;

  const folder = mkdtempSync(join(tmpdir(), 'vouch-connections-'));
  let server: ServerProcess;
  let token: string;
  let [handles, memory] = [0, 0];
  beforeAll(async () => {
    server = await startServer(folder, { ...IN_THREADS, ...environment }, undefined, undefined, nodeOptions);
    token = await signUp(server.url, 'ann@example.com');
    for (let index = 0; index < 100; index += 1) await write(`Long ${index}`, 'é'.repeat(LONG));
    await call(server.url, 'GET', '/api/tasks', { token });
    await pauseUntilStill();
    [handles, memory] = [openHandles(server.pid), rssMb(server.pid)];
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** This process's own client keeps a connection or two, as it asks one thing after the other. */
  const pauseUntilStill = (): Promise<void> =>
    waitUntil('nothing is opened or closed any more', () => {
      const now = openHandles(server.pid);
      const isStill = now === handles;
      handles = now;
      return isStill;
    });

  async function write(title: string, description = ''): Promise<string> {
    const { status, body } = await call(server.url, 'POST', '/api/tasks', { token, body: { title, description } });
    expect(status).toBe(201);
    return body.id;
  }

  const read = async (id: string): Promise<number> => (await call(server.url, 'GET', `/api/tasks/${id}`, { token })).status;

  async function expectRecovered(): Promise<void> {
    await waitUntil('all connections are closed', () => openHandles(server.pid) <= handles + 2);
    expect(rssMb(server.pid) - memory).toBeLessThan(MORE_MB);
    expect(server.stderr()).not.toContain('"level":"error"');
    expect(await read(await write('After it'))).toBe(200);
  }

  test(`answers beside ${IDLE} idle connections`, { timeout: TIMEOUT }, async () => {
    const count = connectionsFor(IDLE);
    const idle = await openIdle(server.url, count);
    await waitUntil('all of them are accepted', () => openHandles(server.pid) > count);
    expect(await read(await write('Beside idle ones'))).toBe(200);
    expect(idle.open()).toBe(count);
    idle.cut();
    await expectRecovered();
  });

  test('answers other requests beside slow bodies and clients that do not read', { timeout: TIMEOUT }, async () => {
    const bodies = await openSlowBodies(server.url, token, SLOW_BODIES);
    const readers = await openSlowReaders(server.url, token, '/api/tasks', SLOW_READERS, UNREAD);
    const noted: string[] = [];
    for (let index = 0; index < 20; index += 1) noted.push(await write(`Beside slow ones ${index}`));
    for (const id of noted) expect(await read(id)).toBe(200);
    expect([bodies.open(), readers.open()]).toEqual([SLOW_BODIES, SLOW_READERS]);
    bodies.cut();
    readers.cut();
    await expectRecovered();
  });

  test(`loses no acknowledged write while ${CUT} connections are opened and cut`, { timeout: TIMEOUT }, async () => {
    const noted: string[] = [];
    let isOver = false;
    const writer = (async () => {
      while (!isOver) noted.push(await write(`Beside cut ones ${noted.length}`));
    })();
    await openAndCut(server.url, token, CUT);
    isOver = true;
    await writer;
    expect(noted.length).toBeGreaterThan(0);
    for (const id of noted) expect(await read(id)).toBe(200);
    await expectRecovered();
  });
});

describe('a full disk', () => {
  const EMAIL = 'ann@example.com';
  const MEBIBYTES = 64;
  /** `npm run soak` does fifty. */
  const FILLINGS = 3;

  const isMounting = canMount();
  if (!isMounting)
    addSummaryLine('A disk that fills up: skipped, as this machine lets nobody mount a file system. The double of it was tested.');

  let server: ServerProcess | null = null;
  let disk: SmallDisk | null = null;
  afterEach(async () => {
    await server?.end('SIGKILL');
    await disk?.dispose();
    [server, disk] = [null, null];
  });

  test.runIf(isMounting)(
    'refuses writes, answers reads and loses no acknowledged write if it fills up again and again',
    { timeout: 120_000 },
    async () => {
      disk = await startSmallDisk(MEBIBYTES);
      const { folder, through } = disk;
      server = await startServer(folder, IN_THREADS, undefined, through);
      const token = await signUp(server.url, EMAIL);
      const run = await fillDiskRepeatedly({ url: server.url, token, disk, fillings: FILLINGS });
      expect(run.refused).toBeGreaterThanOrEqual(FILLINGS);

      // A clean end on a full disk; a start on a disk with room again.
      disk.fill();
      expect((await server.end('SIGTERM')).code).toBe(0);
      disk.free();
      const env = { VOUCH_DATA: folder };
      expect(await runCommand(['verify', '--deep'], env, undefined, through)).toMatchObject({ code: 0 });
      server = await startServer(folder, IN_THREADS, undefined, through);
      const again = await signIn(server.url, EMAIL);
      const there = new Map<string, string>();
      for (let path: string | null = '/api/tasks?limit=1000'; path !== null; ) {
        const page: Awaited<ReturnType<typeof call>> = await call(server.url, 'GET', path, { token: again });
        for (const { id, status } of page.body) there.set(id, status);
        path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
      }
      expect([...run.created].filter((id) => !there.has(id))).toEqual([]);
      expect([...run.completed].filter((id) => there.get(id) !== 'completed')).toEqual([]);
    },
  );
});
