import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type Router from '@koa/router';
import { createHttp, type Http } from '../http/app.ts';
import { mountDev } from '../http/routes/dev/dev.ts';
import { startAgenda } from '../jobs/agenda.ts';
import { mailWatch } from '../jobs/mail-watch.ts';
import type { Assembled } from './assemble.ts';
import { listen, stopServing } from './http-server.ts';
import { requestsSeen } from './operations/requests.ts';

export interface Served {
  /** The address to open, without a slash at its end. */
  readonly url: string;
  /** Finishes the requests under way and everything that they asked for, then closes all. */
  stop(): Promise<void>;
}

const WEB_ROOT = join(import.meta.dirname, '../../dist/web');
/** What fell due while the program was down is caught up with before it answers, unless that takes longer. */
const CATCH_UP_MS = 10_000;
const FINISH_MS = 4_000;
const AGENDA_MS = 1_000;

/** Opens the program to the outside. @throws Error naming the address when it is taken */
export async function serve(assembled: Assembled): Promise<Served> {
  const { config, log, app, timekeeper, clock, stores } = assembled;
  const http = createFace(assembled);
  const ready = Promise.withResolvers<void>();
  const handler = http.koa.callback();
  const server = createServer((request, response) => void ready.promise.then(() => handler(request, response)));
  await listen(server, config.host, config.port);
  const url = addressOf(server, config.host);
  assembled.setOrigin(url);
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, what);
  const tick = (): Promise<void> => timekeeper.tick().catch(failed('due work could not be read'));
  await assembled.cascades.repeat().catch(failed('cascades'));
  await Promise.race([tick(), after(CATCH_UP_MS)]);
  ready.resolve();
  const agenda = await startAgenda(
    stores.jobs(),
    assembled.meters.jobs([
      { name: 'due', every: '1 second', run: tick },
      { name: 'clock', every: '1 minute', run: async () => clock.keep() },
      { name: 'cascades', every: '1 minute', run: () => assembled.cascades.repeat() },
      { name: 'sweep', every: '1 hour', run: () => app.vault.sweep(clock.now()) },
    ]),
    log,
  );
  const watch = mailWatch(app, await app.store.head(), tick);
  return {
    url,
    stop: async () => {
      // A move of the clock that is under way ends with a refusal, so that its request ends too.
      const still = timekeeper.stop();
      await stopServing(server, FINISH_MS);
      await http.settled();
      // A mail server that does not answer is not waited for: what was not noted is sent again, under the same Message-ID.
      await Promise.race([still, after(FINISH_MS)]);
      await agenda.stop(AGENDA_MS);
      await watch.stop();
      await assembled.close();
    },
  };
}

function createFace({ app, config, log, meters, clock, timekeeper, stores }: Assembled): Http {
  const place = { publicUrl: config.publicUrl, host: config.host };
  const ports = { clock, mails: stores.mailbox.list, messages: stores.outbox.list, move: timekeeper.move };
  const dev = config.mode === 'development' && { dev: (router: Router) => mountDev(router, app, place, ports) };
  return createHttp({
    app,
    config: { ...place, mode: config.mode, trustedProxies: config.trustedProxies },
    webRoot: WEB_ROOT,
    logger: log,
    answered: requestsSeen(meters, config, log),
    ...dev,
  });
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
