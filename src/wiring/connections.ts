import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What a client may take of time, and all of them of connections. Times in milliseconds. */
export interface ConnectionBounds {
  /** Until the headers of a request have come. */
  readonly headersMs: number;
  /** Until the whole request has come. */
  readonly requestMs: number;
  /** How long a client may read nothing of an answer that waits for it. */
  readonly unreadMs: number;
  /** How long a connection stays open without a request. Longer than that of a proxy in front, which would use it just as it is closed. */
  readonly keptMs: number;
  /** At most so many connections; further ones are closed at once. */
  readonly most: number;
}

const BOUNDS: ConnectionBounds = { headersMs: 30_000, requestMs: 120_000, unreadMs: 30_000, keptMs: 75_000, most: 10_000 };

/** How often the server looks for requests that take too long. An option of `createServer`. */
export const LOOK = { connectionsCheckingInterval: 5_000 } as const;

/**
 * Closes connections of clients that send too slowly, or that do not read their answers: the answers wait in memory. A
 * request whose answer is still being made is never closed by this, however long it takes.
 */
export function boundConnections(server: Server, { headersMs, requestMs, unreadMs, keptMs, most }: ConnectionBounds = BOUNDS): void {
  const answering = new WeakMap<Socket, number>();
  const count = (socket: Socket, by: number): void => void answering.set(socket, (answering.get(socket) ?? 0) + by);
  server.headersTimeout = headersMs;
  server.requestTimeout = requestMs;
  server.keepAliveTimeout = keptMs;
  server.maxConnections = most;
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  // Nothing was sent or received for this time; after an answer, for the server's `keepAliveTimeout`.
  server.setTimeout(unreadMs, (socket) => {
    if (socket.writableLength > 0 || (answering.get(socket) ?? 0) === 0) socket.destroy();
  });
}
