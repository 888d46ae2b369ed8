import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { Refusal } from './problems.ts';

export interface ListenConfig {
  /** `PUBLIC_URL`, or null. */
  readonly publicUrl: string | null;
  /** The address that the program listens on. */
  readonly host: string;
}

interface OwnOrigins {
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Those of PUBLIC_URL, or the printed address, localhost and 127.0.0.1 with its port. */
export function createOwnOrigins({ publicUrl, host }: ListenConfig): (request: IncomingMessage) => OwnOrigins {
  if (publicUrl !== null) {
    const { host: name, origin } = new URL(publicUrl);
    const own = { hosts: new Set([name]), origins: new Set([origin]) };
    return () => own;
  }
  const byPort = new Map<number, OwnOrigins>();
  return (request) => {
    const port = request.socket.localPort ?? 0;
    const known = byPort.get(port);
    if (known) return known;
    const urls = [bracketed(host), 'localhost', '127.0.0.1'].map((name) => new URL(`http://${name}:${port}`));
    const own = { hosts: new Set(urls.map((url) => url.host)), origins: new Set(urls.map((url) => url.origin)) };
    byPort.set(port, own);
    return own;
  };
}

/** Used for links in answers. The host of the request was checked before. */
export const originOf =
  (publicUrl: string | null) =>
  ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
    publicUrl === null ? `http://${headers.host}` : new URL(publicUrl).origin;

/** Runs before anything else of the request is read. The status is 421. */
export const refuseMisdirected =
  (places: ReturnType<typeof createOwnOrigins>): Middleware =>
  (context, next) => {
    if (places(context.req).hosts.has((context.req.headers.host ?? '').toLowerCase())) return next();
    throw new Refusal(421, 'misdirected', 'This host is not served here.');
  };

/**
 * Refuses a write from a page of another site. Requests with a bearer token are not checked: browsers add cookies by
 * themselves, but not tokens.
 * @throws Refusal 403
 */
export function refuseCrossSite(places: ReturnType<typeof createOwnOrigins>, request: IncomingMessage): void {
  const { origin, authorization, 'sec-fetch-site': site } = request.headers;
  if (authorization !== undefined && /^bearer /i.test(authorization)) return;
  const own =
    origin !== undefined
      ? places(request).origins.has(origin.toLowerCase())
      : site === undefined || site === 'same-origin' || site === 'none';
  if (!own) throw new Refusal(403, 'cross_site', 'This request came from another site.');
}
