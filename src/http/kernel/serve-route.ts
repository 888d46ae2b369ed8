import type { RouterContext } from '@koa/router';
import type { Context } from 'koa';
import type { App } from '../../app/app.ts';
import { admit, admitToPlan, type Entitlements } from './admission.ts';
import { readJson } from './body.ts';
import { ifMatchOf, isKnown } from './etag.ts';
import { fingerprint, type Idempotency, idempotencyKey } from './idempotency.ts';
import type { Identify } from './identify.ts';
import type { Addresses } from './limits.ts';
import { requestId } from './meter.ts';
import { type ownPlaces, refuseCrossSite } from './origin.ts';
import { answerPage, isVisit } from './page-answer.ts';
import type { Principal } from './principal.ts';
import { type Fields, invalid, refusalOf } from './problems.ts';
import { repeatableIds } from './repeatable-ids.ts';
import type { Answer, Call, Route } from './route.ts';
import { check, checkBody } from './validate.ts';

export interface Serving {
  readonly app: App;
  readonly identify: Identify;
  readonly entitlements: Entitlements;
  readonly places: ReturnType<typeof ownPlaces>;
  readonly addresses: Addresses;
  readonly idempotency: Idempotency;
  /** The letters of pages, as `@font-face` rules. */
  readonly faces?: string;
}

const NOTHING = Object.freeze({});
type Bare = Omit<Call<unknown, null, Principal | null>, 'body' | 'query'>;

/** Answers one route: refusals in the order of the wire, then the handler. */
export function serveRoute(serving: Serving, route: Route): (context: RouterContext) => Promise<void> {
  const serve = answering(serving, route);
  return !route.page ? serve : async (context) => serve(context).catch((error) => showRefusal(serving, route, context, error));
}

/** @throws what was refused, to a program and where the route has no page for it */
function showRefusal({ faces = '' }: Serving, route: Route, context: RouterContext, error: unknown): void {
  const visitor = context as unknown as Context;
  const refusal = isVisit(visitor) ? refusalOf(error) : null;
  const page = refusal && route.page?.(refusal);
  if (!refusal || !page) throw error;
  answerPage(visitor, refusal.status, page, faces);
  context.set(refusal.headers);
}

function answering(serving: Serving, route: Route): (context: RouterContext) => Promise<void> {
  return async (context) => {
    if (route.method !== 'GET' || route.ownSiteOnly) refuseCrossSite(serving.places, context.req);
    const principal = await whoAsks(serving, route, context);
    const body =
      route.method === 'GET' || (route.method === 'DELETE' && !route.body)
        ? undefined
        : await readJson(context.req, route.bodyOptional ?? false);
    const bare = bareCall(serving, context, principal);
    send(context, await answer(serving, route, bare, body));
  };
}

/** @throws Refusal 401, 403 */
async function whoAsks({ identify }: Serving, route: Route, context: RouterContext): Promise<Principal | null> {
  const { principal, cookie } = await identify(context.req);
  admit(principal, route);
  if (cookie !== undefined) context.append('Set-Cookie', cookie);
  return principal;
}

function bareCall({ app, addresses }: Serving, context: RouterContext, principal: Principal | null): Bare {
  return {
    context: context as unknown as Bare['context'],
    params: context.params as Record<string, string>,
    principal,
    address: addresses.of(context as unknown as Bare['context']),
    ifMatch: ifMatchOf(context.req.headers['if-match']),
    correlationId: requestId(context as unknown as Bare['context']) ?? app.newId(),
    newId: app.newId,
  };
}

function answer(serving: Serving, route: Route, bare: Bare, body: unknown): Promise<Answer> {
  const once = route.method === 'POST' ? idempotencyKey(bare.context.req.headers['idempotency-key']) : undefined;
  if (once === undefined) return validated(serving, route, bare, body);
  const mark = fingerprint(bare.context.path, body);
  const scope = bare.principal?.owner ?? `address:${bare.address}`;
  const newId = repeatableIds(`${scope}\n${once}\n${mark}`, serving.app.clock.now());
  return serving.idempotency({ scope, key: once, fingerprint: mark }, () => validated(serving, route, { ...bare, newId }, body));
}

async function validated({ addresses, entitlements }: Serving, route: Route, bare: Bare, body: unknown): Promise<Answer> {
  await route.before?.(body);
  const query = route.query
    ? check(route.query, bare.context.querystring ? { ...bare.context.query } : NOTHING, 'query')
    : { ok: true as const, value: NOTHING };
  const given = await checkGiven(route, bare, body);
  if (!query.ok || !given.ok) throw invalid({ ...(query.ok ? {} : query.errors), ...(given.ok ? {} : given.errors) });
  await addresses.bound(bare.address, 'call');
  if (route.credentials) await addresses.bound(bare.address, 'credentials');
  const call = { ...bare, query: query.value, body: given.value };
  if (route.entitlement) {
    await route.exists?.(call);
    await admitToPlan(entitlements, bare.principal, route);
  }
  return route.handle(call);
}

type Given = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly errors: Fields };

/** The body against its schema, and the whole that would result against its rules: all faults at once. */
async function checkGiven(route: Route, bare: Bare, body: unknown): Promise<Given> {
  const checked = await checkShape(route, bare, body);
  if (!route.faults || typeof body !== 'object' || body === null || Array.isArray(body)) return checked;
  const faults = await route.faults({ ...bare, query: NOTHING }, body as Record<string, unknown>);
  if (Object.keys(faults).length === 0) return checked;
  return { ok: false, errors: checked.ok ? faults : { ...faults, ...checked.errors } };
}

/** The body against its schema, and read-only names against the thing as it is. */
async function checkShape(route: Route, bare: Bare, body: unknown): Promise<Given> {
  if (!route.body) return { ok: true, value: undefined };
  const input = body === undefined && route.bodyOptional ? {} : body;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return checkBody(route.body, input);
  const { shown, rest } = split(input, route.readOnly?.names ?? []);
  const checked = checkBody(route.body, rest);
  const changed = shown.length === 0 ? {} : await changedReadOnly(route, bare, shown);
  const errors = { ...(checked.ok ? {} : checked.errors), ...changed };
  if (Object.keys(errors).length === 0) return checked;
  const left = Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in errors)));
  return { ok: false, errors: { ...(await route.rehearse?.(bare, left)), ...errors } };
}

function split(input: object, readOnly: readonly string[]): { readonly shown: readonly [string, unknown][]; readonly rest: object } {
  if (readOnly.length === 0) return { shown: [], rest: input };
  const entries = Object.entries(input);
  const shown = entries.filter(([name]) => readOnly.includes(name));
  return { shown, rest: Object.fromEntries(entries.filter(([name]) => !readOnly.includes(name))) };
}

/** Read-only names against the thing as it is. What is not there has nothing to differ from. */
async function changedReadOnly(route: Route, bare: Bare, shown: readonly [string, unknown][]): Promise<Fields> {
  const now = (await route.readOnly?.current({ ...bare, query: NOTHING })) as Record<string, unknown> | null | undefined;
  if (!now) return {};
  const changed = shown.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name] ?? null));
  return Object.fromEntries(changed.map(([name]) => [name, ['This cannot be changed. Leave it out, or send it as it is.']]));
}

function send(context: RouterContext, { status, headers = NOTHING, body, stream }: Answer): void {
  const tag = (headers as Record<string, string>).ETag;
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
  if (body !== undefined || stream) {
    const type = context.response.get('Content-Type');
    context.body = stream ?? body;
    context.set('Content-Type', type);
  }
}
