import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from 'zod-openapi';
import type { Means } from '../contracts/access.ts';
import { problem } from '../contracts/problem.ts';
import { REFUSALS, type RefusalCode } from '../contracts/refusals.ts';
import { admissionExtensions, admissionRefusals, admissionWords, OFFERED, securityOf, securitySchemes } from './describe-admission.ts';
import { describeBody } from './describe-body.ts';
import type { Reply, Route } from './kernel/route.ts';

const PROBLEM = { 'application/problem+json': { schema: problem.meta({ id: 'Problem' }) } };

/** The codes with which a route may refuse: those that follow from its declaration, and those that it names. */
export function refusalsOf(route: Route, offered: readonly Means[] = OFFERED): readonly RefusalCode[] {
  const write = route.method !== 'GET';
  const codes: readonly (readonly RefusalCode[])[] = [
    write || route.ownSiteOnly ? ['cross_site'] : [],
    admissionRefusals(route, offered),
    route.body ? ['too_large', 'unsupported_media_type', 'malformed'] : [],
    route.body || route.query ? ['validation_failed'] : [],
    route.method === 'POST' ? ['idempotency_key_reused'] : [],
    route.refusals ?? [],
    ['rate_limited', 'unavailable'],
    write ? ['storage_full'] : [],
  ];
  return codes.flat();
}

const optional = (description: string) => z.string().optional().meta({ description });

function headersOf({ etag, location, pages }: Reply) {
  return z.object({
    ...(etag && { ETag: z.string().meta({ description: 'Strong: for `If-Match` and `If-None-Match`.' }) }),
    ...(location && { Location: z.string() }),
    ...(pages && { Link: z.string().optional().meta({ description: 'RFC 8288, `rel="next"`; none on the last page.' }) }),
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
    responses[status] = { description: reply.description, headers: headersOf(reply), ...(content && { content }) };
    if (reply.etag && route.method === 'GET') responses['304'] = { description: 'As it was: `If-None-Match` names it.' };
  }
  for (const [status, codes] of Map.groupBy(refusalsOf(route, offered), (code) => String(REFUSALS[code].status)))
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

function operationOf(route: Route, offered: readonly Means[]): ZodOpenApiOperationObject {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
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
      ...(names.length > 0 && { path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) }),
      ...(route.query && { query: route.query as z.ZodObject }),
      header: requestHeaders(route),
    },
    ...(route.body && { requestBody: describeBody(route.body) }),
    responses: responsesOf(route, offered) as ZodOpenApiOperationObject['responses'],
  };
}

/**
 * The OpenAPI 3.1 document of these routes, made from the schemas that check their requests. `secure`: the cookie has the prefix
 * `__Host-`. `offered`: the means that exist.
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
        'Tasks, kept and accounted for. Errors are problem documents (RFC 9457). `x-means` and `x-scopes` say by which means a call is asked for, and which scopes it needs; who is signed in has all of them.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(routes.map((one) => one.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: securitySchemes(secure, offered),
    },
  });
}
