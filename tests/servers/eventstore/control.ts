import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Faults } from './faults.ts';

const NAMES = [
  'refuse',
  'cut',
  'stall',
  'slow',
  'loseAnswers',
  'reorder',
  'slowConsumer',
  'notReady',
  'restart',
  'systemEvents',
  'heal',
  'state',
] as const satisfies readonly (keyof Faults)[];

type Switch = (...given: unknown[]) => Promise<unknown>;

export interface Control {
  readonly port: number;
  stop(): Promise<void>;
}

/** `POST /<fault>` with its arguments as a JSON list; the answer contains the result. */
export async function serveControl(faults: Faults, port = 0): Promise<Control> {
  const server = createServer(async (request, response) => {
    const name = NAMES.find((known) => request.url === `/${known}`);
    if (request.method !== 'POST' || !name) return void response.writeHead(404).end();
    const result = await (faults[name] as Switch)(...((await json(request)) as unknown[])).catch((error) => ({ error: String(error) }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(result ?? null));
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The faults of a double in another process. `url`: of its control port. */
export function remoteFaults(url: string): Faults {
  const call =
    (name: string): Switch =>
    async (...given) => {
      const response = await fetch(`${url}/${name}`, { method: 'POST', body: JSON.stringify(given) });
      const result = (await response.json()) as { error?: string } | null;
      if (result?.error !== undefined) throw new Error(`${name}: ${result.error}`);
      return result ?? undefined;
    };
  return Object.fromEntries(NAMES.map((name) => [name, call(name)])) as unknown as Faults;
}
