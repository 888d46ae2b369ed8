import { grantOf, periodOf, usesIn } from '../../../app/ai/allowance.ts';
import { aiUsage, aiUsageQuery } from '../../../contracts/ai.ts';
import { presentUsage } from '../../../presenters/ai.ts';
import type { Deps } from '../../deps.ts';
import { type AnyRoute, route, tagged } from '../../kernel/route.ts';

/** What was used of an AI in the present month. */
export const aiUsageRoute = ({ app }: Deps): AnyRoute =>
  route({
    method: 'GET',
    path: '/api/premium/ai-usage',
    tag: 'AI',
    access: 'user',
    scopes: ['settings:read'],
    summary: 'What was used of the AI in this month',
    description: 'Open to every plan. A use that gave nothing does not count.',
    query: aiUsageQuery,
    replies: { 200: { description: 'What was used, and what the plan includes', schema: aiUsage, etag: true } },
    async handle({ principal: { owner }, query: { module } }) {
      const [grant, period] = await Promise.all([grantOf(app, owner), periodOf(app, owner)]);
      return tagged(presentUsage(period, grant, await usesIn(app, owner, period.month), module));
    },
  });
