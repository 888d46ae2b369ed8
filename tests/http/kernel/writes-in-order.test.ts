import { expect, it } from 'vitest';
import { createKeyedSemaphore } from '../../../src/concurrency/keyed-mutex.ts';
import { createAddresses } from '../../../src/http/kernel/limits.ts';
import { AT_HOME, BEHIND_PROXIES } from '../../support/server.ts';

/** Works that end when they are told to, by their names. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}
const aMoment = () => new Promise(setImmediate);

it('works with the same key run in the order in which they came, and works with other keys do not wait', async () => {
  const semaphore = createKeyedSemaphore(2);
  const { begun, work, end } = works();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => semaphore(name.charAt(0), work(name)));
  await aMoment();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  end('a2');
  await aMoment();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const name of ['a1', 'a3', 'b1']) end(name);
  await aMoment();
  end('a4');
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});

it('after a work that fails the next one runs', async () => {
  const semaphore = createKeyedSemaphore(1);
  const failed = semaphore('a', async () => {
    throw new Error('no');
  });
  const next = semaphore('a', async () => 'next');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('next');
  expect(await semaphore('a', async () => 'again')).toBe('again');
});

it('in production the writes of one owner wait for each other; writes from loopback in development do not', async () => {
  const { begun, work, end } = works();
  const { writing } = createAddresses(BEHIND_PROXIES);
  const writes = [1, 2, 3, 4].map((turn) => writing(`203.0.113.${turn}`, 'ada', work(`ada ${turn}`)));
  const others = [writing('203.0.113.1', 'bob', work('bob')), writing('203.0.113.1', null, work('nobody'))];
  const free = createAddresses(AT_HOME).writing;
  const local = [1, 2, 3, 4].map((turn) => free('127.0.0.1', 'ada', work(`local ${turn}`)));
  await aMoment();
  expect(begun).toEqual(['ada 1', 'ada 2', 'ada 3', 'bob', 'nobody', 'local 1', 'local 2', 'local 3', 'local 4']);
  for (const name of begun) end(name);
  await aMoment();
  end('ada 4');
  await Promise.all([...writes, ...others, ...local]);
});
