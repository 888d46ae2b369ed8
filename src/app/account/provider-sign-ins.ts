import { type IdentityState, identityDecider } from '../../domain/account/decide.ts';
import { identityStream } from '../../domain/account/identity-events.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { readState } from '../../domain/kernel/read-stream.ts';
import type { Platform } from '../../ports/connections.ts';
import type { KeyedMutex } from '../../ports/keyed-mutex.ts';
import { type OAuthPerson, ProviderRefused } from '../../ports/oauth.ts';
import type { App } from '../app.ts';
import type { Lookup } from './account-lookup.ts';
import { findReleased } from './answer-signup.ts';
import { asUser, type IsKnown, type SignedIn, startSession } from './sessions.ts';
import type { ConfirmedPerson } from './signups.ts';

export interface ProviderSignIn {
  readonly platform: Platform;
  readonly provider: string;
  readonly person: OAuthPerson;
  readonly timezone: string;
  /** The account that must be the result; null: any account may be. */
  readonly only: string | null;
  readonly isKnown: IsKnown;
  readonly correlationId: string;
}

export interface ProviderSignInParts {
  readonly lookup: Lookup;
  readonly mutex: KeyedMutex;
  /** Creates an account without password whose address is confirmed. Returns its id. */
  readonly signupConfirmed: (person: ConfirmedPerson, correlationId: string) => Promise<string>;
}

/**
 * Signs people in with a provider. A person who has used this provider before gets the same account, even if their address has changed.
 * Otherwise the address decides, if the provider has verified it: the confirmed account with this address, or a new account.
 */
export function createProviderSignIns(app: App, { lookup, mutex, signupConfirmed }: ProviderSignInParts) {
  const keyOf = (platform: Platform, id: string): string => app.hashes.keyed('identity', `${platform} ${id}`);
  const linked = (key: string): Promise<IdentityState> => readState(app.store, identityDecider, identityStream(key));
  const isConfirmed = async (userId: string | null): Promise<boolean> =>
    userId !== null && (await lookup.load(userId)).status === 'confirmed';

  const refuseAnother = (userId: string | null, { only, provider }: ProviderSignIn): void => {
    if (only !== null && userId !== only)
      throw new ProviderRefused(
        'another_person',
        `At ${provider} you are somebody else than here. Choose there the account with which you sign in.`,
      );
  };

  /** @throws ProviderRefused if the provider has not verified the address, or if it is not the address of the account in `only` */
  async function accountOf(asked: ProviderSignIn): Promise<{ userId: string; isNew: boolean }> {
    const { provider, person, timezone, correlationId } = asked;
    const { email, name } = person;
    if (email === null || !email.verified)
      throw new ProviderRefused(
        'address_not_verified',
        `${provider} has not verified your email address. Verify it there, then try again.`,
      );
    const { address } = email;
    return mutex(`account ${lookup.addressKey(address)}`, async () => {
      const { userId, state } = await findReleased(app, lookup, address);
      const found = state.status === 'confirmed' ? userId : null;
      refuseAnother(found, asked);
      if (found !== null) return { userId: found, isNew: false };
      return { userId: await signupConfirmed({ email: address, fullName: name, timezone }, correlationId), isNew: true };
    });
  }

  /** @throws ProviderRefused, NotAuthentic */
  return async function signinWith(asked: ProviderSignIn): Promise<SignedIn> {
    const { platform, person, correlationId, isKnown } = asked;
    const key = keyOf(platform, person.id);
    const { user_id: before } = await linked(key);
    if (before !== null && (await isConfirmed(before))) {
      refuseAnother(before, asked);
      return startSession(app, { userId: before, how: platform, correlationId, isNewDevice: !(await isKnown(before)) });
    }
    const { userId, isNew } = await accountOf(asked);
    const command = { type: 'Link', userId, platform, instead: before } as const;
    await handle(app, identityDecider, identityStream(key), command, asUser(userId, correlationId));
    return startSession(app, { userId, how: platform, correlationId, isNewDevice: !isNew && !(await isKnown(userId)) });
  };
}
