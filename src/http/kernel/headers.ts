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
    Vary: 'Cookie, Authorization',
    ...(secure && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  };
  const pairs = Object.entries(fixed);
  return (context, next) => {
    for (const [name, value] of pairs) context.res.setHeader(name, value);
    if (context.path.startsWith('/api/auth/')) context.res.setHeader('Cache-Control', 'no-store');
    return next();
  };
}
