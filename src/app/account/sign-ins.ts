import { sessionDecider } from '../../domain/account/decide.ts';
import { sessionStream } from '../../domain/account/session-events.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { handle } from '../../domain/kernel/handle.ts';
import type { AfterAnswers } from '../after-answers.ts';
import type { App } from '../app.ts';
import { withAccountLock } from './account-lock.ts';
import type { Lookup } from './account-lookup.ts';
import { NotAuthentic } from './not-authentic.ts';
import { matchPassword } from './passwords.ts';
import { asUser, type IsKnown, type SignedIn, startSession } from './sessions.ts';

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
