import { describe, expect, test } from 'vitest';
import { weaknessOf } from '../../../src/app/account/password-strength.ts';

const ADA = { email: 'ada.lovelace@analytical.example', name: 'Ada King' };

describe('a password that is easily guessed', () => {
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
  ])('%j is refused, with advice', async (password) => {
    expect(await weaknessOf(password, ADA)).toMatch(/^This password is easy to guess\. .*\w+.*\.$/);
  });

  test('the advice is about what makes it easy', async () => {
    expect(await weaknessOf('aaaaaaaa', ADA)).toContain('Repeated characters like "aaa" are easy to guess.');
    expect(await weaknessOf('password!', ADA)).toContain('This is similar to a commonly used password.');
    expect(await weaknessOf('lovelace1815', ADA)).toContain('It contains your name, your address or the name of this product.');
    expect(await weaknessOf('Summer2026', ADA)).toContain('Add more words that are less common.');
  });

  test('stays so however long it is, because characters after the first 100 do not count', async () => {
    expect(await weaknessOf('a'.repeat(100), ADA)).not.toBeNull();
    expect(await weaknessOf(`${'a'.repeat(100)}correct horse battery staple`, ADA)).not.toBeNull();
  });
});

test.each([
  'a plain stone bridge',
  'correct horse battery staple',
  'x7#Qm!t2Lw',
  'наши общие обещания',
  '不要告诉别人这件事情',
  'ada likes old bridges',
])('%j is good enough', async (password) => {
  expect(await weaknessOf(password, ADA)).toBeNull();
});

test('the longest passwords, made to take long, and names of many words do not stop the process', {
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
  // Processor time of this thread, on which requests are answered, and of all: the seven took 0.6 s when it was measured.
  expect(seconds(process.threadCpuUsage(here))).toBeLessThan(0.1);
  expect(seconds(process.cpuUsage(before))).toBeLessThan(3);
});
