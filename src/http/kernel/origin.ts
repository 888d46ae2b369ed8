import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { Refusal } from './problems.ts';

export interface ListenConfig {
  /** `PUBLIC_URL`, or null. */
  readonly publicUrl: string | null;
  /** Where the program listens. */
  readonly host: string;
}

interface OwnOrigins {
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** The product's own hosts and origins: PUBLIC_URL; without it the printed address, localhost and 127.0.0.1 at that port. */
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

/** 421 for another host's requests: nothing of them is looked at. */
export const refuseMisdirected =
  (places: ReturnType<typeof createOwnOrigins>): Middleware =>
  (context, next) => {
    if (places(context.req).hosts.has((context.req.headers.host ?? '').toLowerCase())) return next();
    throw new Refusal(421, 'misdirected', 'This host is not served here.');
  };

/** @throws Refusal 403 for a write that another site's page asks for. A bearer token is no cookie: not checked. */
export function refuseCrossSite(places: ReturnType<typeof createOwnOrigins>, request: IncomingMessage): void {
  const { origin, authorization, 'sec-fetch-site': site } = request.headers;
  if (authorization !== undefined && /^bearer /i.test(authorization)) return;
  const own =
    origin !== undefined
      ? places(request).origins.has(origin.toLowerCase())
      : site === undefined || site === 'same-origin' || site === 'none';
  if (!own) throw new Refusal(403, 'cross_site', 'This request came from another site.');
}
