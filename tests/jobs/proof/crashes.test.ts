import { describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../../src/domain/kernel/event-store.ts';
import { CLAIM_MS, judgingForFile } from './support.ts';

const { app, me, asked, answers, holds, judging, given, verdicts, story, onFault } = await judgingForFile();

describe('a review with several workers and crashes', () => {
  test('is requested from the AI by one of two workers', async () => {
    const { id, review } = await given();
    const workers = [judging(), judging()];
    const begun = await Promise.all(workers.map((worker) => worker.begin(review)));
    await Promise.all(workers.map((worker) => worker.settled()));
    expect(begun.filter((position) => position !== null)).toHaveLength(1);
    expect([asked().length, (await verdicts(id)).length]).toEqual([1, 1]);
  });

  test('is requested by another worker after a crash, when the claim has expired, and recorded once', async () => {
    const { id, review } = await given();
    const { reached, release } = holds();
    const crashed = judging();
    await crashed.begin(review);
    await reached;
    answers();
    const next = judging();
    expect(await next.begin(review)).toBeNull();
    app.clock.advance(CLAIM_MS);
    await next.begin(review);
    await next.settled();
    // The worker that seemed to be dead answers after all.
    release();
    await crashed.settled();
    expect((await verdicts(id)).map(({ data }) => data.review_id)).toEqual([review]);
    expect(asked()).toHaveLength(2);
  });

  test('is not requested again after a crash that followed the record of the verdict', async () => {
    const { id, review } = await given();
    const append = app.store.append.bind(app.store);
    const dying = vi.spyOn(app.store, 'append').mockImplementation(async (stream, expected, events) => {
      if (events.some(({ type }) => type === 'ReviewEnded')) throw new Error('killed');
      return append(stream, expected, events);
    });
    const crashed = judging();
    await crashed.begin(review);
    await crashed.settled();
    expect(onFault).toHaveBeenCalledOnce();
    dying.mockRestore();
    app.clock.advance(CLAIM_MS);
    const next = judging();
    await next.begin(review);
    await next.settled();
    expect([asked().length, (await verdicts(id)).length]).toEqual([1, 1]);
    expect((await story(review)).slice(-2)).toEqual(['ReviewBegun', 'ReviewEnded overtaken']);
  });

  test('is kept if it could not be recorded, and not requested again', async () => {
    const { id, review } = await given();
    const append = app.store.append.bind(app.store);
    const away = vi.spyOn(app.store, 'append').mockImplementation(async (stream, expected, events) => {
      if (events.some(({ type }) => type === 'ProofReviewed')) throw new Error('away');
      return append(stream, expected, events);
    });
    const judge = judging();
    await judge.begin(review);
    await judge.settled();
    away.mockRestore();
    app.clock.advance(CLAIM_MS);
    await judge.begin(review);
    await judge.settled();
    expect([asked().length, (await verdicts(id)).length]).toEqual([1, 1]);
  });

  test('is recorded as soon as the store accepts it again, without waiting for the next claim', async () => {
    const { id, review } = await given();
    const append = app.store.append.bind(app.store);
    let refusals = 2;
    vi.spyOn(app.store, 'append').mockImplementation(async (stream, expected, events) => {
      if (events.some(({ type }) => type === 'ProofReviewed') && refusals-- > 0) throw new StoreUnavailable();
      return append(stream, expected, events);
    });
    const judge = judging();
    await judge.begin(review);
    await judge.settled();
    expect([asked().length, (await verdicts(id)).length]).toEqual([1, 1]);
    expect(onFault).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test('is not requested by a program that ends, but later by another one', async () => {
    const { review } = await given();
    const { reached } = holds();
    const ending = judging();
    await ending.begin(review);
    await reached;
    await ending.stop();
    expect(onFault).not.toHaveBeenCalled();
    expect(await story(review)).toEqual(['ReviewRequested', 'ReviewBegun']);
    expect(await ending.begin(review)).toBeNull();
  });

  test('is given up if every attempt fails', async () => {
    const { review } = await given();
    answers(() => Promise.reject(new Error('broken')));
    const judge = judging();
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await judge.begin(review);
      await judge.settled();
      app.clock.advance(CLAIM_MS * 2 ** (attempt - 1));
    }
    await judge.begin(review);
    expect(asked()).toHaveLength(8);
    expect((await story(review)).at(-1)).toBe('ReviewEnded given_up');
  });
});

test('if an account is deleted during its review, nothing is recorded and no error is reported', async () => {
  const { id, review } = await given();
  const { reached, release } = holds();
  const judge = judging();
  await judge.begin(review);
  await reached;
  await app.keys.destroyKey(me().owner);
  release();
  await judge.settled();
  expect(await verdicts(id)).toEqual([]);
  expect(onFault).not.toHaveBeenCalled();
});

test('a review that waits for its turn keeps its claim', async () => {
  const first = await given();
  const second = await given();
  const { reached, release } = holds();
  const judge = judging();
  await judge.begin(first.review);
  await reached;
  await judge.begin(second.review);
  app.clock.advance(CLAIM_MS);
  expect(await judge.begin(second.review)).not.toBeNull();
  expect(asked()).toHaveLength(1);
  release();
  await judge.settled();
  expect(asked()).toHaveLength(2);
});
