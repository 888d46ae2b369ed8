import { grantOf, periodOf, usesIn } from '../../../app/ai/allowance.ts';
import * as calls from '../../../contracts/calls/ai.ts';
import { presentUsage } from '../../../presenters/ai.ts';
import type { Deps } from '../../deps.ts';
import { type Route, route, tagged } from '../../kernel/route.ts';

/** What was used of an AI in the present month. */
export const aiUsageRoute = ({ app }: Deps): Route =>
  route(calls.readUsage, {
    async handle({ principal: { owner }, query: { module } }) {
      const [grant, period] = await Promise.all([grantOf(app, owner), periodOf(app, owner)]);
      return tagged(presentUsage(period, grant, await usesIn(app, owner, period.month), module));
    },
  });
