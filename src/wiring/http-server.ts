import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** @throws Error naming the address when it is taken or not this machine's */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        taken ? new Error(`Port ${port} on ${host} is taken by another program. Choose another with PORT (0 takes a free one).`) : error,
      );
    });
    server.listen(port, host, resolve);
  });
}

const SWEEP_MS = 50;
/** Long enough for requests that clients had sent before they could know that the server ends. */
const ON_THE_WAY_MS = 100;

/**
 * Makes the function that ends the server. It is made before the server listens, because it has to know which requests
 * are under way.
 *
 * The function answers every request that has begun or is on its way with `Connection: close`, so that the client sends
 * no further one on that connection. Then it accepts no new connections, closes idle ones, and waits for running
 * requests. After `timeoutMs` milliseconds it closes what remains.
 */
export function createStop(server: Server): (timeoutMs: number) => Promise<void> {
  const connections = new Set<Socket>();
  // Of each connection the newest response that has not ended. A Set of all of them would cost much: V8 keeps what was
  // deleted from a Set or a Map that changes with every request in memory for long.
  const newest = new WeakMap<Socket, ServerResponse>();
  let ending = false;
  server.prependListener('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    if (ending) response.shouldKeepAlive = false;
    newest.set(socket, response);
    response.once('close', () => {
      if (newest.get(socket) === response) newest.delete(socket);
    });
  });

  return async (timeoutMs) => {
    ending = true;
    // A client may have sent several requests ahead. Only the last answer closes the connection.
    for (const socket of connections) {
      const response = newest.get(socket);
      if (response) response.shouldKeepAlive = false;
    }
    await pause(ON_THE_WAY_MS);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A kept-alive connection whose answer had begun before the end becomes idle only when that answer is complete.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    const bound = setTimeout(() => server.closeAllConnections(), timeoutMs);
    await closed;
    clearInterval(sweep);
    clearTimeout(bound);
  };
}

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

type Waiting = readonly [request: IncomingMessage, response: ServerResponse];

/** Browsers wait for each answer. Programs that send ahead of the answers send a few requests. */
const MOST_WAITING = 32;

/**
 * Answers the requests of one connection one after the other. Node would begin all that a client sends ahead, and keep
 * their answers in memory until it reads them. A connection on which more than `most` requests wait is closed.
 */
export function oneAtATime(answer: RequestListener, most = MOST_WAITING): RequestListener {
  const lines = new WeakMap<Socket, Waiting[]>();

  function begin(socket: Socket, [request, response]: Waiting): void {
    response.once('close', () => {
      const next = lines.get(socket)?.shift();
      if (next === undefined) lines.delete(socket);
      else if (socket.writable) begin(socket, next);
    });
    answer(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line === undefined) {
      lines.set(socket, []);
      begin(socket, [request, response]);
    } else if (line.push([request, response]) > most) socket.destroy();
  };
}
