import type { Account } from '../../domain/account/state.ts';
import type { App } from '../app.ts';
import type { Asker } from '../delivery/links-side-by-side.ts';

/** The id by which the account knows the browser of this request; null: nobody has signed in to the account there. */
export type BrowserOf = (userId: string) => Promise<string | null>;

/**
 * A keyed hash that distinguishes the network addresses from which requests about one mail address come. It cannot be compared with the
 * hash for another mail address.
 */
export const sourceOf = ({ hashes }: Pick<App, 'hashes'>, addressKey: string, network = ''): string =>
  hashes.keyed('signup source', `${addressKey} ${network}`);

/** Who requests a link for a confirmed account. `source`: the keyed hash of their network address. */
export async function askerOf(
  { hashes }: Pick<App, 'hashes'>,
  userId: string,
  source: string,
  browserOf: BrowserOf | undefined,
): Promise<Asker> {
  const browser = (await browserOf?.(userId)) ?? null;
  return browser === null
    ? { source, isKnown: false }
    : { source: hashes.keyed('browser that asks', `${userId} ${browser}`), isKnown: true };
}

/** The person who signed up, known by their browser or their network address. */
export const signupAsker = ({ signup }: Account): Asker => ({ source: signup.source ?? '', isKnown: true });
