import { z } from 'zod';
import type { ZodOpenApiRequestBodyObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { Admission, CallBody, FilePart, FormBody, Means, RawBody, StreamBody } from '../contracts/call.ts';
import { problem, REFUSALS, type RefusalCode } from '../contracts/refusals.ts';
import { inUnits } from './kernel/body.ts';
import { asksWho, meansOf } from './kernel/principal.ts';
import { Refusal } from './kernel/problems.ts';
import type { Route } from './kernel/route.ts';
import { hostCookieName, SESSION_COOKIE } from './kernel/session.ts';

/** Means of authentication for the API. A partner's link opens pages only. */
export const OFFERED: readonly Means[] = ['session', 'access_token', 'personal_token'];

const SCHEME = { session: 'session', access_token: 'bearer', personal_token: 'personal_token', partner_link: 'partner_link' } as const;

const PERSONAL = {
  personal_token: { type: 'http', scheme: 'bearer', description: 'A token for a program; each call names the scopes that it needs.' },
} as const;

/** `secure`: the cookie has the prefix `__Host-`. */
export function securitySchemes(secure: boolean, offered: readonly Means[]) {
  return {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: hostCookieName(SESSION_COOKIE, secure),
      description: 'The session of a browser.',
    },
    bearer: { type: 'http', scheme: 'bearer', description: 'The `access_token` that GET /api/auth/session gives to a browser.' },
    ...(offered.includes('personal_token') ? PERSONAL : {}),
  } as const;
}

/** Any one requirement is enough; `{}` means that no authentication is needed. */
export function securityOf(admission: Admission, offered: readonly Means[]): Record<string, string[]>[] {
  const open = admission.access === 'anyone' ? [{}] : [];
  if (!asksWho(admission)) return open;
  const accepted = meansOf(admission).filter((means) => offered.includes(means));
  return [...open, ...accepted.map((means) => ({ [SCHEME[means]]: means === 'personal_token' ? [...(admission.scopes ?? [])] : [] }))];
}

export const admissionExtensions = (admission: Admission): Record<`x-${string}`, unknown> => ({
  ...(asksWho(admission) && { 'x-means': meansOf(admission), 'x-scopes': admission.scopes ?? [] }),
  ...(admission.entitlement && { 'x-entitlement': admission.entitlement }),
});

/** Empty if the call has no special requirement. */
export function admissionWords(admission: Admission): string {
  const { scopes = [], entitlement } = admission;
  const means = meansOf(admission);
  return [
    ...(asksWho(admission) && !means.includes('access_token') ? ['Only with the session of a browser, not with a token.'] : []),
    ...(scopes.length > 0 ? [`Scope: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`] : []),
    ...(entitlement ? [`Part of the plan ${entitlement === 'pro' ? 'Pro' : entitlement}.`] : []),
  ].join(' ');
}

function admissionRefusals(admission: Admission, offered: readonly Means[]): readonly RefusalCode[] {
  const asks = asksWho(admission);
  const codes: readonly (readonly RefusalCode[])[] = [
    admission.access === 'user' ? ['unauthenticated'] : [],
    asks && !meansOf(admission).includes('access_token') ? ['cookie_needed'] : [],
    asks && offered.includes('personal_token') ? ['scope_required'] : [],
    admission.entitlement ? ['premium_required'] : [],
  ];
  return codes.flat();
}

const inWords = (media: readonly string[]): string => (media.length === 0 ? 'any type' : media.join(' or '));

export function describeBody(body: CallBody): ZodOpenApiRequestBodyObject {
  if (body.kind === 'raw') return describeRaw(body);
  if (body.kind === 'multipart') return describeForm(body);
  if (body.kind === 'stream') return describeStream(body);
  return { required: !body.optional, content: { 'application/json': { schema: body.schema } } };
}

function describeRaw({ maxBytes, media }: RawBody): ZodOpenApiRequestBodyObject {
  const content = { schema: {}, 'x-max-bytes': maxBytes };
  return {
    required: true,
    description: `Taken as it comes, since its bytes are signed. At most ${inUnits(maxBytes)}.`,
    content: Object.fromEntries((media.length > 0 ? media : ['*/*']).map((one) => [one, content])),
  };
}

const describeStream = ({ maxBytes, media }: StreamBody): ZodOpenApiRequestBodyObject => ({
  required: true,
  description: `Bytes, taken while they come. At most ${inUnits(maxBytes)}.`,
  content: { [media]: { schema: {}, 'x-max-bytes': maxBytes } },
});

function fileSchema({ maxBytes, most = 1, required = false, media = [] }: FilePart) {
  const description = `${inWords(media)}, at most ${inUnits(maxBytes)}${most > 1 ? ` each; at most ${most} of them` : ''}`;
  const one = z.string().meta({ contentMediaType: 'application/octet-stream', 'x-max-bytes': maxBytes, description });
  const schema = most > 1 ? z.array(one).max(most) : one;
  return required ? schema : schema.optional();
}

function describeForm({ fields, files, maxParts, maxBytes }: FormBody): ZodOpenApiRequestBodyObject {
  const parts = Object.entries(files);
  const schema = fields.extend(Object.fromEntries(parts.map(([name, part]) => [name, fileSchema(part)])));
  const encoding = Object.fromEntries(parts.flatMap(([name, { media }]) => (media ? [[name, { contentType: media.join(', ') }]] : [])));
  return {
    required: true,
    description: `A form, read as it comes: at most ${maxParts} parts and ${inUnits(maxBytes)} in all.`,
    content: {
      'multipart/form-data': {
        schema,
        'x-max-parts': maxParts,
        'x-max-bytes': maxBytes,
        ...(Object.keys(encoding).length > 0 && { encoding }),
      },
    },
  };
}

export const PROBLEM = problem.meta({ id: 'Problem' });

/** A write without a declared body is read as well, because a client may send one. */
const readsBody = ({ method, body }: Route): boolean => body !== undefined || (method !== 'GET' && method !== 'DELETE');

/** The codes that follow from the declaration of the route, and those that it lists itself. */
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

/**
 * Whether a person who follows a link sees a page instead of this refusal. While the program is starting, every browser sees a
 * page.
 */
const hasPage = (route: Route, status: number, codes: readonly RefusalCode[]): boolean =>
  (route.method === 'GET' && status === 503) || codes.some((code) => route.page?.(new Refusal(status, code, '')));

/**
 * Node's HTTP server sends these refusals itself, before a call receives the request. It sends no body and closes the
 * connection.
 */
const BY_THE_SERVER: Readonly<Record<string, ZodOpenApiResponseObject>> = {
  '408': { description: 'The request took too long to arrive. Without a body.' },
  '431': { description: 'The header fields hold more than 16 KiB. Without a body.' },
};

export function refusalResponses(route: Route, offered: readonly Means[]): Record<string, ZodOpenApiResponseObject> {
  const byStatus = Map.groupBy(refusalsOf(route, offered), (code) => REFUSALS[code].status);
  const described = [...byStatus].map(([status, codes]) => {
    const code = { enum: [...codes] };
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
