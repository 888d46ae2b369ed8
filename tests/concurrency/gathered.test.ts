import { expect, test } from 'vitest';
import { gathered } from '../../src/concurrency/gathered.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Questions that are answered as the test says, each with its number and its keys. */
function stage() {
  const asked: (readonly string[])[] = [];
  const answers: ((error?: Error) => void)[] = [];
  const ask = gathered((keys: readonly string[]) => {
    const number = asked.push(keys);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    answers.push((error) => (error ? reject(error) : resolve(`${number}: ${keys.join(' ')}`)));
    return promise;
  });
  return { ask, asked, answers };
}

test('callers of one turn of the event loop share a question, in which each key is named once', async () => {
  const { ask, asked, answers } = stage();
  const all = ['a', 'b', 'a'].map((key) => ask(key));
  expect(asked).toEqual([]);
  await turn();
  expect(asked).toEqual([['a', 'b']]);
  answers[0]?.();
  expect(await Promise.all(all)).toEqual(['1: a b', '1: a b', '1: a b']);
});

test('who calls while two questions are under way shares the next one, which begins when one of them has ended', async () => {
  const { ask, asked, answers } = stage();
  for (const key of ['a', 'b']) {
    void ask(key);
    await turn();
  }
  const late = [ask('a')];
  await turn();
  late.push(ask('c'));
  await turn();
  expect(asked).toEqual([['a'], ['b']]);
  answers[1]?.();
  await turn();
  expect(asked).toEqual([['a'], ['b'], ['a', 'c']]);
  answers[2]?.();
  expect(await Promise.all(late)).toEqual(['3: a c', '3: a c']);
});

test('a question that has begun is not shared by who calls afterwards, because its answer may be older than the call', async () => {
  const { ask, asked } = stage();
  void ask('a');
  await turn();
  void ask('a');
  await turn();
  expect(asked).toEqual([['a'], ['a']]);
});

test('a failure is that of all who share the question, and the next one is asked all the same', async () => {
  const { ask, asked, answers } = stage();
  const failing = [ask('a'), ask('b')].map((answer) => answer.catch((error: Error) => error.message));
  await turn();
  answers[0]?.(new Error('The store is gone.'));
  expect(await Promise.all(failing)).toEqual(['The store is gone.', 'The store is gone.']);
  void ask('c');
  await turn();
  expect(asked).toEqual([['a', 'b'], ['c']]);
});
