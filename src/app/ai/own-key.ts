import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { OwnAiKey, StoredAiKey } from '../../ports/ai-help.ts';
import type { App } from '../app.ts';
import { countWithin } from '../email/daily-limits.ts';
import { withOwnerLock } from '../owner-lock.ts';
import { AiUnavailable } from './counted-answers.ts';

/** Each change calls a service with text that the owner typed, so the number of changes is limited. */
const CHANGING = { key: 'ai keys', most: 30, sentence: 'You can change this key at most 30 times in 24 hours.' };

const withKeyLock = <T>(app: App, owner: string, work: () => Promise<T>): Promise<T> => withOwnerLock(app, owner, work, 'ai key');

/**
 * Stores an owner's own key after one cheap call with it. `matches` decides whether the stored key is the one that the owner last read.
 * @throws RuleViolation validation_failed, precondition_failed, rate_limited
 * @throws AiUnavailable
 */
export async function setOwnKey(
  app: App,
  owner: string,
  { key, url, model }: OwnAiKey,
  matches: (present: StoredAiKey | null) => boolean,
): Promise<StoredAiKey> {
  const given = { key, url: url === null ? null : url.replace(/\/+$/, ''), model };
  await countWithin(app, owner, CHANGING);
  const fault = await app.ai.checkKey(given);
  if (fault?.field === null)
    throw new AiUnavailable('The AI service did not answer, so the key could not be tried. Try again in a moment.');
  if (fault) throw new RuleViolation('validation_failed', fault.reason, { [fault.field]: [fault.reason] });
  const stored = { ...given, checked_at: app.clock.now() };
  await withKeyLock(app, owner, async () => {
    check(matches, await app.aiKeys.aiKey(owner));
    await app.aiKeys.putAiKey(owner, stored);
    // The account may have been deleted before this key was stored. Then nothing else would delete the key.
    if ((await app.keys.key(owner)) === null) {
      await app.aiKeys.removeAiKey(owner);
      throw new RuleViolation('not_found', 'There is no such account.');
    }
  });
  return stored;
}

/** @throws RuleViolation precondition_failed */
export const removeOwnKey = (app: App, owner: string, matches: (present: StoredAiKey | null) => boolean): Promise<void> =>
  withKeyLock(app, owner, async () => {
    check(matches, await app.aiKeys.aiKey(owner));
    await app.aiKeys.removeAiKey(owner);
  });

function check(matches: (present: StoredAiKey | null) => boolean, present: StoredAiKey | null): void {
  if (!matches(present)) throw new RuleViolation('precondition_failed', 'The key has changed since you read it. Read it again.');
}
