import type { Middleware } from 'koa';
import helmet from 'koa-helmet';

/** Scripts from here only. Styles: parts of the page set them while it runs, which no nonce reaches. */
const directives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'https:', 'http:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

/** `secure`: served over https, so that browsers may be told to stay there. */
export function pageHeaders(secure: boolean): Middleware {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  }) as unknown as Middleware;
}

/** Answers of the API are data: nothing in them may run, be framed, or be kept by a shared cache. */
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
