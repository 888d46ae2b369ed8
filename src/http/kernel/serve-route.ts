import type { RouterContext } from '@koa/router';
import type { Context } from 'koa';
import type { App } from '../../app/app.ts';
import { emailIn, noteForAudit } from './audit.ts';
import { answerAndClose, REST_OF_BOUNDED, throwAwayRest } from './body.ts';
import { ifMatchOf, isKnown } from './headers.ts';
import { fingerprint, holdsSecret, type Idempotency, idempotencyKey, repeatableIds } from './idempotency.ts';
import type { Addresses, CountTokenCall } from './limits.ts';
import { noteEndless, requestId } from './meter.ts';
import { type createOwnOrigins, refuseCrossSite } from './origin.ts';
import { admit, admitToPlan, type Identify, type Principal, unauthenticated } from './principal.ts';
import { answerPage, type Fields, invalid, isVisit, refusalOf, withMembers } from './problems.ts';
import { type Checked, type CheckedBody, check, checkBodyOf, type ReadBody, readBody } from './read-body.ts';
import type { RememberedAnswers, Visit } from './remembering/remembered-answers.ts';
import { type Answer, type Route, type UncheckedCall, withTag } from './route.ts';

export interface Serving {
  readonly app: App;
  readonly identify: Identify;
  readonly ownOrigins: ReturnType<typeof createOwnOrigins>;
  readonly addresses: Addresses;
  readonly idempotency: Idempotency;
  readonly countTokenCall: CountTokenCall;
  /** Left out if no answers are remembered. */
  readonly remembered?: RememberedAnswers;
  /** The `@font-face` rules of pages. */
  readonly faces?: string;
}

const NOTHING = Object.freeze({});

/** The types of @koa/router and koa describe the same context differently. */
const contextOf = (context: RouterContext) => context as unknown as Context;

/** Checks for refusals in the order that the API documents, and then calls the handler. */
export function serveRoute(serving: Serving, route: Route): (context: RouterContext) => Promise<void> {
  const serve = answerWith(serving, route);
  return !route.page ? serve : async (context) => serve(context).catch((error) => showRefusal(serving, route, context, error));
}

/**
 * @throws the refusal if a program asks, or if the route has no page for it
 */
function showRefusal({ faces = '' }: Serving, route: Route, context: RouterContext, error: unknown): void {
  const visitor = contextOf(context);
  const refusal = isVisit(visitor) ? refusalOf(error) : null;
  const page = refusal && route.page?.(refusal);
  if (!refusal || !page) throw error;
  answerPage(visitor, refusal.status, page, faces);
  context.set(refusal.headers);
}

function answerWith(serving: Serving, route: Route): (context: RouterContext) => Promise<void> {
  return async (context) => {
    try {
      const visit = serving.remembered?.visit(context.req) ?? null;
      const answer = withTag(await answerOf(serving, route, context, visit));
      visit?.answered(answer);
      if (route.secrets) context.set('Cache-Control', 'no-store');
      send(context, answer);
      if (route.endless) noteEndless(contextOf(context));
    } catch (error) {
      endRequest(context, error);
      throw ofRoute(route, error);
    }
  };
}

/** Adds the members that the route declares for its refusals. */
function ofRoute({ refusalMembers }: Route, error: unknown): unknown {
  const refusal = refusalMembers === undefined ? null : refusalOf(error);
  return refusal && refusalMembers ? withMembers(refusal, refusalMembers) : error;
}

/** Handles the unread rest of a refused request. */
function endRequest({ req, res }: RouterContext, error: unknown): void {
  const isBounded = refusalOf(error)?.status === 429;
  if (isBounded && !req.complete) answerAndClose(req, res);
  // An address over its limit must not make the program read megabytes again and again.
  throwAwayRest(req, res, isBounded ? REST_OF_BOUNDED : undefined);
}

async function answerOf(serving: Serving, route: Route, context: RouterContext, remembering: Visit | null): Promise<Answer> {
  const visit = contextOf(context);
  const address = serving.addresses.of(visit);
  noteForAudit(visit, { act: route.audit ?? null });
  await (route.endless ? serving.addresses.bound(address, 'call') : serving.addresses.count(context.req, context.res));
  // Counted whatever the body is, because refused and repeated requests are tries, too.
  if (route.credentials) await serving.addresses.bound(address, 'credentials');
  if (route.method !== 'GET' || route.ownSiteOnly) refuseCrossSite(serving.ownOrigins, context.req);
  const principal = await authenticate(serving, route, context);
  remembering?.identified(principal);
  const bare = uncheckedCall(serving, context, principal);
  const body = await readBody(context.req, route, bare);
  if (route.audit) noteForAudit(visit, { email: emailIn(body.input) });
  let used = false;
  const handle = async (call: UncheckedCall): Promise<Answer> => {
    try {
      const answer = await validateAndHandle(serving, route, call, body.input);
      used = true;
      return answer;
    } catch (error) {
      // After a fault it is unknown what was written, and events may refer to the stored files.
      used = (refusalOf(error)?.status ?? 500) >= 500;
      throw ofRoute(route, lostAccount(route, error) ? unauthenticated() : error);
    }
  };
  try {
    const carryOut = () => once(serving, route, bare, body, handle);
    const owner = bare.principal?.owner ?? null;
    const answer = await (route.method === 'GET' || route.body?.kind === 'stream'
      ? carryOut()
      : serving.addresses.writing(address, owner, carryOut));
    if (answer.about !== undefined) noteForAudit(visit, { account: answer.about });
    return answer;
  } finally {
    if (!used) await body.discard?.();
  }
}

