import { expect, test } from 'vitest';
import type { Documents, Query } from '../../../src/ports/documents.ts';
import { everything } from '../../../src/projections/engine/pages.ts';

test('other work runs between the pages of a long list, even if the store answers at once', async () => {
  const item = (place: number) => ({ id: String(place), position: '1', doc: { place } });
  const find = async (_name: string, { limit, after }: Query) => {
    const from = Number(after?.[0] ?? 0);
    const items = Array.from({ length: limit }, (_, index) => item(from + index));
    return { items, next: from + limit < 3_000 ? [from + limit] : null };
  };
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (turns < 100) setImmediate(count);
  };
  setImmediate(count);
  const found = await everything({ find } as unknown as Documents, 'tasks.v1', { index: 'due', equals: ['u1'] });
  expect(found.map(({ doc }) => doc.place)).toEqual(Array.from({ length: 3_000 }, (_, place) => place));
  expect(turns).toBeGreaterThanOrEqual(5);
  turns = 100;
});
