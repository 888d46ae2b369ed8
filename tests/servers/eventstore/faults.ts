import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Front } from './front.ts';
import type { Log } from './log.ts';
import type { Call, Troubles } from './troubles.ts';

export interface DoubleState {
  readonly connections: number;
  readonly subscriptions: number;
  /** Number of events in $all, those of the system included. */
  readonly events: number;
  /** Number of calls since the start, waiting ones included. */
  readonly calls: Readonly<Record<Call, number>>;
}

/** Faults that can be switched on and off. Each lasts until `heal`, unless its comment says otherwise. */
export interface Faults {
  /** Closes the port and all connections. */
  refuse(): Promise<void>;
  /** Drops all connections once; `ms`: the port stays closed for so long. */
  cut(ms?: number): Promise<void>;
  /** Nothing is answered, not even pings. With `afterEvents` it begins after so many events were sent by reads or subscriptions. */
  stall(options?: { readonly afterEvents?: number }): Promise<void>;
  /** Milliseconds before each answer, and before live events. */
  slow(ms: number): Promise<void>;
  /** The next appends are stored, and their connection is cut instead of an answer. */
  loseAnswers(times: number): Promise<void>;
  /** Answers of appends wait until there are so many (or for a second), then they are sent, the last one first. */
  reorder(size: number): Promise<void>;
  /** Drops the live subscriptions once, as if their consumers were too slow. Gives their number. */
  slowConsumer(): Promise<number>;
  /** Every call is refused with 'Server Is Not Ready'. */
  notReady(): Promise<void>;
  /** Stops for `ms`, then is not ready for as long again, then continues with the same log. Ends the other faults. */
  restart(ms?: number): Promise<void>;
  /** Number of system events in $all. */
  systemEvents(count: number): Promise<void>;
  /** Ends all faults; waiting calls continue. */
  heal(): Promise<void>;
  state(): Promise<DoubleState>;
}

export function faultsOf(log: Log, troubles: Troubles, front: Front): Faults {
  const heal = async () => {
    troubles.heal();
    front.thaw();
    await front.open();
  };
  return {
    heal,
    refuse: () => front.close(),
    async cut(ms = 0) {
      if (ms === 0) return front.cut();
      await front.close();
      await delay(ms);
      await front.open();
    },
    async stall({ afterEvents } = {}) {
      if (afterEvents === undefined) front.freeze();
      else troubles.hangAfter(afterEvents);
    },
    async slow(ms) {
      troubles.slowness = ms;
    },
    async loseAnswers(times) {
      troubles.losing = times;
    },
    async reorder(size) {
      troubles.group = size;
    },
    slowConsumer: async () => troubles.dropSubscriptions(),
    async notReady() {
      troubles.unready = true;
    },
    async restart(ms = 0) {
      await front.close();
      troubles.heal();
      front.thaw();
      log.system('$epoch-information', '$epoch-information', {});
      await delay(ms);
      troubles.unready = ms > 0;
      await front.open();
      await delay(ms);
      troubles.unready = false;
    },
    async systemEvents(count) {
      for (let left = count; left > 0; left -= 1) log.statistics();
    },
    state: async () => ({
      connections: front.connections,
      subscriptions: troubles.subscriptions,
      events: log.entries.length,
      calls: { ...troubles.calls },
    }),
  };
}

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
