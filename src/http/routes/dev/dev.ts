import type Router from '@koa/router';
import type { App } from '../../../app/app.ts';
import * as calls from '../../../contracts/calls/dev.ts';
import { type ClockMove, LATEST, parsed, spelled, TOO_FAR } from '../../../contracts/clock.ts';
import { required } from '../../../domain/kernel/records.ts';
import { createIdempotency } from '../../kernel/idempotency.ts';
import { createKnownBrowsers } from '../../kernel/known-browsers.ts';
import { createAddresses, createTokenCalls } from '../../kernel/limits.ts';
import { createOwnOrigins, type ListenConfig } from '../../kernel/origin.ts';
import { createIdentify } from '../../kernel/principal.ts';
import { invalid } from '../../kernel/problems.ts';
import { json, type Route, route } from '../../kernel/route.ts';
import { serveRoute } from '../../kernel/serve-route.ts';
import { createSessions } from '../../kernel/session.ts';
import { billingPages } from './billing.ts';
import { createConsents } from './consents.ts';
import { mailboxRoutes, outboxRoutes } from './mailbox.ts';
import { type DevPorts, loopbackOnly } from './ports.ts';
import { type ConsentServerParts, githubRoutes, googleRoutes } from './providers.ts';

/**
 * Calendar units such as a month are counted in UTC.
 * @throws Refusal 422 after the year 2100
 */
function target(now: string, { to, advance }: ClockMove): string {
  if (to !== undefined) return spelled(Temporal.Instant.from(to));
  const moved = parsed(() => spelled(Temporal.Instant.from(now).toZonedDateTimeISO('UTC').add(required(advance, 'duration')).toInstant()));
  if (moved === null || moved > LATEST) throw invalid({ advance: [TOO_FAR] });
  return moved;
}

/** Moving the clock forward also runs everything that becomes due on the way. */
const clockRoutes = ({ clock, move: moveClock }: DevPorts): readonly Route[] => [
  route(calls.readClock, {
    handle: async ({ context }) => {
      loopbackOnly(context);
      return json(200, { now: clock.now() }, { 'Cache-Control': 'no-store' });
    },
  }),
  route(calls.moveClock, {
    handle: async ({ context, body }) => {
      loopbackOnly(context);
      return json(200, { now: await moveClock((now) => target(now, body)) });
    },
  }),
];

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
