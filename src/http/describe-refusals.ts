import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import type { Means } from '../contracts/access.ts';
import { problem } from '../contracts/problem.ts';
import { REFUSALS, type RefusalCode } from '../contracts/refusals.ts';
import { admissionRefusals, OFFERED } from './describe-admission.ts';
import { Refusal } from './kernel/problems.ts';
import type { Route } from './kernel/route.ts';

/** The component that every refusal refers to. */
export const PROBLEM = problem.meta({ id: 'Problem' });

/** Whether the server reads a body, also one that no call of this kind needs. */
const readsBody = ({ method, body }: Route): boolean => body !== undefined || (method !== 'GET' && method !== 'DELETE');

/** The codes with which a route may refuse: those that follow from its declaration, and those that it names. */
export function refusalsOf(route: Route, offered: readonly Means[] = OFFERED): readonly RefusalCode[] {
  const write = route.method !== 'GET';
  const checks = route.body || route.query || route.params || route.method === 'POST';
  const codes: readonly (readonly RefusalCode[])[] = [
    ['misdirected'],
    write || route.ownSiteOnly ? ['cross_site'] : [],
    admissionRefusals(route, offered),
    readsBody(route) ? ['too_large', 'unsupported_media_type', 'malformed'] : [],
    checks ? ['validation_failed'] : [],
    route.method === 'POST' ? ['idempotency_key_reused'] : [],
    route.refusals ?? [],
    ['rate_limited', 'internal', 'unavailable'],
    write ? ['storage_full'] : [],
  ];
  return [...new Set(codes.flat())];
}

const retryAfter = { headers: z.object({ 'Retry-After': z.int().min(1).meta({ description: 'Seconds.' }) }) };
const HEADERS: Readonly<Record<string, Pick<ZodOpenApiResponseObject, 'headers'>>> = {
  '401': {
    headers: z.object({
      'WWW-Authenticate': z.string().optional().meta({ description: 'With `unauthenticated`: the scheme of a token.' }),
    }),
  },
  '429': retryAfter,
  '503': retryAfter,
};

/** Whether somebody who follows a link gets a page in the place of this refusal. While the program gets ready, everybody who looks does. */
const hasPage = (route: Route, status: number, codes: readonly RefusalCode[]): boolean =>
  (route.method === 'GET' && status === 503) || codes.some((code) => route.page?.(new Refusal(status, code, '')));

/** What the HTTP server itself refuses, before any call has the request. It sends no body, and closes the connection. */
const BY_THE_SERVER: Readonly<Record<string, ZodOpenApiResponseObject>> = {
  '408': { description: 'The request took too long to arrive. Without a body.' },
  '431': { description: 'The header fields hold more than 16 KiB. Without a body.' },
};

/** The answers with which a call refuses, by status: the codes that it can have, and what the answer looks like. */
export function refusalResponses(route: Route, offered: readonly Means[]): Record<string, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy(refusalsOf(route, offered), (code) => REFUSALS[code].status);
  const described = [...byStatus].map(([status, codes]) => {
    const code = { enum: codes as RefusalCode[] };
    const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { status: { const: status }, code } }] };
    const content = {
      'application/problem+json': { schema },
      ...(hasPage(route, status, codes) && { 'text/html': { schema: z.string() } }),
    };
    const description = codes.map((one) => `\`${one}\``).join(', ');
    return [String(status), { description, ...HEADERS[status], content }] as const;
  });
  return { ...BY_THE_SERVER, ...Object.fromEntries(described) };
}
