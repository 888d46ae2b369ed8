import type { z } from 'zod';
import type { RefusalCode } from './refusals.ts';

/** Permissions of a personal token. Each call names the scopes that it needs. */
export const SCOPES = ['tasks:read', 'tasks:write', 'proof:write', 'reports:read', 'settings:read', 'settings:write'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * The means of authentication: the browser's cookie (`session`), a short-lived token made from that cookie (`access_token`), a
 * token that a person made for a program (`personal_token`), or the link in a message to a partner (`partner_link`).
 */
export const MEANS = ['session', 'access_token', 'personal_token', 'partner_link'] as const;
export type Means = (typeof MEANS)[number];

/** The id of a plan that a call requires. */
export const ENTITLEMENTS = ['pro'] as const;
export type Entitlement = (typeof ENTITLEMENTS)[number];

/** The means of a person who is signed in. */
export const SIGNED_IN: readonly Means[] = ['session', 'access_token'];
/** For calls that a stolen token must not be able to make. */
export const COOKIE_ONLY: readonly Means[] = ['session'];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An act in the operators' audit log. `call`: any other request that was refused for security. */
export type AuditAct =
  | 'signup'
  | 'confirm'
  | 'resend'
  | 'forgot'
  | 'reset'
  | 'signin'
  | 'signout'
  | 'password'
  | 'export'
  | 'export_download'
  | 'deletion'
  | 'deletion_cancel'
  | 'token_creation'
  | 'token_deletion'
  | 'call';

/** What a call requires of the caller. */
export interface Admission {
  /** `user`: a caller who is not signed in gets 401. */
  readonly access: 'anyone' | 'user';
  /** The accepted means, if they differ from those that every call of its kind accepts. */
  readonly means?: readonly Means[];
  /** All of these scopes are needed. A call without scopes is closed to personal tokens. */
  readonly scopes?: readonly Scope[];
  /** The owner's plan must include this. It is checked last, because 404 and 412 come before it. */
  readonly entitlement?: Entitlement | null;
}

/** The number of entries of all pages of a list together. */
export const TOTAL_COUNT = 'Total-Count';

/** One answer of a call that is not a refusal. */
export interface Reply {
  readonly description: string;
  /** The schema of a JSON body; left out if there is none. */
  readonly schema?: z.ZodType;
  /** The media type of a body that is not JSON. */
  readonly media?: string;
  /** `some`: only some of the answers have one. */
  readonly etag?: boolean | 'some';
  /** Whether it may say in a header from where the live connection can go on. */
  readonly livePosition?: boolean;
  readonly location?: boolean;
  /** Redirects the browser to another address. */
  readonly redirect?: boolean;
  readonly pages?: boolean;
  /** Whether it may say in the header `TOTAL_COUNT` how many entries all pages have together. */
  readonly total?: boolean;
}

/** At most 1 MiB, held in memory. */
export interface JsonBody<Schema extends z.ZodType = z.ZodType> {
  readonly kind: 'json';
  readonly schema: Schema;
  /** A missing body counts as an empty object. */
  readonly optional: boolean;
}

/** The unparsed bytes, held in memory. A signature has to be checked against them before parsing. */
export interface RawBody {
  readonly kind: 'raw';
  readonly maxBytes: number;
  /** The media types that are accepted, without parameters; if there are none, any type is. */
  readonly media: readonly string[];
}

/** One name under which a form may send files. */
export interface FilePart {
  readonly maxBytes: number;
  /** The greatest number of files under this name (default 1). */
  readonly most?: number;
  readonly required?: boolean;
  /** The media types that are accepted (default: any). The type is the client's statement, and proves nothing. */
  readonly media?: readonly string[];
}

/** Text parts are held in memory; files are streamed to their storage. */
export interface FormBody<Fields extends z.ZodObject = z.ZodObject> {
  readonly kind: 'multipart';
  /** The schema of the texts. Its input is an object of strings, by the names of the parts. */
  readonly fields: Fields;
  readonly files: Readonly<Record<string, FilePart>>;
  /** The greatest number of parts, texts and files together. */
  readonly maxParts: number;
  /** The greatest size of the whole body, including the separators between the parts. */
  readonly maxBytes: number;
  /** The longest time without any new bytes, in milliseconds of real time. */
  readonly idleMs: number;
}

/** The handler reads these bytes while they are received. The request does not wait for other writes of its owner. */
export interface StreamBody {
  readonly kind: 'stream';
  readonly maxBytes: number;
  /** The only media type that is accepted. */
  readonly media: string;
}

export type CallBody = JsonBody | RawBody | FormBody | StreamBody;

export const jsonBody = <Schema extends z.ZodType>(schema: Schema): JsonBody<Schema> => ({ kind: 'json', schema, optional: false });
export const optionalJsonBody = <Schema extends z.ZodType>(schema: Schema): JsonBody<Schema> => ({
  kind: 'json',
  schema,
  optional: true,
});
export const rawBody = (bounds: Omit<RawBody, 'kind'>): RawBody => ({ kind: 'raw', ...bounds });
export const streamBody = (bounds: Omit<StreamBody, 'kind'>): StreamBody => ({ kind: 'stream', ...bounds });

const IDLE_MS = 30_000;
/** `idleMs` is 30,000 if it is left out. */
export const formBody = <Fields extends z.ZodObject>({
  idleMs = IDLE_MS,
  ...form
}: Omit<FormBody<Fields>, 'kind' | 'idleMs'> & { readonly idleMs?: number }): FormBody<Fields> => ({ ...form, kind: 'multipart', idleMs });

/**
 * One call of the API. The server checks requests by it (`route` in src/http/kernel/route.ts), the OpenAPI document describes it,
 * and the web client sends it (`request` in web/api/request.ts).
 */
export interface CallDeclaration extends Admission {
  readonly method: Method;
  /** The path, with parameters in braces: `{id}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The sentence that the client shows when the call fails and the server sends none: 'Failed to fetch all tasks'. */
  readonly failure?: string;
  /** A GET that starts something. Like every write, it is refused if it comes from another site. */
  readonly ownSiteOnly?: boolean;
  readonly query?: z.ZodType;
  /** Schemas of path parameters, for those that are not opaque ids. A value that does not fit is refused with 422. */
  readonly params?: z.ZodObject;
  readonly body?: CallBody;
  /** Headers that the handler reads itself, listed for the API document. Such a call has no versions, and no `If-Match`. */
  readonly headers?: z.ZodObject;
  /**
   * Fields of the answer that contain a secret, or an address that gives its holder a right: a token, a session, a page
   * of the payment provider. If one of them is set, the answer is not stored under an Idempotency-Key, and no cache
   * stores it.
   */
  readonly secrets?: readonly string[];
  /** Each request is recorded in the operators' audit log, under this name. */
  readonly audit?: AuditAct;
  /** People may try to guess credentials with this call, so its rate limit is stricter. */
  readonly credentials?: boolean;
  /** The answer goes on until the client leaves, so it does not count among the requests that an address has under way. */
  readonly endless?: boolean;
  readonly replies: Readonly<Record<number, Reply>>;
  /** The codes of its refusals, besides those that every call has. */
  readonly refusals?: readonly RefusalCode[];
  /** Members of the problem documents of its refusals: additional ones, or replacements of the usual ones. */
  readonly refusalMembers?: Readonly<Record<string, unknown>>;
}

/**
 * Declares a call. The literal types are preserved, because the server's handler and the client's request are typed by
 * them.
 */
export const declareCall = <const Call extends CallDeclaration>(call: Call): Call => call;

export const isCall = (value: object): value is CallDeclaration => 'method' in value && 'path' in value && 'replies' in value;

/** The type of the query after it was checked. */
export type QueryOf<Call> = Call extends { readonly query: z.ZodType<infer Query> } ? Query : unknown;
type SchemaOf<OneReply> = OneReply extends { readonly schema: z.ZodType<infer Body> } ? Body : never;
/** The type of the JSON body of its answers; `never` if no answer has one. */
export type AnswerOf<Call extends CallDeclaration> = SchemaOf<Call['replies'][keyof Call['replies']]>;
