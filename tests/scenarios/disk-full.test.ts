import { afterEach, expect, test } from 'vitest';
import { addSummaryLine } from '../servers/summary-lines.ts';
import { fillDiskRepeatedly } from '../support/faults/full-disk.ts';
import { canMount, type SmallDisk, startSmallDisk } from '../support/faults/small-disk.ts';
import { call, runCommand, type ServerProcess, signIn, signUp, startServer } from '../support/server-process.ts';

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
  'on a disk that fills up again and again, writes are refused, reads are answered, and nothing acknowledged is lost',
  { timeout: 120_000 },
  async () => {
    disk = await startSmallDisk(MEBIBYTES);
    const { folder, through } = disk;
    server = await startServer(folder, {}, undefined, through);
    const token = await signUp(server.url, EMAIL);
    const run = await fillDiskRepeatedly({ url: server.url, token, disk, fillings: FILLINGS });
    expect(run.refused).toBeGreaterThanOrEqual(FILLINGS);

    // A clean end on a full disk; a start on a disk with room again.
    disk.fill();
    expect((await server.end('SIGTERM')).code).toBe(0);
    disk.free();
    const env = { VOUCH_DATA: folder };
    expect(await runCommand(['verify', '--deep'], env, undefined, through)).toMatchObject({ code: 0 });
    server = await startServer(folder, {}, undefined, through);
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
