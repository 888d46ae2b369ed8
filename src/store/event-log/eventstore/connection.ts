import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailable } from '../../../domain/kernel/event-store.ts';
import { failureOf } from './failures.ts';

export interface Connection {
  /** Passed with each call. Without credentials the client uses its batch path, on which concurrent appends disturb each other. */
  readonly credentials: Credentials;
  /**
   * Makes one call on the present client; `use` must limit its time. If it fails in a way that shows a broken
   * connection, the next call gets a new client. `retired` aborts when another call found that the connection is
   * broken.
   */
  call<Result>(use: (client: EventStoreDBClient, retired: AbortSignal) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

interface TrackedClient {
  readonly client: EventStoreDBClient;
  readonly retired: AbortController;
  /**
   * Closes the channel directly. The client's own `dispose` only ends streams, of which there are none left, and does not return while the
   * server hangs.
   */
  closeChannel(): void;
  readonly idle: PromiseWithResolvers<void>;
  calls: number;
}

/** Opens the connection. @throws Error for an unusable connection string */
export function openConnection(url: string): Connection {
  const credentials = credentialsOf(url);
  let opened = 0;
  let closed = false;
  const ending = new Set<Promise<void>>();

  const open = (): TrackedClient => trackClient(EventStoreDBClient.connectionString(withUniqueKeepAlive(url, opened++)));
  let current = open();

  function retire(held: TrackedClient): void {
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

function trackClient(client: EventStoreDBClient): TrackedClient {
  type Channel = { close(): void };
  // The client declares this method as private. It is the only way to the channel that has to be closed.
  const inner = client as unknown as { getChannel(): Promise<Channel> };
  const { getChannel } = inner;
  let channel: Channel | null = null;
  inner.getChannel = async () => {
    channel = await getChannel();
    return channel;
  };
  return { client, calls: 0, retired: new AbortController(), idle: Promise.withResolvers(), closeChannel: () => channel?.close() };
}

/** Reads the credentials as the client does. @throws Error if there are none and the connection is secure */
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
 * gRPC shares a connection among all clients of a process with the same options, even if it hangs or waits a minute
 * before it reconnects. So each client gets a slightly different keep-alive interval.
 */
function withUniqueKeepAlive(url: string, opened: number): string {
  const given = Number(KEEP_ALIVE.exec(url)?.[2] ?? KEEP_ALIVE_MS);
  if (given < 0) return url;
  const rest = url.trim().replace(KEEP_ALIVE, '$1').replace(/[?&]$/, '');
  return `${rest}${rest.includes('?') ? '&' : '?'}keepAliveInterval=${given + (opened % 1000)}`;
}
