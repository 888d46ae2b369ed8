import { describe, expect, it, test } from 'vitest';
import { createMailBounds } from '../../src/app/account/askers.ts';
import { hashPassword, matchPassword, verifyPassword, weaknessOf } from '../../src/app/account/passwords.ts';
import { createKeyedMutex } from '../../src/concurrency/keyed-mutex.ts';
import { passwordsInFull } from '../support/cheap-passwords.ts';
import { TestClock } from '../support/clock.ts';
import { USUAL_PASSWORDS } from '../support/quick-passwords.ts';

passwordsInFull();

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

const ADA = { email: 'ada.lovelace@analytical.example', name: 'Ada King' };

describe('the check of a new password', () => {
  test.each([
    'aaaaaaaa',
    'Summer2026',
    'vouch1234',
    'password!',
    'PASSWORD1',
    '12345678',
    'qwertyuiop',
    'p4ssw0rd1',
    'drowssap1',
    'Rasmussen1',
    '13.12.1999',
    '        x',
    ADA.email,
    ADA.email.toUpperCase(),
    'lovelace1815',
    'adaking!',
    'analytical',
  ])('refuses %j, with advice', async (password) => {
    expect(await weaknessOf(password, ADA)).toMatch(/^This password is easy to guess\. .*\w+.*\.$/);
  });

  test('gives advice about what makes the password easy to guess', async () => {
    expect(await weaknessOf('aaaaaaaa', ADA)).toContain('Repeated characters like "aaa" are easy to guess.');
    expect(await weaknessOf('password!', ADA)).toContain('This is similar to a commonly used password.');
    expect(await weaknessOf('lovelace1815', ADA)).toContain('It contains your name, your address or the name of this product.');
    expect(await weaknessOf('Summer2026', ADA)).toContain('Add more words that are less common.');
  });

  test('refuses a long password that is easy to guess in its first 100 characters', async () => {
    expect(await weaknessOf('a'.repeat(100), ADA)).not.toBeNull();
    expect(await weaknessOf(`${'a'.repeat(100)}correct horse battery staple`, ADA)).not.toBeNull();
  });
});

test.each([
  ...USUAL_PASSWORDS,
  'correct horse battery staple',
  'x7#Qm!t2Lw',
  'наши общие обещания',
  '不要告诉别人这件事情',
  'ada likes old bridges',
])('accepts %j', async (password) => {
  expect(await weaknessOf(password, ADA)).toBeNull();
});

test('is fast for the longest passwords, also for patterns that are slow to check, and for names of many words', {
  timeout: 60_000,
}, async () => {
  const hard = [
    '4@8({[<369&#!1/|0$5+7%2',
    '1-1-',
    'p4ssw0rd',
    '|\\/|/\\|/|-|',
    'e3s5$',
    '31415926535897932384626433832795028841971693993751058209749445923078164062862089986280348253421170679',
    Array.from({ length: 100 }, (_, index) => String.fromCharCode(33 + ((index * 7_919 + index * index * 31) % 94))).join(''),
  ].map((text) => text.repeat(Math.ceil(256 / text.length)).slice(0, 256));
  const name = Array.from({ length: 60 }, (_, index) => `abc${index}`)
    .join(' ')
    .slice(0, 200);
  await weaknessOf('started with the first', ADA);
  const [before, here] = [process.cpuUsage(), process.threadCpuUsage()];
  await Promise.all(hard.map((password) => weaknessOf(password, { email: ADA.email, name })));
  const seconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1e6;
  // Processor time of this thread, which answers requests, and of all threads: the seven passwords took 0.6 s when this was measured.
  expect(seconds(process.threadCpuUsage(here))).toBeLessThan(0.1);
  expect(seconds(process.cpuUsage(before))).toBeLessThan(3);
});

const HOUR = 3_600_000;

/** Asks this many times from each of these network addresses. Returns how many mails each was granted. */
function world() {
  const clock = new TestClock();
  const may = createMailBounds({ clock });
  const ask = async (source: string, times: number, isKnown = false): Promise<number> => {
    let granted = 0;
    for (let count = 0; count < times; count += 1) if (await may({ source, isKnown }, 'address')) granted += 1;
    return granted;
  };
  return { clock, ask };
}

describe('mails with links to one address', () => {
  it('are limited to ten in an hour for one network address, and twelve for all repeated requests', async () => {
    const { ask } = world();
    expect([await ask('a', 30), await ask('b', 30), await ask('c', 30), await ask('d', 30)]).toEqual([10, 2, 1, 1]);
  });

  it('are limited to twenty in an hour for network addresses with one request each', async () => {
    const { ask } = world();
    let granted = 0;
    for (let network = 0; network < 60; network += 1) granted += await ask(`n${network}`, 1);
    expect(granted).toBe(20);
  });

  it('can still be requested from a new network address after many repeated requests', async () => {
    const { ask } = world();
    for (const network of ['a', 'b', 'c', 'd']) await ask(network, 10);
    expect(await ask('owner', 1)).toBe(1);
  });

  it('have a separate limit of ten in an hour for a known browser', async () => {
    const { ask } = world();
    for (let network = 0; network < 60; network += 1) await ask(`n${network}`, 10);
    expect([await ask('browser', 30, true), await ask('other browser', 30, true)]).toEqual([10, 10]);
    const quiet = world();
    await quiet.ask('browser', 30, true);
    expect(await quiet.ask('a', 30)).toBe(10);
  });

  it('are limited for a day, but one more is allowed whenever the last one is an hour old', async () => {
    const { clock, ask } = world();
    const granted: number[] = [];
    for (let hour = 0; hour < 12; hour += 1) {
      let inHour = 0;
      for (let network = 0; network < 60; network += 1) inHour += await ask(`n${hour} ${network}`, 1);
      granted.push(inHour);
      clock.advance(HOUR);
    }
    expect(granted).toEqual([20, 20, 20, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  });
});
