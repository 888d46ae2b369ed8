import { declareCall } from '../src/contracts/call.ts';
import { json, route } from '../src/http/kernel/route.ts';
import { type Client, member } from '../tests/support/client.ts';
import { mountMore, startTestServer } from '../tests/support/server.ts';
import { type Bench, compared, interleaved, timed } from './support/measure.ts';

/** Many short runs, so that whatever else the machine does meets both sides alike. */
const RUNS = 301;
const CALLS = 20;

const common = {
  method: 'GET',
  tag: 'Bench',
  access: 'user',
  summary: 'Answers at once',
  replies: { 200: { description: 'Answered' } },
} as const;
const answering = { handle: async () => json(200, { posts: [] }) };
/** They do nothing but answer: whatever a call does besides makes the check a smaller part of it. */
const PREMIUM = route(declareCall({ ...common, path: '/bench/premium', entitlement: 'pro' }), answering);
const PLAIN = route(declareCall({ ...common, path: '/bench/plain' }), answering);

/** Milliseconds of one call over HTTP. */
async function call(client: Client, path: string): Promise<number> {
  const ms = await timed(async () => {
    for (let index = 0; index < CALLS; index += 1) {
      const { status } = await client.get(path);
      if (status !== 200) throw new Error(`${path} gave ${status}.`);
    }
  });
  return ms / CALLS;
}

/** A call that needs Pro, compared with the same call without the check of the plan. */
export const premiumCheckOverPlain: Bench = async () => {
  const server = await startTestServer({ more: (router, app) => mountMore(router, app, [PREMIUM, PLAIN]) });
  try {
    const client = await member(server);
    await client.post('/api/subscriptions/trial');
    const sides = await interleaved(
      RUNS,
      () => call(client, '/bench/premium'),
      () => call(client, '/bench/plain'),
    );
    return [compared({ name: 'premium_check_over_plain', goal: 1.05, better: 'lower', unit: 'ms a call' }, sides)];
  } finally {
    await server.dispose();
  }
};
