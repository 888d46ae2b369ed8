import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type Router from '@koa/router';
import { createHttp, type Http } from '../http/app.ts';
import { createHold, type Hold } from '../http/kernel/hold.ts';
import { mountDev } from '../http/routes/dev/dev.ts';
import type { Assembled } from './assembled.ts';
import { ROUTES } from './features.ts';
import { listen, stopServing } from './http-server.ts';
import { requestsSeen } from './operations/requests.ts';
import { type Readiness, watchReadiness } from './readiness.ts';

export interface Served {
  /** The address to open, without a slash at its end; null: a worker alone answers nobody. */
  readonly url: string | null;
  /** Resolves once requests are answered and what is due is done, or when it is stopped before. Rejects where it cannot begin. */
  readonly begun: Promise<void>;
  /** Finishes the requests under way and everything that they asked for, then closes all. */
  stop(): Promise<void>;
}

export interface ServedWeb extends Served {
  readonly url: string;
}

/** A web that is listened to. */
interface Face {
  readonly url: string;
  /** From now on requests are answered; until then they wait or are refused. */
  open(): void;
  stop(): Promise<void>;
}

/** Of a program that has begun, or is about to. */
interface Parts {
  readonly face: Face | null;
  readonly readiness: Readiness;
  /** It is told to end: what has not begun yet is left. */
  readonly ending: AbortController;
}

const WEB_ROOT = join(import.meta.dirname, '../../dist/web');
const FINISH_MS = 4_000;
const SOON_MS = 2_000;

/**
 * Opens the program to the outside, and lets it work. On files it resolves once requests are answered, unless read
 * models take longer than `soonMs`, in milliseconds: then it serves, and requests wait or are refused until they can
 * be read. @throws Error naming the address when it is taken
 */
export async function serve(assembled: Assembled, soonMs = SOON_MS): Promise<ServedWeb> {
  const readiness = watchReadiness(assembled);
  const face = await showFace(assembled, readiness).catch((error: unknown) => {
    readiness.stop();
    throw error;
  });
  const parts = { face, readiness, ending: new AbortController() };
  assembled.setOrigin(face.url);
  const begun = beginning(assembled, parts);
  if (assembled.config.servers === null) {
    const isReadable = await Promise.race([assembled.readable.then(() => true), after(soonMs).then(() => false)]);
    if (isReadable) await begun;
  }
  return { url: face.url, begun, stop: () => stop(assembled, parts) };
}

/** What is due, what read models take in: nothing listens. */
export async function work(assembled: Assembled): Promise<Served> {
  const parts = { face: null, readiness: watchReadiness(assembled), ending: new AbortController() };
  return { url: null, begun: beginning(assembled, parts), stop: () => stop(assembled, parts) };
}

/** Read models may take long to come, and meanwhile it is to end when it is told to. */
function beginning(assembled: Assembled, parts: Parts): Promise<void> {
  const begun = begin(assembled, parts);
  begun.catch((error: unknown) => assembled.log.error({ err: error }, 'The program could not begin.'));
  return begun;
}

async function begin({ readable, work }: Assembled, { face, ending: { signal } }: Parts): Promise<void> {
  await readable;
  if (!signal.aborted) await work.catchUp();
  if (signal.aborted) return;
  face?.open();
  await work.start();
}

async function stop({ timekeeper, work, close }: Assembled, { face, readiness, ending }: Parts): Promise<void> {
  ending.abort();
  readiness.stop();
  // A move of the clock that is under way ends with a refusal, so that its request ends too.
  const still = timekeeper.stop();
  await face?.stop();
  // A mail server that does not answer is not waited for: what was not noted is sent again, under the same Message-ID.
  await Promise.race([still, after(FINISH_MS)]);
  await work.stop();
  await close();
}

async function showFace(assembled: Assembled, readiness: Readiness): Promise<Face> {
  const { config } = assembled;
  const hold = createHold({ percent: readiness.percent });
  const http = createFace(assembled, hold);
  const server = createServer(http.koa.callback());
  await listen(server, config.host, config.port);
  return {
    url: addressOf(server, config.host),
    open: hold.open,
    stop: async () => {
      hold.end();
      await stopServing(server, FINISH_MS);
      await http.settled();
    },
  };
}

function createFace({ app, accounts, config, log, meters, clock, timekeeper, stores, ownWrites }: Assembled, hold: Hold): Http {
  const place = { publicUrl: config.publicUrl, host: config.host };
  const ports = { clock, mails: stores.mailbox.list, messages: stores.outbox.list, move: timekeeper.move };
  const dev = config.mode === 'development' && { dev: (router: Router) => mountDev(router, app, place, ports) };
  return createHttp({
    app,
    accounts,
    config: { ...place, mode: config.mode, trustedProxies: config.trustedProxies },
    routes: ROUTES,
    webRoot: WEB_ROOT,
    logger: log,
    answered: requestsSeen(meters, config, log),
    hold,
    ...(ownWrites && { ownWrites }),
    ...dev,
  });
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
