import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import compress from 'koa-compress';
import type { Accounts } from '../app/account/accounts.ts';
import type { App } from '../app/app.ts';
import { keysOf } from '../app/ledger/signing.ts';
import { localeIn, writtenFor } from '../app/locale.ts';
import type { Log } from '../ports/log.ts';
import type { ReportFiles } from '../reports/rendering/report-files.ts';
import { type AuditEntry, auditRequests } from './kernel/audit.ts';
import { compressSmall } from './kernel/compress-small.ts';
import { createDispatch, type Dispatch, methodNotAllowed, middlewareOf, refuseOtherMethods } from './kernel/dispatch.ts';
import { apiHeaders, pageHeaders } from './kernel/headers.ts';
import type { Hold } from './kernel/hold.ts';
import { createIdempotency } from './kernel/idempotency.ts';
import { createKnownBrowsers, createSignupCookie } from './kernel/known-browsers.ts';
import { type CallerRules, createAddresses, createTokenCalls, createWrongTries } from './kernel/limits.ts';
import { createPages } from './kernel/list-page.ts';
import { type Answered, meter, requestId, routeOf } from './kernel/meter.ts';
import { createOwnOrigins, originOf, refuseMisdirected } from './kernel/origin.ts';
import type { OwnWrites } from './kernel/own-writes.ts';
import { createIdentify, createIsStillSignedIn } from './kernel/principal.ts';
import { answerProblems, fontFaces, Refusal } from './kernel/problems.ts';
import { answerAtOnce } from './kernel/remembering/answer-at-once.ts';
import type { RememberedAnswers } from './kernel/remembering/remembered-answers.ts';
import { serveRoute } from './kernel/serve-route.ts';
import { createSessions } from './kernel/session.ts';
import { answerHealth } from './operations.ts';
import type { KindsOf } from './routes/live/kinds.ts';
import { createLive } from './routes/live/live.ts';
import { mailPages } from './routes/mail-pages.ts';
import { partnerPages } from './routes/partner/pages.ts';
import { sharePages } from './routes/premium/share-pages.ts';
import { type Deps, type RouteSource, routesFrom } from './routes.ts';
import { serveWeb } from './static.ts';

export interface HttpConfig {
  /** `PUBLIC_URL`. Null: the program is reached at the printed address and its loopback names. */
  readonly publicUrl: string | null;
  readonly host: string;
  readonly callers: CallerRules;
}

export interface HttpOptions {
  readonly app: App;
  readonly accounts: Accounts;
  readonly reportFiles: ReportFiles;
  readonly config: HttpConfig;
  /** Grouped by feature. */
  readonly routes: readonly RouteSource[];
  /** Which kinds of things can be read anew after an event. */
  readonly kindsOf: KindsOf;
  readonly webRoot: string;
  readonly logger: Pick<Log, 'error'>;
  readonly audit?: (entry: AuditEntry) => void;
  /** Called after every answered request. */
  readonly answered?: (request: Answered) => void;
  /** Left out: no answers are remembered. The app's store and secrets must be the ones that it watches. */
  readonly remembered?: RememberedAnswers;
  /** Needed if there are several web processes. */
  readonly ownWrites?: OwnWrites;
  /** Delays requests while the program is starting. */
  readonly hold?: Hold;
  /** Mounts the routes that exist in development only. */
  readonly dev?: (router: Router) => void;
}

export interface Http {
  readonly koa: Koa;
  /** Answers a request, from memory where that is possible. */
  readonly listener: RequestListener;
  readonly served: Dispatch['served'];
  /** Resolves when all background work that continues after an answer is finished. */
  readonly drain: () => Promise<void>;
  /** Ends the answers that would go on until their clients leave. */
  readonly endLive: () => Promise<void>;
}

