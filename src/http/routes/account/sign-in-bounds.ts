import { foldAddress } from '../../../app/account/account-lookup.ts';
import type { Deps } from '../../deps.ts';
import { networkOf } from '../../kernel/networks.ts';
import type { Call } from '../../kernel/route.ts';
import { type TryBound, tenWrong } from '../../kernel/wrong-tries.ts';

const HOUR_MS = 3_600_000;
const AN_HOUR = 100;

/**
 * The bounds on wrong tries with an address: from one network, and from everywhere. Strangers reach the second one too; so a
 * browser in which its owner has signed in before is let through, with a bound of its own. They hold for addresses that
 * nobody has as for others.
 */
export async function signInBounds(
  { app, accounts, browsers }: Pick<Deps, 'app' | 'accounts' | 'browsers'>,
  { body, address, context }: Pick<Call<unknown, { readonly email: string }>, 'body' | 'address' | 'context'>,
): Promise<readonly TryBound[]> {
  const tried = app.hashes.keyed('tries', foldAddress(body.email));
  const browser = await browsers.idOf(context.req, () => accounts.ownerOf(body.email));
  const everywhere = { key: `${tried} everywhere`, most: AN_HOUR, windowMs: HOUR_MS };
  const slow =
    browser === null
      ? [everywhere]
      : [
          { ...everywhere, most: Number.POSITIVE_INFINITY },
          { ...everywhere, key: `${tried} in ${browser}` },
        ];
  return [tenWrong(`${tried} ${networkOf(address)}`), ...slow];
}
