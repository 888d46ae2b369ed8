import { type IdentityState, identityDecider, sessionDecider } from '../../domain/account/decide.ts';
import { identityStream, sessionStream } from '../../domain/account/sign-in-events.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { handle } from '../../domain/kernel/handle.ts';
import type { KeyedMutex } from '../../ports/coordination.ts';
import { type OAuthPerson, type Platform, ProviderRefused } from '../../ports/oauth.ts';
import type { AfterAnswers } from '../after-answers.ts';
import type { App } from '../app.ts';
import { type Lookup, withAccountLock } from './account-lookup.ts';
import { findReleased } from './answer-signup.ts';
import { matchPassword } from './passwords.ts';
import { asUser, type IsKnown, NotAuthentic, type SignedIn, startSession } from './sessions.ts';
import type { ConfirmedPerson } from './signups.ts';

export interface SignInChecks {
  readonly isKnown: IsKnown;
  /** Throws if there were too many wrong tries meanwhile. It runs before any work begins. */
  readonly stillAllowed: () => Promise<void>;
  readonly network?: string;
}

export interface SignInParts {
  readonly afterAnswers: AfterAnswers;
  readonly signupPasswords: (addressKey: string, network: string | undefined) => Promise<readonly string[]>;
}

/** Signs people in with address and password. A wrong password is recorded after the answer. */
export function createSignIns(app: App, { find, load }: Pick<Lookup, 'find' | 'load'>, { afterAnswers, signupPasswords }: SignInParts) {
  /** Nothing is written for an account that was deleted meanwhile. */
  const noteRefusal = (userId: string, correlationId: string): Promise<void> =>
    withAccountLock(app, userId, async () => {
      if ((await load(userId)).status !== 'confirmed') return;
      await handle(app, sessionDecider, sessionStream(app.newId()), { type: 'Refuse' }, asUser(userId, correlationId));
    });

  /** @throws NotAuthentic; RuleViolation email_not_confirmed if the password is right */
  return async function signin(
    email: string,
    password: string,
    correlationId: string,
    { isKnown, stillAllowed, network }: SignInChecks,
  ): Promise<SignedIn> {
    const { key, userId, state, invented } = await find(email);
    // Both are read for every address, so that the response time reveals nothing.
    const own = await app.credentials.password(userId ?? invented);
    const ofSignups = await signupPasswords(key, network);
    const owner = state.status === 'confirmed' ? userId : null;
    const right = await matchPassword(password, owner === null ? ofSignups : own === null ? [] : [own]);
    if (right === null && owner !== null) afterAnswers.run(() => noteRefusal(owner, correlationId));
    if (right === null) throw new NotAuthentic('invalid_credentials');
    if (owner === null) throw new RuleViolation('email_not_confirmed', 'Confirm your email address first. We have sent you a link.');
    await stillAllowed();
    return startSession(app, { userId: owner, how: 'signin', correlationId, passwordHash: right, isNewDevice: !(await isKnown(owner)) });
  };
}

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
