import { sessionDecider } from '../../domain/account/decide.ts';
import { sessionStream } from '../../domain/account/session-events.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { handle } from '../../domain/kernel/handle.ts';
import type { AfterAnswers } from '../after-answers.ts';
import type { App } from '../app.ts';
import { withAccountLock } from './account-lock.ts';
import type { Lookup } from './account-lookup.ts';
import { NotAuthentic } from './not-authentic.ts';
import { verifyPassword } from './passwords.ts';
import { asUser, type IsKnown, type SignedIn, startSession } from './sessions.ts';

export interface SignInChecks {
  readonly isKnown: IsKnown;
  /** Throws if there were too many wrong tries meanwhile. It is asked before anything is started. */
  readonly stillAllowed: () => Promise<void>;
}

/** Signing in with address and password. A wrong password is recorded after the answer. */
export function createSignIns(app: App, { find, load }: Pick<Lookup, 'find' | 'load'>, afterAnswers: AfterAnswers) {
  /** Nothing is written for an account that was deleted meanwhile. */
  const noteRefusal = (userId: string, correlationId: string): Promise<void> =>
    withAccountLock(app, userId, async () => {
      if ((await load(userId)).status !== 'confirmed') return;
      await handle(app, sessionDecider, sessionStream(app.newId()), { type: 'Refuse' }, asUser(userId, correlationId));
    });

  /** @throws NotAuthentic; RuleViolation email_not_confirmed for the right password */
  return async function signin(
    email: string,
    password: string,
    correlationId: string,
    { isKnown, stillAllowed }: SignInChecks,
  ): Promise<SignedIn> {
    const { userId, state, invented } = await find(email);
    const stored = await app.credentials.password(userId ?? invented);
    const right = await verifyPassword(password, stored);
    if (!right && userId !== null && state.status === 'confirmed') afterAnswers.run(() => noteRefusal(userId, correlationId));
    if (!right || stored === null || userId === null || state.status === 'none') throw new NotAuthentic('invalid_credentials');
    if (state.status !== 'confirmed')
      throw new RuleViolation('email_not_confirmed', 'Confirm your email address first. We have sent you a link.');
    await stillAllowed();
    return startSession(app, { userId, how: 'signin', correlationId, passwordHash: stored, isNewDevice: !(await isKnown(userId)) });
  };
}
