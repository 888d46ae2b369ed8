import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
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

/** Networks are written as `10.0.0.7` or `172.16.0.0/12`. The address must be normalized. */
export function within(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const one of networks) {
    const [address = '', bits] = one.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => networks.length > 0 && isIP(address) > 0 && list.check(address, familyOf(address));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The /64 of an IPv6 address has this many 16-bit groups. */
const GROUPS = 4;

interface KnownAddress {
  readonly normalized: string;
  readonly isLoopback: boolean;
  readonly network: string;
}
/** Parsing is slower than a look-up, and the same few addresses come again and again. */
const known = new LRUCache<string, KnownAddress>({ maxSize: 10_000, sizeCalculation: () => 1 });

function knownAddress(address: string): KnownAddress {
  const cached = known.get(address);
  if (cached) return cached;
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  const now = {
    normalized: parsed?.toString() ?? address,
    isLoopback: parsed?.range() === 'loopback',
    network: parsed ? countedAs(parsed) : address,
  };
  known.set(address, now);
  return now;
}

/** Text that is not an address stays as it is. */
export const normalized = (address: string): string => knownAddress(address).normalized;

export const isLoopback = (address: string): boolean => knownAddress(address).isLoopback;

/**
 * The network that limits count. An IPv4 address counts as itself, an IPv6 address as its /64, because a customer usually has
 * the whole /64. An IPv4 address behind a translator (64:ff9b::/96) counts as the IPv4 address.
 */
export const networkOf = (address: string): string => knownAddress(address).network;

function countedAs(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  if (address.range() === 'rfc6052') return new ipaddr.IPv4(address.toByteArray().slice(-4)).toString();
  const groups = address.parts.slice(0, GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
