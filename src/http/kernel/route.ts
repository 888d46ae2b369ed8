import type { Context } from 'koa';
import type { Admission, CallDeclaration, FormBody, QueryOf } from '../../contracts/call.ts';
import type { PartnerPage } from '../../messages/partner/page.ts';
import type { BodyOf, Receiving, RouteBody } from './body.ts';
import { contentTag, type IfMatch, pageTag } from './headers.ts';
import type { Principal } from './principal.ts';
import type { Fields, Refusal } from './problems.ts';

/** The body is JSON unless the headers say otherwise. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Cookies besides the one in the headers. They never contain a session, and a stored answer leaves them out. */
  readonly cookies?: readonly string[];
  readonly body?: string | Buffer;
  /** Sent while it is being produced, instead of a body. */
  readonly stream?: NodeJS.ReadableStream;
  /**
   * Set if nobody is signed in and the answer contains personal data of this user. It is not sent; the stored answer is deleted
   * together with the user.
   */
  readonly about?: string;
  /**
   * For how long the same answer is right for its owner, so that it may be remembered: until something of the owner changes, or
   * besides at most until the end of the present minute, if it depends on the time. Left out: it is not remembered.
   */
  readonly lasts?: 'until_change' | 'a_minute';
}

/** Null is possible only if the call is open to anyone. */
export type Asker<Access extends Admission['access']> = Access extends 'user' ? Principal : Principal | null;

/** A validated request. */
export interface Call<Query, Body, Who extends Principal | null = Principal> {
  readonly context: Context;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** Null only if the route is open to anyone and nobody is signed in. */
  readonly principal: Who;
  /** The network address that the request came from. */
  readonly address: string;
  readonly ifMatch: IfMatch;
  readonly correlationId: string;
  /** The ids are the same when the request is repeated under the same Idempotency-Key. */
  readonly newId: () => string;
}

/** A request before validation of its query and body. */
export type UncheckedCallOf<Who extends Principal | null> = Omit<Call<unknown, null, Who>, 'body' | 'query'>;

export type UncheckedCall = UncheckedCallOf<Principal | null>;

export interface ExaminedBody {
  /** All fields of the body, unchecked. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The fields that the schema checks. */
  readonly own: Readonly<Record<string, unknown>>;
  /** Errors by field from the schema and from earlier finders. */
  readonly faults: Fields;
}

/**
 * Finds errors that the schema cannot find. The schema and all finders examine every body in turn, so that all errors are
 * reported together. If two report the same field, the first one counts. A finder may also refuse the request.
 */
export interface FaultFinder<Who extends Principal | null> {
  /** Fields that the schema does not know and this finder checks. */
  readonly takes?: readonly string[];
  readonly find: (call: UncheckedCallOf<Who>, body: ExaminedBody) => Promise<Fields>;
}

export interface Handling<Query, Body, Who extends Principal | null> {
  /**
   * For a route with an entitlement: whether the call is allowed without it. The owner keeps what they made while they had the
   * plan.
   */
  readonly exists?: (call: Call<Query, Body, Who>) => Promise<unknown>;
  /**
   * For a route with an entitlement: whether the call is allowed without it. The owner keeps what they made while they had the
   * plan.
   */
  readonly stays?: (call: Call<Query, Body, Who>) => Promise<boolean>;
  /** In the order in which they run. */
  readonly faults?: readonly FaultFinder<Who>[];
  /** The page for a browser that follows a link and is refused. Null: it gets the refusal itself. */
  readonly page?: (refusal: Refusal) => PartnerPage | null;
  readonly handle: (call: Call<Query, Body, Who>) => Promise<Answer>;
}

/** The list of routes cannot keep the types of each route's query, body and principal. */
type Untyped = Handling<unknown, unknown, Principal | null>;
export type Route = Omit<CallDeclaration, 'body'> & { readonly body?: RouteBody } & Untyped;

type HandlingOf<Declared extends CallDeclaration, Kept> = Handling<QueryOf<Declared>, BodyOf<Declared, Kept>, Asker<Declared['access']>>;
/** For forms: how to store the files. */
type ReceivingOf<Declared, Kept> = Declared extends { readonly body: FormBody }
  ? { readonly receiving: Receiving<Kept> }
  : { readonly receiving?: never };

/** The declaration determines the types of query, body and principal. */
export function route<const Declared extends CallDeclaration, Kept = unknown>(
  call: Declared,
  handling: HandlingOf<Declared, Kept> & ReceivingOf<Declared, Kept>,
): Route {
  // The types hold because every request is checked with these schemas before the handler runs.
  const { receiving, ...answering }: Untyped & { readonly receiving?: Receiving<unknown> } = handling as never;
  const { body, ...declared }: CallDeclaration = call;
  // `ReceivingOf` guarantees that exactly the forms have `receiving`.
  return { ...declared, ...(body && { body: { ...body, ...receiving } as RouteBody }), ...answering };
}

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers,
  body: JSON.stringify(body),
});
/** For a resource without a version. The ETag is a hash of the content, so that a client can get 304. */
export const tagged = (body: unknown): Answer => json(200, body, { ETag: contentTag(body) });
/** Gives an answer that may be remembered an ETag of its bytes, unless it has one, so that a client can get 304. */
export function withTag(answer: Answer): Answer {
  const { lasts, body, headers } = answer;
  if (lasts === undefined || body === undefined || headers?.ETag !== undefined) return answer;
  return { ...answer, headers: { ...headers, ETag: pageTag(body, headers?.Link) } };
}
/** Not cached. */
export const redirect = (to: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status: 302,
  headers: { Location: to, 'Cache-Control': 'no-store', ...headers },
});
export const noContent = (headers: Readonly<Record<string, string>> = {}): Answer => ({ status: 204, headers });
