import { expect, test } from 'vitest';
import { type Recorded, START } from '../../../src/domain/kernel/event.ts';
import { pagesAhead } from '../../../src/projections/engine/pages-ahead.ts';

const at = (position: number): string => `${position}`.padStart(START.length, '0');

/** A log of so many events, and from where pages of it were read. */
function logOf(count: number, read: (after: string) => void = () => undefined) {
  const asked: string[] = [];
  return {
    asked,
    async readAll(after: string, limit: number): Promise<readonly Recorded[]> {
      asked.push(after);
      read(after);
      const first = Number(after) + 1;
      const length = Math.min(limit, count - Number(after));
      return Array.from({ length }, (_, index) => ({ position: at(first + index) }) as Recorded);
    },
  };
}

test.each([0, 2, 3, 7])('the pages of %i events are read one after the other, and the last one is short', async (count) => {
  const log = logOf(count);
  const pages = (await Array.fromAsync(pagesAhead(log, START, 3))).map((page) => page.map(({ position }) => Number(position)));
  expect(pages.flat()).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  expect(pages.at(-1)?.length).toBe(count % 3);
  expect(log.asked).toHaveLength(pages.length);
});

test('the next page is read while the caller works on one', async () => {
  const log = logOf(7);
  const pages = pagesAhead(log, START, 3);
  await pages.next();
  expect(log.asked).toEqual([START, at(3)]);
  await pages.next();
  expect(log.asked).toEqual([START, at(3), at(6)]);
});

test('an error comes in the place of its page, and disturbs nobody who has stopped before it', async () => {
  const read = (after: string): void => {
    if (after === at(3)) throw new Error('away');
  };
  const pages = pagesAhead(logOf(7, read), START, 3);
  expect((await pages.next()).value).toHaveLength(3);
  await expect(pages.next()).rejects.toThrow('away');
  const left = pagesAhead(logOf(7, read), START, 3);
  await left.next();
  await left.return(undefined);
});
