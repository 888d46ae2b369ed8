import { expect, test } from 'vitest';
import { createTokenCalls } from '../../../src/http/kernel/token-calls.ts';
import { FREE, PRO } from '../../support/owners-plans.ts';

test.each([
  ['Pro', PRO, 600],
  ['Free', FREE, 120],
])('on %s programs may call as often in a minute as the plan says', async (_name, plan, most) => {
  const count = createTokenCalls({ of: async () => plan });
  for (let calls = 1; calls < most; calls += 1) await count('ada');
  expect(await count('ada')).toMatchObject({
    'RateLimit-Limit': String(most),
    'RateLimit-Remaining': '0',
    'RateLimit-Policy': `${most};w=60`,
  });
  await expect(count('ada')).rejects.toMatchObject({
    status: 429,
    code: 'rate_limited',
    message: expect.stringContaining(`${most} times`),
  });
  expect(await count('eve')).toMatchObject({ 'RateLimit-Remaining': String(most - 1) });
});
