import { AddressForbidden } from './refusals.ts';

/** In characters. */
const LONGEST = 2_000;
/** Below this lie the ports of services that are no web pages. */
const FIRST_FREE_PORT = 1024;
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

/**
 * An address that may be asked for as far as its text tells: http or https, a web's port, no user and password. Where its name
 * leads is checked when a connection is made.
 * @param base what a relative address is relative to
 * @throws AddressForbidden
 */
export function guardedUrl(text: string, base?: URL): URL {
  if (text.length > LONGEST) throw new AddressForbidden(`An address of a page has at most ${LONGEST} characters.`);
  const url = URL.parse(text, base);
  if (url === null) throw new AddressForbidden('This is not the address of a web page.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new AddressForbidden('Pages are read by http and https only.');
  if (url.username !== '' || url.password !== '')
    throw new AddressForbidden('An address with a user name or a password in it is not asked for.');
  checkPort(portOf(url));
  url.hash = '';
  return url;
}

/** The port that is meant, also where it is not written. */
export const portOf = ({ port, protocol }: { readonly port: string; readonly protocol: string }): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

/** @throws AddressForbidden */
export function checkPort(port: number): void {
  if (!WEB_PORTS.has(port) && !(port >= FIRST_FREE_PORT))
    throw new AddressForbidden(`Pages are read at the ports 80, 443 and above 1023 only, not at ${port}.`);
}
