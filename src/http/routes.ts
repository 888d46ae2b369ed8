import type { Deps } from './deps.ts';
import type { Route } from './kernel/route.ts';
import { accountRoutes } from './routes/account/routes.ts';
import { alertRoutes } from './routes/alerts/routes.ts';
import { auditRoutes } from './routes/audit/routes.ts';
import { sessionRoutes } from './routes/auth/session.ts';
import { signupRoutes } from './routes/auth/signup.ts';
import { dayRoutes } from './routes/days/routes.ts';
import { docsRoutes } from './routes/docs/routes.ts';
import { partnerRoutes } from './routes/partners/routes.ts';
import { recurringRoutes } from './routes/recurring/routes.ts';
import { reportRoutes } from './routes/reports/routes.ts';
import { accountabilityRoutes } from './routes/settings/accountability.ts';
import { allSettingsRoutes } from './routes/settings/all.ts';
import { settingsGroupRoutes } from './routes/settings/groups.ts';
import { profileRoutes } from './routes/settings/profile.ts';
import { subscriptionRoutes } from './routes/settings/subscription.ts';
import { streakRoutes } from './routes/streaks/routes.ts';
import { taskListRoutes } from './routes/tasks/lists.ts';
import { createTaskTexts } from './routes/tasks/present.ts';
import { taskRoutes } from './routes/tasks/routes.ts';
import { vacationRoutes } from './routes/vacations/routes.ts';

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
