import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const RANGE_OF_SYSTEM = '/proc/sys/net/ipv4/ip_local_port_range';
/** `fetch` refuses some ports, of which 10,080 is the highest. */
const LOWEST = 10_100;
const USUAL = 32_000;
const LEAST_WIDTH = 2_000;

/** The first of the ports that the system gives to connections by itself. */
function firstOfSystem(): number {
  const first = existsSync(RANGE_OF_SYSTEM) ? Number.parseInt(readFileSync(RANGE_OF_SYSTEM, 'utf8'), 10) : USUAL;
  return first > LOWEST + LEAST_WIDTH ? Math.min(first, USUAL) : USUAL;
}

/** Below those ports, so that none is taken between being found and being used. */
const [FIRST, BEYOND] = [LOWEST, firstOfSystem()];
/** More than there are processes of one run of tests. Each of them chooses from a range of its own. */
const RANGES = 16;
const WIDTH = Math.floor((BEYOND - FIRST) / RANGES);

const ownRange = Number(process.env.VITEST_POOL_ID ?? 0) % RANGES;
let next = randomInt(WIDTH);

/**
 * A port of loopback that nobody listens on. Another caller, in this process or in another one of the same run of tests,
 * does not get it too: a server that is still starting does not listen on its port yet.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + ownRange * WIDTH + next;
    next = (next + 1) % WIDTH;
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
