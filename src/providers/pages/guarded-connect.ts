import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './addresses.ts';
import { checkPort, portOf } from './guarded-urls.ts';
import { type ResolveName, resolveByNameServers } from './names.ts';
import { AddressForbidden, PageUnreadable } from './refusals.ts';

export interface GuardOptions {
  /** Looks up names; by default the name servers are asked. */
  readonly resolve?: ResolveName;
  /**
   * Addresses with ports (`127.0.0.1:8080`, `[::1]:8080`) to which connections may be made although they are not public. For tests
   * and development; empty by default.
   */
  readonly allow?: readonly string[];
  /** How long a look-up, and then a connection, may take, in milliseconds. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5_000;
const LOOPBACK = '127.0.0.1';

/**
 * Connects for undici (`new Agent({ connect: guardedConnect() })`) to public addresses only. A name is looked up once for each
 * connection, all of its addresses are checked, and the connection is made to one of these: between check and connection there is
 * no second look-up that could answer otherwise. Addresses written as numbers, which no look-up sees, are checked likewise.
 *
 * The connection fails with AddressForbidden where it must not be made, and with PageUnreadable where a name leads nowhere.
 */
export function guardedConnect(options: GuardOptions = {}): buildConnector.connector {
  const { resolve = resolveByNameServers, timeoutMs = TIMEOUT_MS } = options;
  const allowed = new Set(options.allow);
  const mayConnect = (address: string, port: number): boolean =>
    isPublicAddress(address) || allowed.has(isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`);

  /** Where a connection to the host may go. */
  async function checkedAddresses(host: string, port: number): Promise<readonly string[]> {
    checkPort(port);
    const addresses = await addressesOf(host, (name) => within(timeoutMs, resolve(name)));
    // One forbidden address is enough: whose name leads into this network means no good, and the next answer may hold that one alone.
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
  const name = host.replace(/\.$/, '').toLowerCase();
  // These names mean this machine whatever a name server says (RFC 6761).
  if (name === 'localhost' || name.endsWith('.localhost')) return [LOOPBACK];
  const addresses = await resolve(name);
  if (addresses.length === 0) throw new PageUnreadable(`There is no site named “${name}”.`);
  return addresses;
}

async function within<T>(milliseconds: number, lookUp: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, milliseconds, new PageUnreadable('The site’s name could not be looked up.'));
  return Promise.race([lookUp, tooLate]).finally(() => clearTimeout(timer));
}

/** A look-up that gives what was checked. */
const answering =
  (addresses: readonly string[]): LookupFunction =>
  (_name, options, done) => {
    const answers = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = answers;
    if (options.all) done(null, answers);
    else done(null, first?.address ?? '', first?.family);
  };

const peerOf = (socket: Socket): string => socket.remoteAddress ?? '';