export function createHttp({
  app,
  accounts,
  reportFiles,
  config,
  routes: sources,
  kindsOf,
  webRoot,
  logger,
  audit = () => undefined,
  answered = () => undefined,
  remembered,
  ownWrites,
  hold,
  dev,
}: HttpOptions): Http {
  const fault = (error: unknown, context: Koa.Context): void =>
    logger.error({ err: error, request: requestId(context), method: context.method, route: routeOf(context) }, 'request.failed');
  const secure = config.publicUrl?.startsWith('https:') ?? false;
  const sessions = createSessions(app, secure);
  const browsers = createKnownBrowsers(app, sessions, secure);
  const ownOrigins = createOwnOrigins(config);
  const live = createLive({ app, kindsOf, log: logger });
  const deps: Deps = {
    app,
    accounts,
    sessions,
    browsers,
    reportFiles,
    live,
    isStillSignedIn: createIsStillSignedIn(app, sessions),
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
    ...(remembered && { remembered }),
  };

  const routes = routesFrom(sources, deps, secure);
  const api = createDispatch(routes, (route) => serveRoute(serving, route));

  const koa = new Koa();
  koa.use(meter(app.newId, answered));
  koa.use(
    answerProblems((error, context) => {
      const id = requestId(context);
      // A person can report this id, and an operator finds the fault in the log with it.
      if (id !== undefined) context.set('X-Request-Id', id);
      fault(error, context);
    }),
  );
  koa.use(auditRequests({ hashes: app.hashes, addresses: serving.addresses, write: audit }));
  koa.use(answerHealth);
  koa.use(refuseMisdirected(ownOrigins));
  if (remembered) koa.use(remembered.middleware);
  koa.use(compress({ threshold: 1_024 }));
  koa.use(compressSmall);
  koa.use(under('/api', apiHeaders(secure), pageHeaders(secure)));
  if (hold) koa.use(hold.middleware(faces));
  if (ownWrites) koa.use(ownWrites.middleware(secure));
  koa.use(({ req }, next) => writtenFor(localeIn(req.headers['accept-language']), next));
  koa.use(refuseOtherMethods(routes));
  koa.use(api.middleware);
  koa.use(middlewareOf(partnerPages(deps, serving.addresses, fault, faces)));
  koa.use(middlewareOf(mailPages(deps, serving.addresses, fault, faces)));
  koa.use(middlewareOf(sharePages(deps, serving.addresses, faces)));
  koa.use(refuseUnknown);
  if (dev === undefined) koa.use(refuseDevelopment);
  else {
    const router = new Router({ strict: true, sensitive: true });
    dev(router);
    koa.use(middlewareOf(router));
    koa.use(refuseUnknown);
  }
  koa.use(serveWeb(webRoot, { originOf: deps.originOf, keys: () => keysOf(deps.app), position: () => deps.live.position() }));
  koa.on('error', (error: Error & { code?: string }) => {
    if (!CLIENT_GONE.test(error.code ?? '')) logger.error({ err: error }, 'request.answer_unsent');
  });
  const anew = koa.callback();
  const atOnce = remembered && { remembered, addresses: serving.addresses, newId: app.newId, answered };
  const listener = atOnce ? answerAtOnce(atOnce, anew) : anew;
  return { koa, listener, served: api.served, drain: accounts.drain, endLive: () => live.end() };
}

/** The client closed the connection or stopped in the middle of the transfer. This is not a fault of the program. */
const CLIENT_GONE = /^(HPE_\w+|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE|ERR_STREAM_DESTROYED)$/;

const isApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');

const under =
  (_prefix: '/api', inside: Koa.Middleware, outside: Koa.Middleware): Koa.Middleware =>
  (context, next) =>
    isApi(context.path) ? inside(context, next) : outside(context, next);

/** @koa/router stores this in the context of a request that it has examined. */
interface Matched {
  readonly matched?: readonly { readonly methods: readonly string[] }[];
}

/** 405 if the path is known, 404 under /api. */
const refuseUnknown: Koa.Middleware = (context, next) => {
  const { matched: layers = [] }: typeof context & Matched = context;
  if (context.status !== 404 || context.body !== undefined) return;
  if (layers.length > 0) throw methodNotAllowed([...new Set(layers.flatMap(({ methods }) => methods))]);
  if (isApi(context.path)) throw new Refusal(404, 'not_found', 'There is no such path.');
  return next();
};

/** Without development routes their paths return 404. The page of the web client is not shown there either. */
const refuseDevelopment: Koa.Middleware = ({ path }, next) => {
  if (path === '/dev' || path.startsWith('/dev/')) throw new Refusal(404, 'not_found', 'There is no such path.');
  return next();
};
