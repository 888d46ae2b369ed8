import type { Context } from 'koa';
import type { z } from 'zod';
import type { RefusalCode } from '../../contracts/refusals.ts';
import type { PartnerPage } from '../../messages/partner/page.ts';
import type { Admission } from './admission.ts';
import type { RouteBody } from './bodies.ts';
import { contentTag, type IfMatch } from './etag.ts';
import type { Principal } from './principal.ts';
import type { Fields, Refusal } from './problems.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A finished answer. `body` is what to send; JSON unless the headers say otherwise. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Sent as it is made, instead of a body. */
  readonly stream?: NodeJS.ReadableStream;
}

/** Who asks for a call of this access: somebody, unless it is open to anyone. */
export type Asker<Access extends Admission['access']> = Access extends 'user' ? Principal : Principal | null;

/** One request, checked: what a handler works with. */
export interface Call<Query, Body, Who extends Principal | null = Principal> {
  readonly context: Context;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** Who asks; null only where the route is open to anyone and nobody is signed in. */
  readonly principal: Who;
  /** The network address that the request came from. */
  readonly address: string;
  readonly ifMatch: IfMatch;
  readonly correlationId: string;
  /** New ids; the same again when the request comes again under the same Idempotency-Key. */
  readonly newId: () => string;
}

/** A call before its query and its body are checked. */
export type UncheckedCall = Omit<Call<unknown, null, Principal | null>, 'body' | 'query'>;

export interface Reply {
  readonly description: string;
  /** What a JSON body looks like; none: there is no body. */
  readonly schema?: z.ZodType;
  /** Media type of a body that is not JSON. */
  readonly media?: string;
  readonly etag?: boolean;
  readonly location?: boolean;
  readonly pages?: boolean;
}

/** One call of the API: what validates it, what documents it and what answers it, in one place. */
export interface Route<Query = unknown, Body = unknown, Access extends Admission['access'] = Admission['access']> extends Admission {
  readonly method: Method;
  /** With parameters as `{id}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Looks whether there is what a plan is asked for, since 404 and 412 come before 403 `premium_required`. */
  readonly exists?: (call: Call<Query, Body, Asker<Access>>) => Promise<unknown>;
  /** A GET that starts something: refused when another site asks, as every write is. */
  readonly ownSiteOnly?: boolean;
  readonly query?: z.ZodType<Query>;
  readonly body?: RouteBody<Body>;
  /** Checked before the body is validated, where a refusal comes first by its place in the order. */
  readonly before?: (body: unknown) => Promise<void>;
  /** Names that a body may hold only as they are, and the thing as it now is; null: there is none. */
  readonly readOnly?: {
    readonly names: readonly string[];
    readonly current: (call: Omit<Call<Query, null, Asker<Access>>, 'body'>) => Promise<object | null>;
  };
  /** What is wrong with the whole that would result, by field; told together with what the schema finds. The body is unchecked. */
  readonly faults?: (call: Omit<Call<Query, null, Asker<Access>>, 'body'>, input: Readonly<Record<string, unknown>>) => Promise<Fields>;
  /** Looks for faults that only the rules know, in what is left of a body that has others: all at once. */
  readonly dryRun?: (
    call: Omit<Call<unknown, null, Asker<Access>>, 'body' | 'query'>,
    left: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<Record<string, readonly string[]>>>;
  /** Credentials are tried here: bounded more strictly. */
  readonly credentials?: boolean;
  readonly replies: Readonly<Record<number, Reply>>;
  /** Codes of refusals beyond those that every call has. */
  readonly refusals?: readonly RefusalCode[];
  /** To whoever opened it in a browser, by a link: a page in the place of a refusal; null: the refusal. */
  readonly page?: (refusal: Refusal) => PartnerPage | null;
  readonly handle: (call: Call<Query, Body, Asker<Access>>) => Promise<Answer>;
}

export type AnyRoute = Route<never, never, never>;

/** Keeps the types of query, body and asker together; the list of routes forgets them. */
export const route = <Query, Body, Access extends Admission['access']>(one: Route<Query, Body, Access>): AnyRoute =>
  one as unknown as AnyRoute;

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers,
  body: JSON.stringify(body),
});
/** What has no version of its own: tagged by its content, so that whoever holds it is told that it is as it was. */
export const tagged = (body: unknown): Answer => json(200, body, { ETag: contentTag(body) });
export const noContent = (headers: Readonly<Record<string, string>> = {}): Answer => ({ status: 204, headers });
