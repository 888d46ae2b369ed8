import type { Account } from '../../domain/account/state.ts';
import type { App } from '../app.ts';
import type { Asker } from '../delivery/links-side-by-side.ts';

/** The id of the browser that asks, with this account; null: nobody has signed in to the account there. */
export type BrowserOf = (userId: string) => Promise<string | null>;

/** What tells apart from which network address somebody asks something about an address. It says nothing about another address. */
export const sourceOf = ({ hashes }: Pick<App, 'hashes'>, addressKey: string, network = ''): string =>
  hashes.keyed('signup source', `${addressKey} ${network}`);

/** Who asks for a link of a confirmed account. `source`: the keyed hash of their network address. */
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

/** Whoever made a sign-up, in its browser or from its network address. */
export const signupAsker = ({ signup }: Account): Asker => ({ source: signup.source ?? '', isKnown: true });
