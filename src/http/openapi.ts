import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import { type Means, type Reply, TOTAL_COUNT } from '../contracts/call.ts';
import { LIVE_POSITION } from '../contracts/live.ts';
import {
  admissionExtensions,
  admissionWords,
  describeBody,
  OFFERED,
  PROBLEM,
  refusalResponses,
  securityOf,
  securitySchemes,
} from './describe-call.ts';
import { IDEMPOTENCY_KEY } from './kernel/idempotency.ts';
import type { Route } from './kernel/route.ts';

const optional = (description: string, pattern?: string) =>
  z
    .string()
    .optional()
    .meta({ description, ...(pattern && { pattern }) });

const LIVE_POSITION_MEANING =
  'Opaque. Later answers contain all changes up to here. With it as `Last-Event-ID`, `GET /api/live` names what has changed since. None if nobody is signed in, or just after a start of the program.';

const TAG = z.string().meta({ description: 'Strong: for `If-Match` and `If-None-Match`.', pattern: '^"[^"]+"$' });

function headersOf({ method }: Route, { etag, location, redirect, pages, total, livePosition }: Reply) {
  return z.object({
    ...(etag && { ETag: etag === 'some' ? TAG.optional() : TAG }),
    ...(livePosition && { [LIVE_POSITION]: optional(LIVE_POSITION_MEANING, '^\\d{20}-\\d{1,15}$') }),
    ...(location && { Location: z.string().meta({ description: 'Where the thing is read.', pattern: '^/api/' }) }),
    ...(redirect && { Location: z.string().meta({ description: 'Where the browser goes.' }) }),
    ...(total && { [TOTAL_COUNT]: optional('How many entries all pages have together, if the call asks for it.', '^\\d+$') }),
    ...(pages && { Link: optional('RFC 8288, `rel="next"`; none on the last page.', '^<[^>]+>; rel="next"$') }),
    ...(method === 'POST' && { 'Idempotency-Replayed': optional('The first answer to this `Idempotency-Key` again.', '^true$') }),
  });
}

function responsesOf(route: Route, offered: readonly Means[]): Record<string, ZodOpenApiResponseObject> {
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  for (const [status, reply] of Object.entries(route.replies)) {
    const content = reply.schema
      ? { 'application/json': { schema: reply.schema } }
      : reply.media
        ? { [reply.media]: { schema: z.string() } }
        : undefined;
    responses[status] = { description: reply.description, headers: headersOf(route, reply), ...(content && { content }) };
    if (reply.etag && route.method === 'GET')
      responses['304'] = { description: 'As it was: `If-None-Match` names it.', headers: z.object({ ETag: TAG }) };
  }
  return { ...responses, ...refusalResponses(route, offered) };
}

function requestHeaders(route: Route) {
  const matches = !route.headers && (route.refusals ?? []).includes('precondition_failed');
  const tagged = route.method === 'GET' && Object.values(route.replies).some((reply) => reply.etag);
  return z.object({
    ...route.headers?.shape,
    ...(route.method === 'POST' && {
      'Idempotency-Key': optional(repeatedWords(route), IDEMPOTENCY_KEY.source),
    }),
    ...(matches && { 'If-Match': optional('Tags, or `*`. 412 unless the thing has one of these.') }),
    ...(tagged && { 'If-None-Match': optional('Tags, or `*`. 304 if the thing has one of these.') }),
  });
}

const repeatedWords = ({ secrets = [] }: Route): string => {
  const named = secrets.map((name) => `\`${name}\``).join(', ');
  const kept = 'The same key, path and body gives the first answer again, for 24 hours.';
  return named === '' ? kept : `${kept} An answer with ${named} is not kept: such a request runs again.`;
};

/** A parameter without a schema is an opaque id. */
const pathOf = (names: readonly string[], { params }: Route) =>
  z.object(Object.fromEntries(names.map((name) => [name, params?.shape[name] ?? z.string().min(1)])));

function operationOf(route: Route, offered: readonly Means[]): ZodOpenApiOperationObject {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const last = route.path
    .split('/')
    .filter((part) => part !== '' && part !== 'api' && !part.startsWith('{'))
    .map((part) => part.replaceAll(/\W/g, '_'));
  const description = [route.description, admissionWords(route)].filter(Boolean).join(' ');
  return {
    operationId: [route.method.toLowerCase(), ...last, ...names.map((name) => `by_${name}`)].join('_'),
    tags: [route.tag],
    summary: route.summary,
    ...(description && { description }),
    security: securityOf(route, offered),
    ...admissionExtensions(route),
    requestParams: {
      ...(names.length > 0 && { path: pathOf(names, route) }),
      // Every declared query is an object.
      ...(route.query && { query: route.query as z.ZodObject }),
      header: requestHeaders(route),
    },
    ...(route.body && { requestBody: describeBody(route.body) }),
    // The keys are statuses, which zod-openapi types as template strings.
    responses: responsesOf(route, offered) as ZodOpenApiOperationObject['responses'],
  };
}

/**
 * Made from the schemas that check the requests. `secure`: the cookie has the prefix `__Host-`. `offered`: the available means
 * of authentication.
 */
export function describeRoutes(routes: readonly Route[], secure: boolean, offered: readonly Means[] = OFFERED): object {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const one of routes) paths[one.path] = { ...paths[one.path], [one.method.toLowerCase()]: operationOf(one, offered) };
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Vouch',
      version: '1',
      summary: 'Your Success, Verified',
      description:
        'Tasks, kept and accounted for. Errors are problem documents (RFC 9457), except what the HTTP server refuses before any call has the request: 400 for what is no HTTP, 408 and 431, all without a body. An unknown path is 404 `not_found`, an unknown method 405 `method_not_allowed` with `Allow`. `x-means` and `x-scopes` say by which means a call is asked for, and which scopes it needs; who is signed in has all of them.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map((one) => one.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: securitySchemes(secure, offered),
    },
  });
}
