import { createTaskTexts } from '../presenters/task.ts';
import type { Deps } from './deps.ts';
import type { Route } from './kernel/route.ts';
import { accountRoutes } from './routes/account/routes.ts';
import { sessionRoutes } from './routes/account/session.ts';
import { signupRoutes } from './routes/account/signup.ts';
import { alertRoutes } from './routes/alert/routes.ts';
import { dayRoutes } from './routes/day/routes.ts';
import { docsRoutes } from './routes/docs/routes.ts';
import { auditRoutes } from './routes/history/routes.ts';
import { partnerRoutes } from './routes/partner/routes.ts';
import { reportRoutes } from './routes/report/routes.ts';
import { recurringRoutes } from './routes/routine/routes.ts';
import { accountabilityRoutes } from './routes/settings/accountability.ts';
import { allSettingsRoutes } from './routes/settings/all.ts';
import { settingsGroupRoutes } from './routes/settings/groups.ts';
import { profileRoutes } from './routes/settings/profile.ts';
import { subscriptionRoutes } from './routes/settings/subscription.ts';
import { streakRoutes } from './routes/streak/routes.ts';
import { taskListRoutes } from './routes/task/lists.ts';
import { taskRoutes } from './routes/task/routes.ts';
import { vacationRoutes } from './routes/vacation/routes.ts';

/** Every call of the API, once: what is here is served, validated and documented. */
export function allRoutes(deps: Deps, secure: boolean): readonly Route[] {
  const texts = createTaskTexts(deps.app.opener);
  const routes: readonly Route[] = [
    ...signupRoutes(deps),
    ...sessionRoutes(deps),
    ...taskListRoutes(deps, texts),
    ...taskRoutes(deps, texts),
    ...alertRoutes(deps),
    ...recurringRoutes(deps),
    ...vacationRoutes(deps),
    ...streakRoutes(deps),
    ...reportRoutes(deps),
    ...auditRoutes(deps),
    ...partnerRoutes(deps),
    ...profileRoutes(deps),
    ...settingsGroupRoutes(deps),
    ...accountabilityRoutes(deps),
    ...subscriptionRoutes(),
    ...allSettingsRoutes(deps),
    ...dayRoutes(deps),
    ...accountRoutes(deps),
    ...docsRoutes(() => routes, secure),
  ] as unknown as readonly Route[];
  return routes;
}
