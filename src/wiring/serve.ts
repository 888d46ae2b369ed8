import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type Router from '@koa/router';
import { vapidKeys } from '../app/push/vapid.ts';
import type { Config } from '../config/config.ts';
import { createHttp, type Http } from '../http/app.ts';
import { createHold, type Hold } from '../http/kernel/hold.ts';
import type { CallerRules } from '../http/kernel/limits.ts';
import { mountDev } from '../http/routes/dev/dev.ts';
import type { Assembled } from './assembled.ts';
import { KINDS_OF, ROUTES } from './features.ts';
import { boundConnections, createStop, LOOK, listen, oneAtATime, portOf } from './http-server.ts';
import { endAcceptance } from './known-log.ts';
import { createAuditLog, createRequestObserver } from './operations/request-logs.ts';
import { type Readiness, watchReadiness } from './readiness.ts';

export interface Served {
  /** The address to open, without a trailing slash; null for a worker, which has no HTTP server. */
  readonly url: string | null;
  /** Resolves when requests are answered and overdue work is done, or when the program is stopped first. Rejects if it cannot start. */
  readonly started: Promise<void>;
  /** Finishes running requests and the work that they started, then closes everything. */
  stop(): Promise<void>;
}

export interface ServedWeb extends Served {
  readonly url: string;
}

interface WebServer {
  readonly url: string;
  /** Starts to answer requests. Until then they wait or are refused. */
  open(): void;
  stop(): Promise<void>;
}

/** The parts of a program that is starting or running. */
interface RunningParts {
  readonly web: WebServer | null;
  readonly readiness: Readiness;
  /** Aborts when the program gets a signal to stop. Parts that have not started yet are then skipped. */
  readonly ending: AbortController;
}

const WEB_ROOT = join(import.meta.dirname, '../../dist/web');
const FINISH_MS = 4_000;
const SOON_MS = 2_000;

interface ServeOptions {
  /** How long a start waits for read models before it serves without them. */
  readonly soonMs?: number;
  /** The folder with the built web client. */
  readonly webRoot?: string;
}

/**
 * Starts the HTTP server and the regular work. With file storage it resolves when requests are answered, or after
 * `soonMs` milliseconds if the read models take longer: then the server runs, and requests wait or are refused until
 * the read models can be read.
 * @throws Error naming the address when it is taken
 */
export async function serve(assembled: Assembled, { soonMs = SOON_MS, webRoot = WEB_ROOT }: ServeOptions = {}): Promise<ServedWeb> {
  const readiness = watchReadiness(assembled);
  const web = await startWebServer(assembled, readiness, webRoot).catch((error: unknown) => {
    readiness.stop();
    throw error;
  });
  const parts = { web, readiness, ending: new AbortController() };
  assembled.setOrigin(web.url);
  const started = startInBackground(assembled, parts);
  if (assembled.config.servers === null) {
    const isReadable = await Promise.race([assembled.readable.then(() => true), after(soonMs).then(() => false)]);
    if (isReadable) await started;
  }
  return { url: web.url, started, stop: () => stop(assembled, parts) };
}

/** Runs a worker: due work and read models, without an HTTP server. */
export async function work(assembled: Assembled): Promise<Served> {
  const parts = { web: null, readiness: watchReadiness(assembled), ending: new AbortController() };
  return { url: null, started: startInBackground(assembled, parts), stop: () => stop(assembled, parts) };
}

/** Starts without waiting: the read models may take long, and the program must be able to end meanwhile. */
function startInBackground(assembled: Assembled, parts: RunningParts): Promise<void> {
  const begun = begin(assembled, parts);
  begun.catch((error: unknown) => assembled.log.error({ err: error }, 'program.start_failed'));
  return begun;
}

async function begin(assembled: Assembled, { web, ending: { signal } }: RunningParts): Promise<void> {
  const { app, readable, work } = assembled;
  await readable;
  if (!signal.aborted) await endAcceptance(assembled);
  // Made at the first start, so that it is in every backup. If that fails, the first request for it tries again.
  void vapidKeys(app).catch(() => undefined);
  if (!signal.aborted) await work.catchUp();
  if (signal.aborted) return;
  web?.open();
  await work.start();
}

async function stop({ app, timekeeper, reportFiles, work, close }: Assembled, { web, readiness, ending }: RunningParts): Promise<void> {
  ending.abort();
  readiness.stop();
  reportFiles.refuseNew();
  // People who wait for running code are told that it was ended, and can submit it again.
  const noCode = app.sandbox.close();
  // A running move of the clock is refused, so that its request ends too.
  const still = timekeeper.stop();
  await web?.stop();
  // The program does not wait for a mail server that does not answer. A mail whose sending was not recorded is sent
  // again with the same Message-ID.
  await Promise.race([Promise.all([still, noCode]), after(FINISH_MS)]);
  await work.stop();
  await close();
}

async function startWebServer(assembled: Assembled, readiness: Readiness, webRoot: string): Promise<WebServer> {
  const { config } = assembled;
  const hold = createHold({ percent: readiness.percent });
  const http = createWebApp(assembled, hold, webRoot);
  const server = createServer(LOOK, oneAtATime(http.listener));
  boundConnections(server);
  const stopServing = createStop(server);
  await listen(server, config.host, config.port);
  return {
    url: addressOf(server, config.host),
    open: hold.open,
    stop: async () => {
      hold.end();
      const noLive = http.endLive();
      await stopServing(FINISH_MS);
      await noLive;
      await http.drain();
    },
  };
}

function createWebApp(
  { app, accounts, reportFiles, config, log, meters, clock, timekeeper, stores, desk, remembered, ownWrites }: Assembled,
  hold: Hold,
  webRoot: string,
): Http {
  const place = { publicUrl: config.publicUrl, host: config.host };
  const ports = { clock, mails: stores.mailbox.list, messages: stores.outbox.list, desk, move: timekeeper.move };
  const dev = config.mode === 'development' && { dev: (router: Router) => mountDev(router, app, place, ports) };
  return createHttp({
    app,
    accounts,
    reportFiles,
    config: { ...place, callers: callersOf(config) },
    routes: ROUTES,
    kindsOf: KINDS_OF,
    webRoot,
    logger: log,
    answered: createRequestObserver(meters, config, log),
    audit: createAuditLog(log),
    hold,
    ...(remembered && { remembered }),
    ...(ownWrites && { ownWrites }),
    ...dev,
  });
}

/** In development the program is used from this machine alone; in production proxies stand in front of it. */
const callersOf = ({ mode, trustedProxies }: Config): CallerRules => ({
  loopbackIsFree: mode === 'development',
  believesProxies: mode === 'production',
  trustedProxies,
});

function addressOf(server: Server, host: string): string {
  const port = portOf(server);
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