/** Such a call names no resource, so 'not found' means that the account was deleted while the call was running. */
const lostAccount = ({ access, exists, refusals = [] }: Route, error: unknown): boolean =>
  access === 'user' && !exists && !refusals.includes('not_found') && refusalOf(error)?.code === 'not_found';

/** @throws Refusal 401, 403, 429 */
async function authenticate({ identify, countTokenCall }: Serving, route: Route, context: RouterContext): Promise<Principal | null> {
  const { principal, cookies = [] } = await identify(context.req);
  if (principal !== null) noteForAudit(contextOf(context), { account: principal.owner });
  if (principal?.means === 'personal_token') context.set(await countTokenCall(principal.owner));
  admit(principal, route);
  for (const cookie of cookies) context.append('Set-Cookie', cookie);
  return principal;
}

function uncheckedCall({ app, addresses }: Serving, context: RouterContext, principal: Principal | null): UncheckedCall {
  return {
    context: contextOf(context),
    params: context.params,
    principal,
    address: addresses.of(contextOf(context)),
    ifMatch: ifMatchOf(context.req.headers['if-match']),
    correlationId: requestId(contextOf(context)) ?? app.newId(),
    newId: app.newId,
  };
}

function once(
  serving: Serving,
  route: Route,
  bare: UncheckedCall,
  { compared }: ReadBody,
  handle: (call: UncheckedCall) => Promise<Answer>,
): Promise<Answer> {
  const key = route.method === 'POST' ? idempotencyKey(bare.context.req.headers['idempotency-key']) : undefined;
  if (key === undefined) return handle(bare);
  const mark = fingerprint(bare.context.path, compared);
  const scope = bare.principal?.owner ?? `address:${bare.address}`;
  const newId = repeatableIds(`${scope}\n${key}\n${mark}`, serving.app.clock.now());
  const isSecret = (body: string | null): boolean => holdsSecret(route, body);
  const request = { scope, owner: bare.principal?.owner ?? null, key, fingerprint: mark, isSecret };
  return serving.idempotency(request, () => handle({ ...bare, newId }));
}

const faultsIn = (checked: Checked<unknown> | CheckedBody): Fields => (checked.ok ? {} : checked.errors);

async function validateAndHandle({ app }: Serving, route: Route, bare: UncheckedCall, body: unknown): Promise<Answer> {
  const query = route.query
    ? check(route.query, bare.context.querystring ? { ...bare.context.query } : NOTHING, 'query')
    : { ok: true as const, value: NOTHING };
  const params = route.params ? check(route.params, bare.params, 'path') : { ok: true as const, value: NOTHING };
  const given = await checkBodyOf(route, bare, body);
  if (!params.ok || !query.ok || !given.ok) throw invalid({ ...faultsIn(params), ...faultsIn(query), ...faultsIn(given) });
  const call = { ...bare, query: query.value, body: given.value };
  if (route.entitlement) {
    if (route.exists) await route.exists(call);
    const stays = route.stays !== undefined && (await route.stays(call));
    if (!stays) await admitToPlan(app.plans, bare.principal, route);
  }
  return route.handle(call);
}

function send(context: RouterContext, { status, headers = NOTHING, cookies = [], body, stream }: Answer): void {
  const { ETag: tag }: Answer['headers'] & {} = headers;
  if (tag !== undefined && context.method === 'GET' && isKnown(context.req.headers['if-none-match'], tag)) {
    context.status = 304;
    context.set('ETag', tag);
    return;
  }
  context.status = status;
  if (body !== undefined || stream) context.set('Content-Type', 'application/json; charset=utf-8');
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'Set-Cookie') context.append(name, value);
    else context.set(name, value);
  }
  for (const cookie of cookies) context.append('Set-Cookie', cookie);
  if (body !== undefined || stream) {
    const type = context.response.get('Content-Type');
    context.body = stream ?? body;
    context.set('Content-Type', type);
  }
}
