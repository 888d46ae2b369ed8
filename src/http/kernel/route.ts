import type { Context } from 'koa';
import type { Admission, CallDeclaration, FormBody, QueryOf } from '../../contracts/call.ts';
import type { PartnerPage } from '../../messages/partner/page.ts';
import type { BodyOf, Receiving, RouteBody } from './bodies.ts';
import { contentTag, type IfMatch } from './etag.ts';
import type { Principal } from './principal.ts';
import type { Fields, Refusal } from './problems.ts';

/** An answer to send. The body is JSON unless the headers say otherwise. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Set beside a cookie in the headers. They hand out no session: an answer is kept without them. */
  readonly cookies?: readonly string[];
  readonly body?: string | Buffer;
  /** Sent instead of a body, while it is being made. */
  readonly stream?: NodeJS.ReadableStream;
  /** The user whose personal data it contains, where nobody is signed in. It is not sent: what is kept is forgotten with them. */
  readonly about?: string;
}

/** The principal of a call. It may be null only if the call is open to anyone. */
export type Asker<Access extends Admission['access']> = Access extends 'user' ? Principal : Principal | null;

/** One request that was checked, as its handler gets it. */
export interface Call<Query, Body, Who extends Principal | null = Principal> {
  readonly context: Context;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** Who asks. It is null only if the route is open to anyone and nobody is signed in. */
  readonly principal: Who;
  /** The network address that the request came from. */
  readonly address: string;
  readonly ifMatch: IfMatch;
  readonly correlationId: string;
  /** Makes ids. They are the same again when the request is repeated under the same Idempotency-Key. */
  readonly newId: () => string;
}

/** A call whose query and body were not checked yet. */
export type UncheckedCall = Omit<Call<unknown, null, Principal | null>, 'body' | 'query'>;

/** What the server adds to the declaration of a call in order to answer it. */
export interface Handling<Query, Body, Who extends Principal | null> {
  /** Refuses with 404 or 412, for a route with an entitlement. These refusals come before 403 `premium_required`. */
  readonly exists?: (call: Call<Query, Body, Who>) => Promise<unknown>;
  /** For a route with an entitlement: whether the call is open without it, since what was made while the plan was there stays the owner's. */
  readonly stays?: (call: Call<Query, Body, Who>) => Promise<boolean>;
  /** Runs before the body is validated, for a refusal that has to come before 422. */
  readonly before?: (body: unknown) => Promise<void>;
  /** Fields that a body may hold only with their present values. `current` gives the thing with those values, or null. */
  readonly readOnly?: {
    readonly names: readonly string[];
    readonly current: (call: Omit<Call<Query, null, Who>, 'body'>) => Promise<object | null>;
  };
  /** Faults, by field, of what would result from the body. They are reported together with those of the schema. The body is unchecked. */
  readonly faults?: (call: Omit<Call<Query, null, Who>, 'body'>, input: Readonly<Record<string, unknown>>) => Promise<Fields>;
  /**
   * Gives faults that only the rules can find. It is called for a body that has other faults, with its remaining fields, so that
   * all faults are reported at once.
   */
  readonly dryRun?: (
    call: Omit<Call<unknown, null, Who>, 'body' | 'query'>,
    left: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<Record<string, readonly string[]>>>;
  /** The page that a browser gets in the place of a refusal when somebody follows a link; null for the refusal itself. */
  readonly page?: (refusal: Refusal) => PartnerPage | null;
  readonly handle: (call: Call<Query, Body, Who>) => Promise<Answer>;
}

/** The routes do not know the types of one another's queries, bodies and principals. */
type Untyped = Handling<unknown, unknown, Principal | null>;
/** A call with what answers it. It is used to check requests, to document the call and to answer it. */
export type Route = Omit<CallDeclaration, 'body'> & { readonly body?: RouteBody } & Untyped;

type HandlingOf<Declared extends CallDeclaration, Kept> = Handling<QueryOf<Declared>, BodyOf<Declared, Kept>, Asker<Declared['access']>>;
/** What is done with the files, where the body is a form. */
type ReceivingOf<Declared, Kept> = Declared extends { readonly body: FormBody }
  ? { readonly receiving: Receiving<Kept> }
  : { readonly receiving?: never };

/** The route of a declared call. Query, body and principal are typed by the declaration. */
export function route<const Declared extends CallDeclaration, Kept = unknown>(
  call: Declared,
  handling: HandlingOf<Declared, Kept> & ReceivingOf<Declared, Kept>,
): Route {
  const { receiving, ...answering }: Untyped & { readonly receiving?: Receiving<unknown> } = handling as never;
  const { body, ...declared }: CallDeclaration = call;
  // Requests are checked by the schemas of the declaration before its handler is called, so the types hold.
  return { ...declared, ...(body && { body: { ...body, ...receiving } as RouteBody }), ...answering };
}

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers,
  body: JSON.stringify(body),
});
/** An answer for something without a version. Its ETag is made from the content, so that a client learns that nothing changed. */
export const tagged = (body: unknown): Answer => json(200, body, { ETag: contentTag(body) });
/** Sends the browser to another address. No cache keeps it. */
export const redirect = (to: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status: 302,
  headers: { Location: to, 'Cache-Control': 'no-store', ...headers },
});
export const noContent = (headers: Readonly<Record<string, string>> = {}): Answer => ({ status: 204, headers });
