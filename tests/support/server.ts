import { createServer, type Server } from 'node:http';
import type Router from '@koa/router';
import { createAccounts } from '../../src/app/account/accounts.ts';
import type { Spread } from '../../src/app/after-answers.ts';
import type { App } from '../../src/app/app.ts';
import { createHttp, type Http, type HttpConfig } from '../../src/http/app.ts';
import { createIdempotency } from '../../src/http/kernel/idempotency.ts';
import { createKnownBrowsers } from '../../src/http/kernel/known-browsers.ts';
import { type CallerRules, createAddresses, createTokenCalls } from '../../src/http/kernel/limits.ts';
import { createOwnOrigins } from '../../src/http/kernel/origin.ts';
import { createIdentify, type Principal } from '../../src/http/kernel/principal.ts';
import { createRememberedAnswers } from '../../src/http/kernel/remembering/remembered-answers.ts';
import type { Route } from '../../src/http/kernel/route.ts';
import { type Serving, serveRoute } from '../../src/http/kernel/serve-route.ts';
import { createSessions } from '../../src/http/kernel/session.ts';
import { createRunner } from '../../src/projections/engine/projection-runner.ts';
import { openReportFiles, type ReportFiles } from '../../src/reports/rendering/report-files.ts';
import { KINDS_OF, PROJECTIONS, ROUTES } from '../../src/wiring/features.ts';
import { close as closeServer, listen } from '../servers/listening.ts';
import { openTestStores, plainApp, type TestStores } from './app.ts';

/** The program is used from this machine alone. */
export const AT_HOME: CallerRules = { loopbackIsFree: true, believesProxies: false };
/** Proxies stand in front of the program. */
export const BEHIND_PROXIES: CallerRules = { loopbackIsFree: false, believesProxies: true };

/** The origin that papers name. */
export const TEST_ORIGIN = 'http://vouch.example';

export interface TestServer {
  readonly url: string;
  readonly app: App;
  readonly stores: TestStores;
  readonly runner: ReturnType<typeof createRunner>;
  readonly http: Http;
  readonly reportFiles: ReportFiles;
  readonly listener: Server;
  /** How many requests were answered from memory. */
  readonly usedAnswers: () => number;
  /** What was logged as an error. */
  readonly faults: { readonly fields: object; readonly message: string }[];
  /** Ends the server; its stores stay open. */
  close(): Promise<void>;
  dispose(): Promise<void>;
}

export interface TestServerOptions {
  readonly stores?: TestStores;
  readonly config?: Partial<HttpConfig>;
  readonly webRoot?: string;
  readonly wrap?: (app: App) => App;
  /** Makes report files in place of the program's own. */
  readonly reportFiles?: (app: App) => ReportFiles;
  /** Decides when work that is left for after an answer begins. Without it, the work begins soon. */
  readonly spread?: Spread;
  /** Adds routes to those of the program. */
  readonly more?: (router: Router, app: App) => void;
}

/** Starts the whole program over real HTTP on a free port of loopback, with stores in a folder, read models and routes. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const stores = options.stores ?? openTestStores();
  const faults: { fields: object; message: string }[] = [];
  const log = { info: () => undefined, error: (fields: object, message: string) => void faults.push({ fields, message }) };
  const runner = createRunner({ store: stores.store, documents: stores.documents, projections: PROJECTIONS, log });
  await runner.start();
  const used = { count: 0 };
  const remembered = createRememberedAnswers({
    clock: { now: () => app.clock.now() },
    maxBytes: 4 * 1_024 * 1_024,
    includes: (position) => runner.includes?.(position) ?? false,
    onAnswer: (from) => {
      if (from === 'used') used.count += 1;
    },
  });
  const plain = plainApp(stores, runner, undefined, remembered);
  const app = options.wrap?.(plain) ?? plain;
  const config: HttpConfig = { publicUrl: null, host: '127.0.0.1', callers: AT_HOME, ...options.config };
  const accounts = createAccounts(app, (error) => log.error({ err: error }, 'A mail could not be asked for'), options.spread);
  const reportFiles =
    options.reportFiles?.(app) ??
    openReportFiles(app, { origin: () => TEST_ORIGIN, onFault: (error) => log.error({ err: error }, 'A thread ended') });
  const http = createHttp({
    app,
    accounts,
    reportFiles,
    config,
    routes: ROUTES,
    kindsOf: KINDS_OF,
    webRoot: options.webRoot ?? '/nowhere',
    logger: log,
    remembered,
    ...(options.more && { dev: (router: Router) => options.more?.(router, app) }),
  });
  const server = createServer(http.listener);
  const port = await listen(server);
  async function close(): Promise<void> {
    await http.endLive();
    await closeServer(server);
    await http.drain();
    await reportFiles.close();
    await app.sandbox.close();
    await runner.stop();
  }
  return {
    url: `http://127.0.0.1:${port}`,
    app,
    stores,
    runner,
    http,
    reportFiles,
    listener: server,
    usedAnswers: () => used.count,
    faults,
    close,
    async dispose() {
      await close();
      await stores.dispose();
    },
  };
}

export interface MoreOptions extends Partial<Omit<Serving, 'identify'>> {
  /** The caller by the name in the header `x-as`; without that header callers are recognised as in the product. */
  readonly people?: Readonly<Record<string, Principal>>;
}

/** Routes of a test, served as the product serves its own. Their paths are outside /api. */
export function mountMore(router: Router, app: App, routes: readonly Route[], options: MoreOptions = {}): void {
  const { people = {}, ...rest } = options;
  const sessions = createSessions(app, false);
  const own = createIdentify(app, sessions, createKnownBrowsers(app, sessions, false));
  const serving: Serving = {
    app,
    identify: async (request) => {
      const name = request.headers['x-as'];
      return name === undefined ? own(request) : { principal: people[String(name)] ?? null };
    },
    ownOrigins: createOwnOrigins({ publicUrl: null, host: '127.0.0.1' }),
    addresses: createAddresses({ loopbackIsFree: true, believesProxies: false }),
    idempotency: createIdempotency(app),
    countTokenCall: createTokenCalls(app.plans),
    ...rest,
  };
  for (const one of routes) router.register(one.path.replaceAll(/\{(\w+)\}/g, ':$1'), [one.method.toLowerCase()], serveRoute(serving, one));
}
