import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import { problem } from './contracts/problem.ts';
import type { Reply, Route } from './kernel/route.ts';

const PROBLEM = { 'application/problem+json': { schema: problem.meta({ id: 'Problem' }) } };

/** Refusals by code: the status and what they mean. Also the glossary of `/api/docs`. */
export const REFUSALS: Readonly<Record<string, { readonly status: number; readonly meaning: string }>> = {
  not_found: { status: 404, meaning: 'There is no such path or thing, or it is another person’s.' },
  method_not_allowed: { status: 405, meaning: 'The path is known, the method is not; `Allow` names those that are.' },
  misdirected: { status: 421, meaning: 'The `Host` is not one that is served here.' },
  cross_site: { status: 403, meaning: 'A write that another site’s page asked for.' },
  unauthenticated: { status: 401, meaning: 'Nobody is signed in.' },
  invalid_credentials: { status: 401, meaning: 'Email or password is wrong.' },
  token_invalid: { status: 401, meaning: 'A link that has expired, was used, or never was.' },
  too_large: { status: 413, meaning: 'The body holds more than 1 MiB.' },
  unsupported_media_type: { status: 415, meaning: 'The body is not `application/json`.' },
  malformed: { status: 400, meaning: 'The body cannot be read as JSON.' },
  validation_failed: { status: 422, meaning: 'Fields are wrong; `errors` has all of them.' },
  idempotency_key_reused: { status: 422, meaning: 'The key was used for another request.' },
  precondition_failed: { status: 412, meaning: 'It was changed since: `If-Match` no longer holds.' },
  email_not_confirmed: { status: 403, meaning: 'The password is right, the address is not confirmed yet.' },
  conflict: { status: 409, meaning: 'It does not fit what is there; the message says what to do.' },
  deadline_passed: { status: 409, meaning: 'The deadline has passed and stays where it is.' },
  archived: { status: 409, meaning: 'Archived: bring it back first.' },
  still_open: { status: 409, meaning: 'Open and due: it cannot be archived.' },
  children_open: { status: 409, meaning: 'A child needs proof: complete it by itself first.' },
  nothing_to_undo: { status: 409, meaning: 'There is no change of yours to take back.' },
  rate_limited: { status: 429, meaning: 'Too many tries; `Retry-After` says how long to wait.' },
  internal: { status: 500, meaning: 'Something that nobody foresaw.' },
  unavailable: { status: 503, meaning: 'The store cannot be reached right now. Nothing was acknowledged.' },
  storage_full: { status: 507, meaning: 'There is no room to write. Nothing was changed.' },
};

/** The codes with which a route may refuse, by its nature and by what it names. */
export function refusalsOf(route: Route): readonly string[] {
  const write = route.method !== 'GET';
  return [
    ...(write || route.ownSiteOnly ? ['cross_site'] : []),
    ...(route.access === 'user' ? ['unauthenticated'] : []),
    ...(route.body ? ['too_large', 'unsupported_media_type', 'malformed'] : []),
    ...(route.body || route.query ? ['validation_failed'] : []),
    ...(route.method === 'POST' ? ['idempotency_key_reused'] : []),
    ...(route.refusals ?? []),
    'rate_limited',
    'unavailable',
    ...(write ? ['storage_full'] : []),
  ];
}

const optional = (description: string) => z.string().optional().meta({ description });

function headersOf({ etag, location, pages }: Reply) {
  return z.object({
    ...(etag && { ETag: z.string().meta({ description: 'Strong: for `If-Match` and `If-None-Match`.' }) }),
    ...(location && { Location: z.string() }),
    ...(pages && { Link: z.string().optional().meta({ description: 'RFC 8288, `rel="next"`; none on the last page.' }) }),
  });
}

function responsesOf(route: Route): Record<string, ZodOpenApiResponseObject> {
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  for (const [status, reply] of Object.entries(route.replies)) {
    const content = reply.schema
      ? { 'application/json': { schema: reply.schema } }
      : reply.media
        ? { [reply.media]: { schema: z.string() } }
        : undefined;
    responses[status] = { description: reply.description, headers: headersOf(reply), ...(content && { content }) };
    if (reply.etag && route.method === 'GET') responses['304'] = { description: 'As it was: `If-None-Match` names it.' };
  }
  for (const [status, codes] of Map.groupBy(refusalsOf(route), (code) => String(REFUSALS[code]?.status ?? 409)))
    responses[status] = { description: codes.map((code) => `\`${code}\``).join(', '), content: PROBLEM };
  return responses;
}

function requestHeaders(route: Route) {
  const matches = (route.refusals ?? []).includes('precondition_failed');
  const tagged = route.method === 'GET' && Object.values(route.replies).some((reply) => reply.etag);
  return z.object({
    ...(route.method === 'POST' && {
      'Idempotency-Key': optional('The same key, path and body gives the first answer again, for 24 hours.'),
    }),
    ...(matches && { 'If-Match': optional('412 unless it is one of these.') }),
    ...(tagged && { 'If-None-Match': optional('304 if it is one of these.') }),
  });
}

function operationOf(route: Route): ZodOpenApiOperationObject {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const last = route.path
    .split('/')
    .filter((part) => part !== '' && part !== 'api' && !part.startsWith('{'))
    .map((part) => part.replaceAll(/\W/g, '_'));
  return {
    operationId: [route.method.toLowerCase(), ...last, ...names.map((name) => `by_${name}`)].join('_'),
    tags: [route.tag],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    security: route.access === 'user' ? [{ session: [] }, { bearer: [] }] : [{}],
    requestParams: {
      ...(names.length > 0 && { path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) }),
      ...(route.query && { query: route.query as z.ZodObject }),
      header: requestHeaders(route),
    },
    ...(route.body && { requestBody: { required: !route.bodyOptional, content: { 'application/json': { schema: route.body } } } }),
    responses: responsesOf(route) as ZodOpenApiOperationObject['responses'],
  };
}

/** OpenAPI 3.1 of the routes given, from the schemas that validate. `secure`: the cookie has its `__Host-` prefix. */
export function describeRoutes(routes: readonly Route[], secure: boolean): object {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const one of routes) paths[one.path] = { ...paths[one.path], [one.method.toLowerCase()]: operationOf(one) };
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Vouch',
      version: '1',
      summary: 'Your Success, Verified',
      description: 'Tasks, kept and accounted for. Errors are problem documents (RFC 9457).',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map((one) => one.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: secure ? '__Host-vouch_session' : 'vouch_session' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  });
}
