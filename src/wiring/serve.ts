import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type Router from '@koa/router';
import { createHttp, type Http } from '../http/app.ts';
import { mountDev } from '../http/routes/dev/dev.ts';
import type { Assembled } from './assembled.ts';
import { type Door, doorTo, listen, stopServing } from './http-server.ts';
import { requestsSeen } from './operations/requests.ts';

export interface Served {
  /** The address to open, without a slash at its end; null: a worker alone answers nobody. */
  readonly url: string | null;
  /** Finishes the requests under way and everything that they asked for, then closes all. */
  stop(): Promise<void>;
}

export interface ServedWeb extends Served {
  readonly url: string;
}

/** A web that is listened to. */
interface Face extends Pick<Door, 'open'> {
  readonly url: string;
  stop(): Promise<void>;
}

const WEB_ROOT = join(import.meta.dirname, '../../dist/web');
const FINISH_MS = 4_000;

/** Opens the program to the outside, and lets it work. @throws Error naming the address when it is taken */
export async function serve(assembled: Assembled): Promise<ServedWeb> {
  const face = await showFace(assembled);
  assembled.setOrigin(face.url);
  const served = { url: face.url, stop: () => stop(assembled, face) };
  if (assembled.config.servers === null) await begin(assembled, face);
  else void beginLater(assembled, face);
  return served;
}

/** What is due, what read models take in: nothing listens. */
export async function work(assembled: Assembled): Promise<Served> {
  void beginLater(assembled, null);
  return { url: null, stop: () => stop(assembled, null) };
}

async function begin({ readable, work }: Assembled, face: Face | null): Promise<void> {
  await readable;
  await work.catchUp();
  face?.open();
  await work.start();
}

/** Read models may take long to come, and meanwhile it is to end when it is told to. */
const beginLater = (assembled: Assembled, face: Face | null): Promise<void> =>
  begin(assembled, face).catch((error: unknown) => assembled.log.error({ err: error }, 'The program could not begin.'));

async function stop({ timekeeper, work, close }: Assembled, face: Face | null): Promise<void> {
  // A move of the clock that is under way ends with a refusal, so that its request ends too.
  const still = timekeeper.stop();
  await face?.stop();
  // A mail server that does not answer is not waited for: what was not noted is sent again, under the same Message-ID.
  await Promise.race([still, after(FINISH_MS)]);
  await work.stop();
  await close();
}

async function showFace(assembled: Assembled): Promise<Face> {
  const { config } = assembled;
  const http = createFace(assembled);
  const door = doorTo(http.koa.callback(), isHealth);
  const server = createServer(door.listener);
  await listen(server, config.host, config.port);
  return {
    url: addressOf(server, config.host),
    open: door.open,
    stop: async () => {
      await stopServing(server, FINISH_MS);
      await http.settled();
    },
  };
}

/** It lives, whatever it waits for. */
const isHealth = ({ url }: IncomingMessage): boolean => url === '/healthz';

function createFace({ app, accounts, config, log, meters, clock, timekeeper, stores, ownWrites }: Assembled): Http {
  const place = { publicUrl: config.publicUrl, host: config.host };
  const ports = { clock, mails: stores.mailbox.list, messages: stores.outbox.list, move: timekeeper.move };
  const dev = config.mode === 'development' && { dev: (router: Router) => mountDev(router, app, place, ports) };
  return createHttp({
    app,
    accounts,
    config: { ...place, mode: config.mode, trustedProxies: config.trustedProxies },
    webRoot: WEB_ROOT,
    logger: log,
    answered: requestsSeen(meters, config, log),
    ...(ownWrites && { ownWrites }),
    ...dev,
  });
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
