import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

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
    const derived = await derivedAs(some[0] as string, password);
    for (const one of some) if (holds(one, derived) && stored.length > 0) found = one;
  }
  return found;
}

/** Whether a password matches its stored hash. If `stored` is null, there is no such account: the answer is false, after the same work. */
export const verifyPassword = async (password: string, stored: string | null): Promise<boolean> =>
  (await matchPassword(password, stored === null ? [] : [stored])) !== null;
