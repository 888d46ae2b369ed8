import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { jsonInPieces } from '../../../src/http/kernel/json-pieces.ts';

const body = (count: number) => ({
  from: '2026-11-16',
  tasks: Array.from({ length: count }, (_, id) => ({ id, title: 'Łukasz, "quoted"' })),
  to: 'x',
});
const read = async (count: number): Promise<unknown> => {
  const { status, body: whole, stream } = await jsonInPieces('tasks', body(count));
  expect(status).toBe(200);
  return JSON.parse(stream ? await text(stream) : String(whole));
};

test.each([0, 1, 250, 251, 500, 1_001])('a list of %i items gives the same text as a whole and in pieces', async (count) => {
  expect(await read(count)).toEqual(body(count));
});

test('other work runs while a long list is made into text', async () => {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (turns < 100) setImmediate(count);
  };
  setImmediate(count);
  await read(2_000);
  expect(turns).toBeGreaterThan(5);
  turns = 100;
});
