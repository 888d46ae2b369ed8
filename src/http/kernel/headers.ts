import { hash } from 'node:crypto';
import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

/**
 * Only the program's own scripts run. Inline styles are allowed because components set them at run time, without a nonce.
 * Chosen pictures that were not sent yet are shown from memory (`blob:`).
 */
const directives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'blob:', 'data:', 'https:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

/**
 * The page behind a provider's redirect, and the consent server that replaces the providers in development. Both run in a
 * popup. With the policy of other pages the browser would separate the popup from its opener, which could then neither see that
 * it closes nor receive its message.
 */
const IN_POPUP = /^\/oauth\/redirect\/?$|^\/dev\/oauth\//i;

/** `secure`: the program uses https, so browsers are told to use only https. */
export function pageHeaders(secure: boolean): Middleware {
  // koa-helmet uses types of another version of koa.
  const usual: Middleware = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  return (context, next) =>
    usual(context, () => {
      if (IN_POPUP.test(context.path)) context.set('Cross-Origin-Opener-Policy', 'unsafe-none');
      return next();
    });
}

/** Answers are data: browsers must not run or frame them, and shared caches must not store them. */
export function apiHeaders(secure: boolean): Middleware {
  const fixed = {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Cache-Control': 'private, no-cache',
    Vary: 'Cookie, Authorization, Accept-Language, Accept-Encoding',
    ...(secure && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
  const pairs = Object.entries(fixed);
  return (context, next) => {
    for (const [name, value] of pairs) context.res.setHeader(name, value);
    if (context.path.startsWith('/api/auth/')) context.res.setHeader('Cache-Control', 'no-store');
    return next();
  };
}

/**
 * A strong tag from the revision of the resource's last change. Increase `shape` when answers gain a field that is derived from
 * existing data. Otherwise a browser would get 304 for a copy without the new field.
 */
export const etag = (version: number, shape = 1): string => (shape === 1 ? `"${version}"` : `"${version}.${shape}"`);

/** A strong tag for a resource without a revision. */
export const contentTag = (body: unknown): string => bytesTag(JSON.stringify(body));

const bytesTag = (body: string | Buffer): string => `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;

/**
 * The tag of an answer by its bytes and its link to a next page. A full page keeps its bytes when an entry is added behind it, and a client
 * that got a 304 then would not learn of the link.
 */
export const pageTag = (body: string | Buffer, link: string | undefined): string =>
  bytesTag(link === undefined ? body : Buffer.concat([Buffer.from(`${link}\n`), Buffer.from(body)]));

const TAGS = /(W\/)?"([^"]*)"/g;

const tagsIn = (header: string): { weak: boolean; tag: string }[] =>
  [...header.matchAll(TAGS)].map(([, weak, tag = '']) => ({ weak: weak !== undefined, tag }));

/**
 * The condition of `If-Match`. Null: any existing resource matches. `versionAmong` returns the version that the resource must
 * have; -1 matches no version.
 */
export type IfMatch = null | { readonly versionAmong: (current: number | undefined) => number };

const NONE = -1;

/** The revision in a tag of any shape. A client with an older shape of the current version has not missed a change. */
const STRONG = /^(\d{1,15})(?:\.\d{1,3})?$/;

/** A weak tag never matches. If the header lists several versions, the current one is used, and the write checks it again. */
export function ifMatchOf(header: string | undefined): IfMatch {
  if (header === undefined || header.trim() === '*') return null;
  const strong = tagsIn(header).flatMap(({ weak, tag }) => {
    const [, revision] = (!weak && STRONG.exec(tag)) || [];
    return revision === undefined ? [] : [Number(revision)];
  });
  const [only, ...others] = strong;
  if (only !== undefined && others.length === 0) return { versionAmong: () => only };
  return { versionAmong: (current) => (current !== undefined && strong.includes(current) ? current : NONE) };
}

/** Weak tags match here, too. */
export function isKnown(header: string | undefined, tag: string): boolean {
  if (!header) return false;
  if (header === tag) return true;
  return header.trim() === '*' || tagsIn(header).some((one) => `"${one.tag}"` === tag);
}
