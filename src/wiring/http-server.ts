import type { Server } from 'node:http';

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

/** Accepts no new connections, lets running requests finish, and closes the connections that remain when the time is over. */
export async function stopServing(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A kept-alive connection becomes idle only when its request has ended.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const bound = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(bound);
}
