import type Router from '@koa/router';
import type { App } from '../../src/app/app.ts';
import { createIdempotency } from '../../src/http/kernel/idempotency.ts';
import { createIdentify } from '../../src/http/kernel/identify.ts';
import { createKnownBrowsers } from '../../src/http/kernel/known-browsers.ts';
import { createAddresses } from '../../src/http/kernel/limits.ts';
import { createOwnOrigins } from '../../src/http/kernel/origin.ts';
import type { Principal } from '../../src/http/kernel/principal.ts';
import type { Route } from '../../src/http/kernel/route.ts';
import { type Serving, serveRoute } from '../../src/http/kernel/serve-route.ts';
import { createSessions } from '../../src/http/kernel/session.ts';
import { createTokenCalls } from '../../src/http/kernel/token-calls.ts';

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
