import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Piscina } from 'piscina';
import { accountDecider } from '../../domain/account/decide.ts';
import { accountStream } from '../../domain/account/events.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { handle } from '../../domain/kernel/handle.ts';
import type { App } from '../app.ts';
import { type Lookup, withAccountLock } from './account-lookup.ts';
import type { PasswordToEstimate } from './password-estimator.ts';
import { asUser, type SignedIn, startSession } from './sessions.ts';

const derive = promisify(argon2);

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const PRESENT = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG = 32;

/**
 * Returns `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. It contains the parameters, so that stored hashes stay valid when the parameters change.
 * `nonce`: the salt, 16 bytes.
 */
export async function hashPassword(password: string, nonce: Uint8Array = randomBytes(16)): Promise<string> {
  const tag = await derive('argon2id', { message: password, nonce, tagLength: TAG, ...PRESENT });
  const { memory, passes, parallelism } = PRESENT;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${Buffer.from(nonce).toString('base64url')}$${tag.toString('base64url')}`;
}

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

/** This hash is verified if there is no account, so that both cases take the same time. No password matches it. */
const NOBODY = `$argon2id$v=19$m=${PRESENT.memory},t=${PRESENT.passes},p=${PRESENT.parallelism}$${randomBytes(16).toString('base64url')}$${randomBytes(TAG).toString('base64url')}`;

const saltOf = (stored: string): string => stored.slice(0, stored.lastIndexOf('$'));

/** Hashes a password with the parameters and the salt of a stored hash. */
async function derivedAs(stored: string, password: string): Promise<Buffer> {
  const [, memory, passes, parallelism, nonce, tag] = STORED.exec(stored) ?? [];
  if (nonce === undefined || tag === undefined) throw new Error('A stored password is in a form that cannot be read.');
  const tagLength = Buffer.from(tag, 'base64url').length;
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength };
  return derive('argon2id', { message: password, nonce: Buffer.from(nonce, 'base64url'), ...parameters });
}

function holds(stored: string, derived: Buffer): boolean {
  const expected = Buffer.from(stored.slice(stored.lastIndexOf('$') + 1), 'base64url');
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

/**
 * The stored hash that a password matches; null: none. Hashes with the same salt need only one derivation, and an empty list costs one as
 * well.
 */
export async function matchPassword(password: string, stored: readonly string[]): Promise<string | null> {
  let found: string | null = null;
  for (const some of Map.groupBy(stored.length === 0 ? [NOBODY] : stored, saltOf).values()) {
    const derived = await derivedAs(some[0] ?? NOBODY, password);
    for (const one of some) if (holds(one, derived) && stored.length > 0) found = one;
  }
  return found;
}

/** Whether a password matches its stored hash. If `stored` is null, there is no such account: the answer is false, after the same work. */
export const verifyPassword = async (password: string, stored: string | null): Promise<boolean> =>
  (await matchPassword(password, stored === null ? [] : [stored])) !== null;

/** The owner's data, which are easy to guess. Unknown values are empty. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

const PRODUCT = 'vouch';
const SHORTEST_WORD = 3;
const MOST_WORDS = 50;
/** An idle thread ends after this time, which frees about 70 MB. */
const IDLE_MS = 60_000;
/** One password takes at most about 80 ms, so a longer queue would make people wait too long. */
const MOST_WAITING = 100;
const PATIENCE_MS = 15_000;

type Estimator = Piscina<PasswordToEstimate, string | null>;
let estimator: Promise<Estimator> | undefined;

/**
 * One thread for all passwords, so that the process can answer other requests: it takes a quarter of a second to read the dictionaries, and
 * up to 80 ms to check a password of 100 characters. The first password starts the thread.
 */
async function startEstimator(): Promise<Estimator> {
  const { Piscina } = await import('piscina');
  const filename = join(import.meta.dirname, 'password-estimator.ts');
  return new Piscina({ filename, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS, maxQueue: MOST_WAITING });
}

/**
 * Why a password is too easy to guess for this person, with advice, in sentences. Null: it is good enough.
 * @throws StoreUnavailable if too many passwords are waiting
 */
export async function weaknessOf(password: string, owner: PasswordOwner): Promise<string | null> {
  estimator ??= startEstimator();
  const threads = await estimator;
  try {
    return await threads.run({ password, words: wordsOf(owner) }, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    throw new StoreUnavailable('Passwords cannot be checked at the moment.', { cause: error });
  }
}

/** The whole address and the whole name first, then their parts. */
function wordsOf({ email, name }: PasswordOwner): readonly string[] {
  const parts = [email, name].flatMap((text) => text.split(/[^\p{L}\p{M}\p{N}]+/u));
  const words = [email, name, PRODUCT, ...parts].filter((word) => word.length >= SHORTEST_WORD);
  return [...new Set(words)].slice(0, MOST_WORDS);
}

const WRONG = 'This is not your current password.';
const wrongPassword = (): RuleViolation => new RuleViolation('validation_failed', WRONG, { current_password: [WRONG] });

export interface NewPassword {
  readonly hash: string;
  readonly how: 'reset' | 'change';
  readonly correlationId: string;
  /** The hash of the present password that was verified. Left out if a link allows the change. */
  readonly present?: string | null;
}

export function createPasswordChanges(app: App, { load, identityOf }: Pick<Lookup, 'load' | 'identityOf'>) {
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
    const fault = next === undefined ? null : await weaknessOf(next, await identityOf(userId));
    const fields = { ...(right ? {} : { current_password: [WRONG] }), ...(fault === null ? {} : { new_password: [fault] }) };
    const sentence = right ? fault : WRONG;
    if (sentence !== null) throw new RuleViolation('validation_failed', sentence, fields);
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
