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

export interface NewPassword {
  readonly hash: string;
  readonly how: 'reset' | 'change';
  readonly correlationId: string;
  /** The hash of the present password that was verified. Left out if a link allows the change. */
  readonly present?: string | null;
}

export function createPasswordChanges(app: App, { load, identity }: Pick<Lookup, 'load' | 'identity'>) {
  const { credentials, sessions, linkTokens } = app;

  /**
   * Checks a change of password and reports every fault at once. Returns the hash of the present password.
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
   * Sets a password, and ends every session and every link that sets another password. Under the lock nothing is written for an account
   * that is being deleted, and the second of two simultaneous changes is refused because the password it verified is no longer the present
   * one.
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
     * Changes the password, ends every session and starts a new one. `current` is left out for an account without a password, after the
     * caller has verified the person in another way.
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
