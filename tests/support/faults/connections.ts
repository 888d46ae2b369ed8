import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Connections that a client holds open. */
export interface OpenConnections {
  /** The number of connections that the server has not closed yet. */
  open(): number;
  /** Cuts all of them off with a reset. */
  cut(): void;
}

/** The number of connections that are opened at the same time. */
const AT_ONCE = 200;
/** The pause between two bytes of a slow body, and between two looks at a condition. */
const PAUSE_MS = 100;

/** The number of connections, at most `wanted`, that this process may open. The system may limit its open files, and those of the server. */
export function connectionsFor(wanted: number): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const files = Number(report.userLimits?.open_files?.soft);
  return Number.isFinite(files) ? Math.min(wanted, Math.floor(files * 0.8)) : wanted;
}

async function connectTo(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  // The server may cut the connection later. That is not an error of the test.
  socket.on('error', () => undefined);
  return socket;
}

/** Does the work for each index below `count`, with several indexes at the same time. */
async function forEachIndex(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, worker));
}

/** Opens connections. `begin` is called with each of them. */
async function openConnections(url: string, count: number, begin: (socket: Socket) => void): Promise<OpenConnections> {
  const sockets = new Set<Socket>();
  await forEachIndex(count, async () => {
    const socket = await connectTo(url);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    begin(socket);
  });
  return {
    open: () => sockets.size,
    cut: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
  };
}

/** Opens connections on which nothing is ever sent. */
export const openIdle = (url: string, count: number): Promise<OpenConnections> => openConnections(url, count, (socket) => socket.resume());

const head = (url: string, request: string, token: string, more = ''): string =>
  `${request} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nauthorization: Bearer ${token}\r\n${more}\r\n`;
const json = (bytes: number): string => `content-type: application/json\r\ncontent-length: ${bytes}\r\n`;

/** Sends requests whose bodies arrive one byte at a time, one every 100 ms. */
export const openSlowBodies = (url: string, token: string, count: number): Promise<OpenConnections> =>
  openConnections(url, count, (socket) => {
    socket.resume().write(`${head(url, 'POST /api/tasks', token, json(1_000_000))}{"title":"`);
    const timer = setInterval(() => socket.write('a'), PAUSE_MS);
    socket.once('close', () => clearInterval(timer));
  });

/** Sends several requests on each connection and never reads any of the answers. */
export const openSlowReaders = (url: string, token: string, path: string, count: number, requests: number): Promise<OpenConnections> =>
  openConnections(url, count, (socket) => socket.pause().write(head(url, `GET ${path}`, token).repeat(requests)));

/**
 * Opens `count` connections and cuts each of them off. Each is cut at one of these points: before anything is sent, in the
 * middle of the headers, in the middle of the body, or before the answer is read.
 */
export async function openAndCut(url: string, token: string, count: number): Promise<void> {
  const body = JSON.stringify({ title: 'Nobody waits for this' });
  const whole = head(url, 'POST /api/tasks', token, json(body.length)) + body;
  const sent = ['', whole.slice(0, 40), whole.slice(0, -10), head(url, 'GET /api/streaks', token), whole];
  await forEachIndex(count, async (index) => {
    const socket = await connectTo(url);
    const text = sent[index % sent.length] as string;
    if (text !== '') await new Promise<void>((resolve) => void socket.write(text, () => resolve()));
    socket.resetAndDestroy();
  });
}

/** Resolves when the condition holds, which is checked every 100 ms. `what` names it. @throws Error after a minute */
export async function waitUntil(what: string, condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += PAUSE_MS) {
    if (waited > 60_000) throw new Error(`It took more than a minute until ${what}.`);
    await pause(PAUSE_MS);
  }
}
