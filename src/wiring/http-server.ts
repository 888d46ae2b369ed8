import type { IncomingMessage, Server, ServerResponse } from 'node:http';
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
