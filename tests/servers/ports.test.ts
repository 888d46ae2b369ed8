import { expect, test } from 'vitest';
import { freePort } from '../support/ports.ts';

test('a port is given to one server only, though that server does not listen on it yet', async () => {
  const ports: number[] = [];
  for (let count = 0; count < 300; count += 1) ports.push(await freePort());
  expect(new Set(ports).size).toBe(ports.length);
});
