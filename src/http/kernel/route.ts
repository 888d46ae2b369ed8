import type { Context } from 'koa';
import type { z } from 'zod';
import type { RefusalCode } from '../../contracts/refusals.ts';
import type { PartnerPage } from '../../messages/partner/page.ts';
import type { Admission } from './admission.ts';
import type { AuditAct } from './audit.ts';
import type { RouteBody } from './bodies.ts';
import { contentTag, type IfMatch } from './etag.ts';
import type { Principal } from './principal.ts';
import type { Fields, Refusal } from './problems.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

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

export interface Reply {
  readonly description: string;
  /** The schema of a JSON body; left out if there is none. */
  readonly schema?: z.ZodType;
  /** The media type of a body that is not JSON. */
  readonly media?: string;
  readonly etag?: boolean;
  readonly location?: boolean;
  /** It sends the browser to another address. */
  readonly redirect?: boolean;
  readonly pages?: boolean;
}

/** One call of the API. The declaration is used to check requests, to document the call and to answer it. */
export interface Route<Query = unknown, Body = unknown, Access extends Admission['access'] = Admission['access']> extends Admission {
  readonly method: Method;
  /** The path, with parameters in braces: `{id}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Refuses with 404 or 412, for a route with an entitlement. These refusals come before 403 `premium_required`. */
  readonly exists?: (call: Call<Query, Body, Asker<Access>>) => Promise<unknown>;
  /** For a route with an entitlement: whether the call is open without it, since what was made while the plan was there stays the owner's. */
  readonly stays?: (call: Call<Query, Body, Asker<Access>>) => Promise<boolean>;
  /** The route is a GET that starts something. It is refused when another site asks, as every write is. */
  readonly ownSiteOnly?: boolean;
  readonly query?: z.ZodType<Query>;
  /** Parameters of the path that are more than opaque ids. What does not fit is refused with 422; `params` of the call has all as texts. */
  readonly params?: z.ZodObject;
  readonly body?: RouteBody<Body>;
  /** Headers that the handler reads itself, for the document. Such a call has no versions, and no `If-Match`. */
  readonly headers?: z.ZodObject;
  /** Runs before the body is validated, for a refusal that has to come before 422. */
  readonly before?: (body: unknown) => Promise<void>;
  /** Fields that a body may hold only with their present values. `current` gives the thing with those values, or null. */
  readonly readOnly?: {
    readonly names: readonly string[];
    readonly current: (call: Omit<Call<Query, null, Asker<Access>>, 'body'>) => Promise<object | null>;
  };
  /** Faults, by field, of what would result from the body. They are reported together with those of the schema. The body is unchecked. */
  readonly faults?: (call: Omit<Call<Query, null, Asker<Access>>, 'body'>, input: Readonly<Record<string, unknown>>) => Promise<Fields>;
  /**
   * Gives faults that only the rules can find. It is called for a body that has other faults, with its remaining fields, so that
   * all faults are reported at once.
   */
  readonly dryRun?: (
    call: Omit<Call<unknown, null, Asker<Access>>, 'body' | 'query'>,
    left: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<Record<string, readonly string[]>>>;
  /**
   * Fields of its answers that hold a secret, or an address that gives whoever has it a right: a token, a session, a page of the
   * payment provider. An answer in which one of them is set is never kept under an Idempotency-Key, and no cache keeps it.
   */
  readonly secrets?: readonly string[];
  /** Each request is a line of the operators' audit log, under this name. */
  readonly audit?: AuditAct;
  /** Somebody may try credentials here, so the limit on requests is stricter. */
  readonly credentials?: boolean;
  readonly replies: Readonly<Record<number, Reply>>;
  /** The codes of its refusals, besides those that every call has. */
  readonly refusals?: readonly RefusalCode[];
  /** Members that the problem documents of its refusals have in addition, or in the place of their own. */
  readonly refusalMembers?: Readonly<Record<string, unknown>>;
  /** The page that a browser gets in the place of a refusal when somebody follows a link; null for the refusal itself. */
  readonly page?: (refusal: Refusal) => PartnerPage | null;
  readonly handle: (call: Call<Query, Body, Asker<Access>>) => Promise<Answer>;
}

export type AnyRoute = Route<never, never, never>;

/** Declares a route. Query, body and principal are typed inside the declaration; the list of routes does not know the types. */
export const route = <Query, Body, Access extends Admission['access']>(one: Route<Query, Body, Access>): AnyRoute =>
  one as unknown as AnyRoute;

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
