import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, fetch } from 'undici';
import { errorCode } from '../../domain/kernel/decider.ts';
import { AddressForbidden, PageUnreadable } from './refusals.ts';

/**
 * The range of IPv6 that is assigned to the public network. All other addresses are private, mapped, translated,
 * special or not assigned.
 */
const ASSIGNED_V6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * This address is in a public range, but within Azure it is the host that gives out the machine's settings and
 * certificates.
 */
const AZURE_HOST = '168.63.129.16';

/**
 * Whether the address is that of a single machine in the public network. Besides private addresses, all IPv6 addresses
 * that stand for an IPv4 address (mapped, NAT64, 6to4, Teredo) are refused, because an unknown gateway decides where
 * they lead.
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6) return parsed.match(ASSIGNED_V6) && parsed.range() === 'unicast';
  return parsed.range() === 'unicast' && address !== AZURE_HOST;
}

/** In characters. */
const LONGEST_URL = 2_000;
/** Ports below this one belong to other services than web pages. */
const FIRST_FREE_PORT = 1024;
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

/**
 * Checks the text of an address: http or https, a port of the web, no user and password. The target of its name is
 * checked when a connection is made.
 * @param base the address that a relative address refers to
 * @throws AddressForbidden
 */
export function guardedUrl(text: string, base?: URL): URL {
  if (text.length > LONGEST_URL) throw new AddressForbidden(`An address of a page has at most ${LONGEST_URL} characters.`);
  const url = URL.parse(text, base);
  if (url === null) throw new AddressForbidden('This is not the address of a web page.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new AddressForbidden('Pages are read by http and https only.');
  if (url.username !== '' || url.password !== '')
    throw new AddressForbidden('An address with a user name or a password in it is not asked for.');
  checkPort(portOf(url));
  url.hash = '';
  return url;
}

/** The port, also if the address does not name it. */
const portOf = ({ port, protocol }: { readonly port: string; readonly protocol: string }): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

/** @throws AddressForbidden */
function checkPort(port: number): void {
  if (!WEB_PORTS.has(port) && !(port >= FIRST_FREE_PORT))
    throw new AddressForbidden(`Pages are read at the ports 80, 443 and above 1023 only, not at ${port}.`);
}

/** All IPv4 and IPv6 addresses of a name. @throws PageUnreadable if it has none, or if no name server answered */
export type ResolveName = (name: string) => Promise<readonly string[]>;

const LOOK_UP_MS = 2_000;
const TRIES = 2;
/** The name server says that the name has no address. After other errors this is not known. */
const NOTHING: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Asks the name servers directly. The system's `getaddrinfo` blocks one of the four threads that read files and hash
 * passwords for as long as a name server is silent. It also knows local names, which no public page has.
 */
const resolveByNameServers: ResolveName = async (name) => {
  const resolver = new Resolver({ timeout: LOOK_UP_MS, tries: TRIES });
  const answers = await Promise.allSettled([resolver.resolve6(name), resolver.resolve4(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const unknown = answers.every((answer) => answer.status === 'rejected' && NOTHING.has(errorCode(answer.reason) ?? ''));
  throw new PageUnreadable(unknown ? `There is no site named “${name}”.` : `The site’s name “${name}” could not be looked up.`);
};

export interface GuardOptions {
  /** Looks up names; default: asks the name servers. */
  readonly resolve?: ResolveName;
  /**
   * Addresses with ports (`127.0.0.1:8080`, `[::1]:8080`) that may be reached although they are not public. For tests
   * and development; default: none.
   */
  readonly allow?: readonly string[];
  /** Whether this machine may be reached, at any port. For development; default: false. */
  readonly loopback?: boolean;
  /** How long a look-up, and then a connection, may take, in milliseconds. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
const LOOPBACK = '127.0.0.1';

type Allowed = Pick<GuardOptions, 'allow' | 'loopback'>;

function mayReach(address: string, port: number, { allow = [], loopback = false }: Allowed): boolean {
  if (isPublicAddress(address) || allow.includes(isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`)) return true;
  return loopback && isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
}

/** A name in the form in which it is compared. */
const plainName = (host: string): string => host.replace(/\.$/, '').toLowerCase();
/** These names mean this machine whatever a name server says (RFC 6761). */
const isThisMachine = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

/**
 * Whether an address may lead to where the guard allows, as far as its text says. Names are not looked up: where they lead is checked when a
 * connection is made.
 */
export function isPublicHost(url: URL, allowed: Allowed = {}): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isThisMachine(plainName(host))) return mayReach(LOOPBACK, portOf(url), allowed);
  return isIP(host) === 0 || mayReach(host, portOf(url), allowed);
}

/**
 * Connects for undici (`new Agent({ connect: guardedConnect() })`) to public addresses only. It looks up a name once
 * for each connection, checks all of its addresses, and connects to one of these, so that no second look-up can give
 * another answer. Numeric addresses, which need no look-up, are checked, too. The connection fails with
 * AddressForbidden if it is not allowed, and with PageUnreadable if the name has no address.
 */
export function guardedConnect(options: GuardOptions = {}): buildConnector.connector {
  const { resolve = resolveByNameServers, timeoutMs = TIMEOUT_MS } = options;
  const mayConnect = (address: string, port: number): boolean => mayReach(address, port, options);

  /** The addresses to which a connection to the host may be made. */
  async function checkedAddresses(host: string, port: number): Promise<readonly string[]> {
    checkPort(port);
    const addresses = await addressesOf(host, (name) => within(timeoutMs, resolve(name)));
    // One forbidden address is enough to refuse the name: its owner aims at this network, and the next answer may
    // contain only that address.
    if (!addresses.every((address) => mayConnect(address, port)))
      throw new AddressForbidden(`“${host}” does not lead to the public web, and no page is read from elsewhere.`);
    return addresses;
  }

  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const port = portOf(target);
    const connect = (addresses: readonly string[]): void => {
      const connector = buildConnector({ allowH2: false, maxCachedSessions: 0, timeout: timeoutMs, lookup: answering(addresses) });
      connector({ ...target, hostname: host }, (...made) => {
        const [error, socket] = made;
        if (error !== null) return callback(error, null);
        if (!mayConnect(peerOf(socket), port)) {
          socket.destroy();
          return callback(new AddressForbidden(`“${host}” does not lead to the public web.`), null);
        }
        callback(null, socket);
      });
    };
    checkedAddresses(host, port)
      .then(connect)
      .catch((error: Error) => callback(error, null));
  };
}

async function addressesOf(host: string, resolve: ResolveName): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  const name = plainName(host);
  if (isThisMachine(name)) return [LOOPBACK];
  const addresses = await resolve(name);
  if (addresses.length === 0) throw new PageUnreadable(`There is no site named “${name}”.`);
  return addresses;
}

async function within<T>(milliseconds: number, lookUp: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, milliseconds, new PageUnreadable('The site’s name could not be looked up.'));
  return Promise.race([lookUp, tooLate]).finally(() => clearTimeout(timer));
}

/** A look-up that returns the addresses that were checked. */
const answering =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, done) => {
    const answers = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = answers;
    if (options.all) done(null, answers);
    else done(null, first?.address ?? '', first?.family);
  };

const peerOf = (socket: Socket): string => socket.remoteAddress ?? '';

/**
 * `fetch` for addresses that people choose. Every connection is guarded, as for pages, and none is kept. The caller
 * limits the time with a signal.
 */
export function guardedFetch(options: GuardOptions = {}): typeof globalThis.fetch {
  const agent = new Agent({ connect: guardedConnect(options), pipelining: 0, headersTimeout: 0, bodyTimeout: 0 });
  const guarded = async (input: string | URL, init?: object): Promise<unknown> => {
    guardedUrl(String(input));
    return fetch(input, { ...init, dispatcher: agent });
  };
  // The same function with the types of another version: Node has types of its own for its copy of undici.
  return guarded as typeof globalThis.fetch;
}
