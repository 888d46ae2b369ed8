import { describe, expect, it } from 'vitest';
import { hashPassword, matchPassword, verifyPassword } from '../../../src/app/account/passwords.ts';
import { createKeyedMutex } from '../../../src/concurrency/keyed-mutex.ts';

describe('a stored password', () => {
  it('is argon2id with its parameters and a salt of its own, and matches only its own password', async () => {
    const [one, two] = [await hashPassword('a plain stone bridge'), await hashPassword('a plain stone bridge')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword('a plain stone bridge', one)).toBe(true);
    expect(await verifyPassword('a plain stone bridgf', one)).toBe(false);
    expect(await verifyPassword('anything', null)).toBe(false);
  });

  it('is found among several with one salt or with different salts, and an empty list has no match', async () => {
    const salt = Buffer.alloc(16, 7);
    const [one, two, three] = [
      await hashPassword('one bridge', salt),
      await hashPassword('two bridges', salt),
      await hashPassword('three'),
    ];
    expect(one.split('$').slice(0, -1)).toEqual(two.split('$').slice(0, -1));
    const all = [one, two, three];
    expect(await Promise.all(['one bridge', 'two bridges', 'three', 'four'].map((typed) => matchPassword(typed, all)))).toEqual([
      ...all,
      null,
    ]);
    expect(await matchPassword('one bridge', [])).toBeNull();
  });

  it('still matches after the parameters have changed', async () => {
    const old = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$';
    const { argon2Sync } = await import('node:crypto');
    const tag = argon2Sync('argon2id', {
      message: 'old one',
      nonce: Buffer.from('c29tZXNhbHRzb21lc2FsdA', 'base64url'),
      memory: 8,
      passes: 1,
      parallelism: 1,
      tagLength: 16,
    });
    expect(await verifyPassword('old one', old + tag.toString('base64url'))).toBe(true);
  });
});

it('works with the same key run one after the other, also after a failure, and do not delay other keys', async () => {
  const mutex = createKeyedMutex();
  const steps: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = mutex('a', async () => {
    await gate.promise;
    steps.push('first');
    throw new Error('no');
  });
  const second = mutex('a', async () => steps.push('second'));
  await mutex('b', async () => steps.push('other'));
  gate.resolve();
  await expect(first).rejects.toThrow('no');
  await second;
  expect(steps).toEqual(['other', 'first', 'second']);
});
