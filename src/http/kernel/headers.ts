import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

/** Scripts come from this program only. Inline styles are allowed because components set them while the page runs, without a nonce. Pictures that were chosen but not sent yet are shown from memory (`blob:`). */
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
 * The page to which a provider's answer leads, and the consent server that stands for the providers in development. They are shown
 * in a popup. With the policy of the other pages the browser would separate it from the page that opened it, which could then
 * neither see when it closes nor be told what came back.
 */
const IN_POPUP = /^\/oauth\/redirect\/?$|^\/dev\/oauth\//i;

/** The headers of pages. `secure`: the program is served over https, so browsers are told to use nothing else. */
export function pageHeaders(secure: boolean): Middleware {
  const usual = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  }) as unknown as Middleware;
  return (context, next) =>
    usual(context, () => {
      if (IN_POPUP.test(context.path)) context.set('Cross-Origin-Opener-Policy', 'unsafe-none');
      return next();
    });
}

/** The headers of the API. Its answers are data: nothing in them may run, be framed, or be kept by a shared cache. */
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
