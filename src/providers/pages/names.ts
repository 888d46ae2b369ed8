import { Resolver } from 'node:dns/promises';
import { PageUnreadable } from './refusals.ts';

/**
 * All addresses of a name, of IPv4 and IPv6.
 * @throws PageUnreadable if it has none, or if nobody could say
 */
export type ResolveName = (name: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** The name server's own word that there is nothing. Other errors mean that it could not be asked. */
const NOTHING: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Asks the name servers themselves, not the system's `getaddrinfo`: that blocks one of the four threads on which files are read and
 * passwords are hashed for as long as a name server keeps silent, and knows names of this machine's own that no public page has.
 */
export const resolveByNameServers: ResolveName = async (name) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  const answers = await Promise.allSettled([resolver.resolve6(name), resolver.resolve4(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const unknown = answers.every((answer) => answer.status === 'rejected' && NOTHING.has((answer.reason as { code?: string }).code ?? ''));
  throw new PageUnreadable(unknown ? `There is no site named “${name}”.` : `The site’s name “${name}” could not be looked up.`);
};
