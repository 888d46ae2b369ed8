import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { failureOf } from './errors.ts';

export interface Connection {
  /** Given with each call: without, the client takes another way, on which appends harm each other. */
  readonly credentials: Credentials;
  /**
   * One call on the client of now, which `use` must bound in time. Where it fails in a way that tells of a broken
   * connection, the next call gets a new one. `retired` aborts when others found that it is broken.
   */
  call<Result>(use: (client: EventStoreDBClient, retired: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Refuses new calls, waits for those under way, and closes. */
  close(): Promise<void>;
}

interface Held {
  readonly client: EventStoreDBClient;
  readonly retired: AbortController;
  /** The client's own `dispose` ends streams only, of which none are left, and does not return while the server is stuck. */
  closeChannel(): void;
  readonly idle: PromiseWithResolvers<void>;
  calls: number;
}

/** @throws Error for a connection string that cannot be used */
export function openConnection(url: string): Connection {
  const credentials = credentialsOf(url);
  let opened = 0;
  let closed = false;
  const ending = new Set<Promise<void>>();

  const open = (): Held => hold(EventStoreDBClient.connectionString(numbered(url, opened++)));
  let current = open();

  function retire(held: Held): void {
    if (held.retired.signal.aborted) return;
    if (held === current && !closed) current = open();
    held.retired.abort();
    if (held.calls === 0) held.idle.resolve();
    const end = held.idle.promise.then(held.closeChannel).finally(() => ending.delete(end));
    ending.add(end);
  }

  return {
    credentials,
    async call(use) {
      if (closed) throw new StoreUnavailable('The event log is closed.');
      const held = current;
      held.calls += 1;
      try {
        return await use(held.client, held.retired.signal);
      } catch (error) {
        if (failureOf(error) === 'broken') retire(held);
        throw error;
      } finally {
        held.calls -= 1;
        if (held.calls === 0 && held.retired.signal.aborted) held.idle.resolve();
      }
    },
    async close() {
      closed = true;
      retire(current);
      await Promise.all(ending);
    },
  };
}

function hold(client: EventStoreDBClient): Held {
  type Channel = { close(): void };
  const inner = client as unknown as { getChannel(): Promise<Channel> };
  const { getChannel } = inner;
  let channel: Channel | null = null;
  inner.getChannel = async () => {
    channel = await getChannel();
    return channel;
  };
  return { client, calls: 0, retired: new AbortController(), idle: Promise.withResolvers(), closeChannel: () => channel?.close() };
}

/** As the client itself reads them. @throws Error where there are none, and the connection is not an insecure one */
function credentialsOf(url: string): Credentials {
  const [, username, password] = /^[^:]+:\/\/([^:]+):([^@]+)@/.exec(url.trim()) ?? [];
  if (username !== undefined && password !== undefined)
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  if (/[?&]tls=false/i.test(url)) return { username: 'admin', password: 'changeit' };
  throw new Error('The connection string of EventStoreDB needs a user and a password: esdb://user:password@host:2113.');
}

const KEEP_ALIVE_MS = 10_000;
const KEEP_ALIVE = /([?&])keep[-_]?alive[-_]?interval=(-?\d+)&?/i;

/**
 * gRPC shares connections among all clients of a process whose options are the same, a stuck one and one that waits
 * a minute before it tries again too. So each client is given a keep-alive of its own, some milliseconds apart.
 */
function numbered(url: string, opened: number): string {
  const given = Number(KEEP_ALIVE.exec(url)?.[2] ?? KEEP_ALIVE_MS);
  if (given < 0) return url;
  const rest = url.trim().replace(KEEP_ALIVE, '$1').replace(/[?&]$/, '');
  return `${rest}${rest.includes('?') ? '&' : '?'}keepAliveInterval=${given + (opened % 1000)}`;
}
