import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const PRESENT = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG = 32;

/** Gives `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. The parameters are in it, so that stored hashes stay valid when they change. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, tagLength: TAG, ...PRESENT });
  const { memory, passes, parallelism } = PRESENT;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
}

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

/** The hash that is verified where there is no account, so that both cases take the same time. No password matches it. */
const NOBODY = `$argon2id$v=19$m=${PRESENT.memory},t=${PRESENT.passes},p=${PRESENT.parallelism}$${randomBytes(16).toString('base64url')}$${randomBytes(TAG).toString('base64url')}`;

/**
 * Whether a password matches its stored hash. Where `stored` is null there is no such account: the answer is false,
 * after the same work.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = STORED.exec(stored ?? NOBODY) ?? [];
  if (nonce === undefined || tag === undefined) throw new Error('A stored password is in a form that cannot be read.');
  const expected = Buffer.from(tag, 'base64url');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: expected.length };
  const actual = await derive('argon2id', { message: password, nonce: Buffer.from(nonce, 'base64url'), ...parameters });
  return timingSafeEqual(actual, expected) && stored !== null;
}
