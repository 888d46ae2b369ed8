import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Connections that somebody holds open. */
export interface Held {
  /** How many the server has not closed yet. */
  open(): number;
  /** Cuts all of them. */
  cut(): void;
}

const AT_ONCE = 200;
const BYTE_MS = 100;

/** How many of so many connections this process may open: it, like the server, may be bounded in open files. */
export function connectionsFor(wanted: number): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const files = Number(report.userLimits?.open_files?.soft);
  return Number.isFinite(files) ? Math.min(wanted, Math.floor(files * 0.8)) : wanted;
}

async function opened(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  // Whatever the server does to it later is no fault of ours.
  socket.on('error', () => undefined);
  return socket;
}

async function inTurn(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, one));
}

async function held(url: string, count: number, begin: (socket: Socket) => void): Promise<Held> {
  const sockets = new Set<Socket>();
  await inTurn(count, async () => {
    const socket = await opened(url);
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

/** Connections on which nothing is ever sent. */
export const openIdle = (url: string, count: number): Promise<Held> => held(url, count, (socket) => socket.resume());

const head = (url: string, request: string, token: string, more = ''): string =>
  `${request} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nauthorization: Bearer ${token}\r\n${more}\r\n`;
const json = (bytes: number): string => `content-type: application/json\r\ncontent-length: ${bytes}\r\n`;

/** Requests whose bodies come a byte in 100 ms. */
export const openSlowBodies = (url: string, token: string, count: number): Promise<Held> =>
  held(url, count, (socket) => {
    socket.resume().write(`${head(url, 'POST /api/tasks', token, json(1_000_000))}{"title":"`);
    const timer = setInterval(() => socket.write('a'), BYTE_MS);
    socket.once('close', () => clearInterval(timer));
  });

/** Requests, several on each connection, of whose answers nothing is ever read. */
export const openSlowReaders = (url: string, token: string, path: string, count: number, requests: number): Promise<Held> =>
  held(url, count, (socket) => socket.pause().write(head(url, `GET ${path}`, token).repeat(requests)));

/** Opens so many connections and cuts each: at once, within the headers, within the body, and before the answer is read. */
export async function openAndCut(url: string, token: string, count: number): Promise<void> {
  const body = JSON.stringify({ title: 'Nobody waits for this' });
  const whole = head(url, 'POST /api/tasks', token, json(body.length)) + body;
  const sent = ['', whole.slice(0, 40), whole.slice(0, -10), head(url, 'GET /api/streaks', token), whole];
  await inTurn(count, async (index) => {
    const socket = await opened(url);
    const text = sent[index % sent.length] as string;
    if (text !== '') await new Promise<void>((resolve) => void socket.write(text, () => resolve()));
    socket.resetAndDestroy();
  });
}

/** Looks again and again until the condition holds. @throws Error after a minute */
export async function until(what: string, condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += BYTE_MS) {
    if (waited > 60_000) throw new Error(`It took more than a minute until ${what}.`);
    await pause(BYTE_MS);
  }
}
