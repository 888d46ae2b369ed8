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

/** The port of a server that listens on an address of IP. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address.port;
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
  // The newest unfinished response of each connection. A Set of all responses would need much memory, because V8 keeps
  // deleted entries of a constantly changing Set or Map for a long time.
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

/** How much time one client may take, in milliseconds, and how many connections all clients may have. */
export interface ConnectionBounds {
  /** Until all headers of a request have arrived. */
  readonly headersMs: number;
  /** Until the whole request has arrived. */
  readonly requestMs: number;
  /** How long a client may leave a waiting answer unread. */
  readonly unreadMs: number;
  /**
   * How long a connection stays open without a request. It must be longer than the limit of a proxy in front, which
   * could otherwise send a request on a connection that is being closed.
   */
  readonly keptMs: number;
  /** The most connections that may be open. Further ones are closed at once. */
  readonly most: number;
}

const BOUNDS: ConnectionBounds = { headersMs: 30_000, requestMs: 120_000, unreadMs: 30_000, keptMs: 75_000, most: 10_000 };

/** How often the server looks for requests that take too long. An option of `createServer`. */
export const LOOK = { connectionsCheckingInterval: 5_000 } as const;

/**
 * Closes connections of clients that send too slowly or do not read their answers, because unread answers stay in
 * memory. A connection whose answer is still being made stays open, however long that takes.
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

/** Browsers wait for each answer. Programs that pipeline requests send only a few at a time. */
const MOST_WAITING = 32;

/**
 * Answers the requests of one connection one after the other. Node would process all pipelined requests at once and
 * keep their answers in memory until the client reads them. If more than `most` requests wait on a connection, it is
 * closed.
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
