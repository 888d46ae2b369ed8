import { validate, version } from 'uuid';
import { expect, it } from 'vitest';
import { newId } from '../../src/wiring/ids.ts';

it('gives ids of version 7, each greater than the one before it', () => {
  const ids = Array.from({ length: 5_000 }, newId);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(ids).toEqual([...new Set(ids)].sort());
});
