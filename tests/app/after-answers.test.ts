import { expect, test } from 'vitest';
import { createAfterAnswers, spreadOver } from '../../src/app/after-answers.ts';

test('work begins at a random instant after the answer was sent', async () => {
  const waited: number[] = [];
  const wait = async (milliseconds: number): Promise<void> => void waited.push(milliseconds);
  const numbers = [0, 0.5, 0.999];
  const spread = spreadOver(3_000, () => numbers.shift() as number, wait);
  for (let count = 0; count < 3; count += 1) await spread();
  expect(waited).toEqual([20, 1_520, 3_017]);
});

test('work begins at its own instant, even if earlier work still runs', async () => {
  const instants = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waits = instants.map(({ promise }) => promise);
  const done: string[] = [];
  const ended = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { run } = createAfterAnswers(
    () => undefined,
    () => waits.shift() as Promise<void>,
  );
  for (const [place, name] of ['first', 'second'].entries())
    run(async () => {
      done.push(name);
      ended[place]?.resolve();
    });
  expect(done).toEqual([]);
  instants[1]?.resolve();
  await ended[1]?.promise;
  expect(done).toEqual(['second']);
  instants[0]?.resolve();
  await ended[0]?.promise;
  expect(done).toEqual(['second', 'first']);
});

test('drain begins waiting work at once, including work that it adds, and reports its errors', async () => {
  const faults: unknown[] = [];
  const never = new Promise<void>(() => undefined);
  const { run, drain } = createAfterAnswers(
    (error) => faults.push(error),
    () => never,
  );
  const done: string[] = [];
  run(async () => {
    run(async () => done.push('left by the first'));
    throw new Error('no');
  });
  await drain();
  expect([done, faults]).toEqual([['left by the first'], [new Error('no')]]);
});
