import type Router from '@koa/router';
import type { App } from '../../../app/app.ts';
import { createIdempotency } from '../../kernel/idempotency.ts';
import { createKnownBrowsers } from '../../kernel/known-browsers.ts';
import { createAddresses, createTokenCalls } from '../../kernel/limits.ts';
import { createOwnOrigins, type ListenConfig } from '../../kernel/origin.ts';
import { createIdentify } from '../../kernel/principal.ts';
import type { Route } from '../../kernel/route.ts';
import { serveRoute } from '../../kernel/serve-route.ts';
import { createSessions } from '../../kernel/session.ts';
import { billingPages } from './billing.ts';
import { clockRoutes } from './clock.ts';
import { createConsents } from './consents.ts';
import { mailboxRoutes, outboxRoutes } from './mailbox.ts';
import type { DevPorts } from './ports.ts';
import { type ConsentServerParts, githubRoutes, googleRoutes } from './providers.ts';

/** Each route answers only to loopback. */
const devRoutes = (ports: DevPorts, consent: ConsentServerParts): readonly Route[] => [
  ...clockRoutes(ports),
  ...mailboxRoutes(ports),
  ...outboxRoutes(ports),
  ...googleRoutes(consent),
  ...githubRoutes(consent),
  ...(ports.desk ? billingPages(ports.desk) : []),
];

/** The development routes pass the same checks as all other routes. */
export function mountDev(router: Router, app: App, place: ListenConfig, ports: DevPorts): void {
  const sessions = createSessions(app, false);
  const serving = {
    app,
    identify: createIdentify(app, sessions, createKnownBrowsers(app, sessions, false)),
    ownOrigins: createOwnOrigins(place),
    addresses: createAddresses({ loopbackIsFree: true, believesProxies: false }),
    idempotency: createIdempotency(app),
    countTokenCall: createTokenCalls(app.plans, app.shared?.rateCounters),
  };
  const { ownOrigins } = serving;
  const consent = { consents: createConsents(app.hashes), ownOrigins, secure: place.publicUrl?.startsWith('https:') ?? false };
  for (const one of devRoutes(ports, consent)) {
    router.register(one.path.replaceAll(/\{(\w+)\}/g, ':$1'), [one.method.toLowerCase()], serveRoute(serving, one));
  }
}
