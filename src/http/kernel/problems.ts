import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import type { Context, Middleware } from 'koa';
import { NotAuthentic } from '../../app/account/sessions.ts';
import { QueueFull } from '../../concurrency/turns.ts';
import { type Problem, REFUSALS, type RefusalCode } from '../../contracts/refusals.ts';
import { RuleViolation, ServiceUnavailable } from '../../domain/kernel/decider.ts';
import { StoreFull } from '../../domain/kernel/event-store.ts';
import { type PartnerPage, partnerPageCsp, renderPartnerPage } from '../../messages/partner/page.ts';

export type Fields = Readonly<Record<string, readonly string[]>>;

/** Per refusal. Even with the longest names and messages and every character escaped, the answer stays below 64 KB. */
const FAULTS = 20;
const NAME = 100;
const SENTENCE = 300;

const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text);

/** Limits number and length, because the client chooses the names. */
function boundedFaults(fields: Fields): Fields {
  const bounded = new Map<string, readonly string[]>();
  let left = FAULTS;
  for (const [name, sentences] of Object.entries(fields)) {
    if (left === 0) break;
    const some = sentences.slice(0, left).map((sentence) => shortened(sentence, SENTENCE));
    left -= some.length;
    const shown = shortened(name, NAME);
    bounded.set(shown, [...(bounded.get(shown) ?? []), ...some]);
  }
  return Object.fromEntries(bounded);
}

interface MoreOfRefusal {
  readonly fields?: Fields;
  readonly headers?: Readonly<Record<string, string>>;
  readonly members?: Refusal['members'];
}

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: RefusalCode;
  readonly fields: Fields | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Members that are added to the problem document or replace its own. */
  readonly members: Readonly<Record<string, unknown>>;
  constructor(status: number, code: RefusalCode, message: string, more: MoreOfRefusal = {}) {
    super(shortened(message, SENTENCE));
    this.status = status;
    this.code = code;
    this.fields = more.fields && boundedFaults(more.fields);
    this.headers = more.headers ?? {};
    this.members = more.members ?? {};
  }
}

/** The same refusal with the additional members of the route. */
export const withMembers = ({ status, code, message, fields, headers }: Refusal, members: Refusal['members']): Refusal =>
  new Refusal(status, code, message, { headers, members, ...(fields && { fields }) });

export const notFound = (): Refusal => new Refusal(404, 'not_found', 'There is no such thing here.');
export const invalid = (fields: Fields): Refusal =>
  new Refusal(422, 'validation_failed', Object.values(fields)[0]?.[0] ?? 'Something in this request is not right.', { fields });

/** Null: the error was not expected. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof RuleViolation) return refusalOfRule(error);
  if (error instanceof NotAuthentic) return new Refusal(401, error.code, error.message);
  if (error instanceof QueueFull)
    return new Refusal(429, 'rate_limited', 'Too much of this waits already. Try again in a moment.', { headers: { 'Retry-After': '10' } });
  if (error instanceof StoreFull) return new Refusal(507, 'storage_full', 'There is no room left to write. Nothing was changed.');
  if (error instanceof ServiceUnavailable)
    return new Refusal(503, 'unavailable', error.detail, { headers: { 'Retry-After': String(error.retryAfter) } });
  return null;
}

function refusalOfRule({ code, message, fields, retryAfter, members }: RuleViolation): Refusal {
  if (code === 'not_found') return notFound();
  return new Refusal(REFUSALS[code].status, code, message, {
    ...(fields && { fields }),
    ...(members && { members }),
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
  });
}

export const problemOf = (refusal: Refusal): Problem => ({
  type: `/api/docs#${refusal.code}`,
  title: STATUS_CODES[refusal.status] ?? 'Error',
  status: refusal.status,
  code: refusal.code,
  detail: refusal.message,
  message: refusal.message,
  ...(refusal.fields && { errors: Object.fromEntries(Object.entries(refusal.fields).map(([name, sentences]) => [name, [...sentences]])) }),
  ...refusal.members,
});

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

const UNEXPECTED = new Refusal(500, 'internal', 'Something went wrong on our side. Nothing more is known yet.');

/** The only place that turns errors into answers. `onFault` is called for every answer from 500 on. */
export const answerProblems =
  (onFault: (error: unknown, context: Context) => void): Middleware =>
  async (context, next) => {
    try {
      await next();
    } catch (error) {
      const refusal = refusalOf(error) ?? UNEXPECTED;
      if (refusal.status >= 500) onFault(error, context);
      context.status = refusal.status;
      context.set(refusal.headers);
      context.body = JSON.stringify(problemOf(refusal));
      context.set('Content-Type', PROBLEM_TYPE);
    }
  };

/**
 * The address of the page is a secret, so it must not reach other pages, caches or search engines. `body`: the page as it was rendered, if
 * it was.
 */
export function answerPage(
  context: Context,
  status: number,
  page: PartnerPage,
  faces: string,
  body: string | Buffer = renderPartnerPage(page, faces),
): void {
  context.status = status;
  context.set({
    'Content-Security-Policy': partnerPageCsp(faces, page),
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  });
  context.type = 'text/html; charset=utf-8';
  context.body = body;
}

/** Whether a person followed a link or typed the address. */
export const isVisit = ({ method, req }: Context): boolean => method === 'GET' && req.headers['sec-fetch-dest'] === 'document';

/** A style sheet that every page of the web client has. */
const SHEET = /<link rel="stylesheet"[^>]* href="(\/assets\/[^"]+\.css)"/g;
const FACE = /@font-face\s*\{[^{}<]*url\(\/assets\/[^{}<]*\}/g;

/** For pages outside of the web client, such as the partner's pages. Empty if the web client has not been built. */
export function fontFaces(webRoot: string): string {
  try {
    const sheets = readFileSync(join(webRoot, 'index.html'), 'utf8').matchAll(SHEET);
    return [...sheets].flatMap(([, sheet = '']) => readFileSync(join(webRoot, sheet), 'utf8').match(FACE) ?? []).join('');
  } catch {
    return '';
  }
}
