import Router from '@koa/router';
import Koa from 'koa';
import compress from 'koa-compress';
import type { Accounts } from '../app/account/accounts.ts';
import type { App } from '../app/app.ts';
import type { ReportFiles } from '../reports/rendering/report-files.ts';
import { type AuditEntry, auditRequests } from './kernel/audit.ts';
import { createDispatch, type Dispatch, methodNotAllowed, refuseOtherMethods } from './kernel/dispatch.ts';
import { apiHeaders, pageHeaders } from './kernel/headers.ts';
import type { Hold } from './kernel/hold.ts';
import { createIdempotency } from './kernel/idempotency.ts';
import { createKnownBrowsers, createSignupCookie } from './kernel/known-browsers.ts';
import { type CallerRules, createAddresses, createTokenCalls, createWrongTries } from './kernel/limits.ts';
import { createPages } from './kernel/list-page.ts';
import { type Answered, meter, requestId, routeOf } from './kernel/meter.ts';
import { createOwnOrigins, originOf, refuseMisdirected } from './kernel/origin.ts';
import type { OwnWrites } from './kernel/own-writes.ts';
import { fontFaces } from './kernel/page-answer.ts';
import { createIdentify } from './kernel/principal.ts';
import { answerProblems, Refusal } from './kernel/problems.ts';
import { serveRoute } from './kernel/serve-route.ts';
import { createSessions } from './kernel/session.ts';
import { answerHealth } from './operations.ts';
import { partnerPages } from './routes/partner/pages.ts';
import { sharePages } from './routes/premium/share-pages.ts';
import { type Deps, type RouteSource, routesFrom } from './routes.ts';
import { serveWeb } from './static.ts';

export interface HttpConfig {
  /** `PUBLIC_URL`; null if the program is used at the printed address and its names on loopback. */
  readonly publicUrl: string | null;
  readonly host: string;
  readonly callers: CallerRules;
}

export interface HttpOptions {
  readonly app: App;
  readonly accounts: Accounts;
  readonly reportFiles: ReportFiles;
  readonly config: HttpConfig;
  /** The calls of the API, by feature. */
  readonly routes: readonly RouteSource[];
  /** Folder of the built web client. */
  readonly webRoot: string;
  readonly logger: { error(fields: object, message: string): void };
  /** Writes a line of the operators' audit log. */
  readonly audit?: (entry: AuditEntry) => void;
  /** Is called for every request that was answered. */
  readonly answered?: (request: Answered) => void;
  /** Needed if this web process is one of several. */
  readonly ownWrites?: OwnWrites;
  /** Holds requests back while the program cannot answer them yet. */
  readonly hold?: Hold;
  /** Mounts the routes that exist in development only. */
  readonly dev?: (router: Router) => void;
}

export interface Http {
  readonly koa: Koa;
  /** Method and path of every call that is served, as they are registered with the router. */
  readonly served: Dispatch['served'];
  /** Resolves when no work is under way that goes on after its answer was sent. */
  readonly drain: () => Promise<void>;
}

/** Everything that the program serves over HTTP: the API, its documents, the partner's pages and the web client. */
export function createHttp({
  app,
  accounts,
  reportFiles,
  config,
  routes: sources,
  webRoot,
  logger,
  audit = () => undefined,
  answered = () => undefined,
  ownWrites,
  hold,
  dev,
}: HttpOptions): Http {
  const fault = (error: unknown, what: string, request?: string): void => logger.error({ err: error, request }, what);
  const secure = config.publicUrl?.startsWith('https:') ?? false;
  const sessions = createSessions(app, secure);
  const browsers = createKnownBrowsers(app, sessions, secure);
  const ownOrigins = createOwnOrigins(config);
  const deps: Deps = {
    app,
    accounts,
    sessions,
    browsers,
    reportFiles,
    originOf: originOf(config.publicUrl),
    signupCookie: createSignupCookie(app, secure),
    pages: createPages(app.hashes),
    wrongTries: createWrongTries(app.clock, app.shared?.rateCounters),
  };
  const faces = fontFaces(webRoot);
  const serving = {
    faces,
    app,
    identify: createIdentify(app, sessions, browsers),
    ownOrigins,
    addresses: createAddresses(config.callers, app.shared?.rateCounters),
    idempotency: createIdempotency(app),
    countTokenCall: createTokenCalls(app.plans, app.shared?.rateCounters),
  };

  const routes = routesFrom(sources, deps, secure);
  const api = createDispatch(routes, (route) => serveRoute(serving, route));

  const koa = new Koa();
  koa.use(meter(app.newId, answered));
  koa.use(
    answerProblems((error, context) => {
      const id = requestId(context);
      // A person can quote this id, and with it the fault is found in the log.
      if (id !== undefined) context.set('X-Request-Id', id);
      fault(error, `${context.method} ${routeOf(context)}`, id);
    }),
  );
  koa.use(auditRequests({ hashes: app.hashes, addresses: serving.addresses, write: audit }));
  koa.use(answerHealth);
  koa.use(refuseMisdirected(ownOrigins));
  koa.use(compress({ threshold: 1_024 }));
  koa.use(under('/api', apiHeaders(secure), pageHeaders(secure)));
  if (hold) koa.use(hold.middleware(faces));
  if (ownWrites) koa.use(ownWrites.middleware(secure));
  koa.use(refuseOtherMethods(routes));
  koa.use(api.middleware);
  koa.use(partnerPages(deps, serving.addresses, fault, faces).routes() as Koa.Middleware);
  koa.use(sharePages(deps, serving.addresses, faces).routes() as Koa.Middleware);
  koa.use(refuseUnknown);
  if (dev === undefined) koa.use(refuseDevelopment);
  else {
    const router = new Router({ strict: true, sensitive: true });
    dev(router);
    koa.use(router.routes() as Koa.Middleware);
    koa.use(refuseUnknown);
  }
  koa.use(serveWeb(webRoot));
  koa.on('error', (error: Error & { code?: string }) => {
    if (!CLIENT_GONE.test(error.code ?? '')) fault(error, 'An answer could not be sent');
  });
  return { koa, served: api.served, drain: accounts.drain };
}

/** The client closed the connection, or broke off while it sent or received. This is no fault of the program. */
const CLIENT_GONE = /^(HPE_\w+|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE|ERR_STREAM_DESTROYED)$/;

const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');

const under =
  (_prefix: '/api', inside: Koa.Middleware, outside: Koa.Middleware): Koa.Middleware =>
  (context, next) =>
    isApi(context.path) ? inside(context, next) : outside(context, next);

/** Refuses what no route has answered: 405 if the path is known, 404 under /api. */
const refuseUnknown: Koa.Middleware = (context, next) => {
  const layers = (context as unknown as { matched?: { methods: string[] }[] }).matched ?? [];
  if (context.status !== 404 || context.body !== undefined) return;
  if (layers.length > 0) throw methodNotAllowed([...new Set(layers.flatMap(({ methods }) => methods))]);
  if (isApi(context.path)) throw new Refusal(404, 'not_found', 'There is no such path.');
  return next();
};

/** Where no development routes are mounted, their paths do not exist. The web client's page is not shown there either. */
const refuseDevelopment: Koa.Middleware = ({ path }, next) => {
  if (path === '/dev' || path.startsWith('/dev/')) throw new Refusal(404, 'not_found', 'There is no such path.');
  return next();
};
