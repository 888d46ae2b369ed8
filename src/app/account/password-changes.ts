import { accountDecider } from '../../domain/account/decide.ts';
import { accountStream } from '../../domain/account/events.ts';
import type { Account } from '../../domain/account/state.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { handle } from '../../domain/kernel/handle.ts';
import type { App } from '../app.ts';
import { withAccountLock } from './account-lock.ts';
import type { Lookup } from './account-lookup.ts';
import { weaknessOf } from './password-strength.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { asUser, type SignedIn, startSession } from './sessions.ts';

const WRONG = 'This is not your current password.';
const wrongPassword = (): RuleViolation => new RuleViolation('validation_failed', WRONG, { current_password: [WRONG] });

/** A password that is to replace the present one. */
export interface NewPassword {
  readonly hash: string;
  readonly how: 'reset' | 'change';
  readonly correlationId: string;
  /** The hash of the present password, as it was verified. Left out where a link allows the change. */
  readonly present?: string | null;
}

/** Checking and changing passwords. */
export function createPasswordChanges(app: App, { load, identity }: Pick<Lookup, 'load' | 'identity'>) {
  const { credentials, sessions, linkTokens } = app;

  /**
   * Checks a change of password and reports every fault at once. Gives the hash of the present password.
   * @throws RuleViolation validation_failed, by field
   */
  async function checkPasswords(
    userId: string,
    { current, next }: { readonly current?: string; readonly next?: string },
  ): Promise<string | null> {
    const present = await credentials.password(userId);
    const right = current === undefined || (await verifyPassword(current, present));
    const fault = next === undefined ? null : await weaknessOf(next, await identity(userId, (await load(userId)) as Account));
    const fields = { ...(right ? {} : { current_password: [WRONG] }), ...(fault === null ? {} : { new_password: [fault] }) };
    if (!right || fault !== null) throw new RuleViolation('validation_failed', right ? (fault as string) : WRONG, fields);
    return present;
  }

  /**
   * Sets a password, and ends every session and every link that sets another. Under the lock nothing is written for an account
   * that is deleted meanwhile, and of two changes the second finds that the password it knew is no longer the present one.
   * @throws RuleViolation not_found; validation_failed on `current_password`
   */
  const replacePassword = (userId: string, { hash, how, correlationId, present }: NewPassword): Promise<void> =>
    withAccountLock(app, userId, async () => {
      if ((await load(userId)).status !== 'confirmed') throw new RuleViolation('not_found', 'There is no such account.');
      if (present !== undefined && (await credentials.password(userId)) !== present) throw wrongPassword();
      await credentials.setPassword(userId, hash);
      await sessions.endSessions(userId);
      await linkTokens.endTokens(userId, 'reset');
      await handle(app, accountDecider, accountStream(userId), { type: 'NotePassword', how }, asUser(userId, correlationId));
    });

  return {
    checkPasswords,
    replacePassword,
    /**
     * Changes the password, ends every session and starts a new one. `current`: left out by who has none, whose caller has made sure
     * who that is.
     * @throws RuleViolation as `checkPasswords`
     */
    async changePassword(userId: string, current: string | undefined, next: string, correlationId: string): Promise<SignedIn> {
      const present = await checkPasswords(userId, { ...(current !== undefined && { current }), next });
      if (current === undefined && present !== null) throw wrongPassword();
      const hash = await hashPassword(next);
      await replacePassword(userId, { hash, how: 'change', correlationId, present });
      return startSession(app, { userId, how: 'change', correlationId, passwordHash: hash });
    },
  };
}
