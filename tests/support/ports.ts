import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';

/** Below the ports that systems choose by themselves, so that none is taken between being found and being used. */
const [FIRST, BEYOND] = [15_000, 32_000];

/** A port of loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND);
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
