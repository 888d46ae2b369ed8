import { expect, test } from 'vitest';
import { late } from '../../../web/ui/late.ts';

test('a part is there from when its script was loaded, and a script that could not be loaded is asked for again', async () => {
  let loads = 0;
  const part = late(async () => {
    loads += 1;
    if (loads === 1) throw new Error('offline');
    return { name: 'Menu' };
  });
  expect(part.now()).toBeNull();
  await expect(part.load()).rejects.toThrow('offline');
  expect(part.now()).toBeNull();
  const loaded = await part.load();
  expect(part.now()).toBe(loaded);
  await part.load();
  expect(loads).toBe(2);
});
