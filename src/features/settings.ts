import { accountabilityRoutes } from '../http/routes/settings/accountability.ts';
import { allSettingsRoutes } from '../http/routes/settings/all.ts';
import { settingsGroupRoutes } from '../http/routes/settings/groups.ts';
import { profileRoutes } from '../http/routes/settings/profile.ts';
import { settings as settingsOf } from '../projections/settings.ts';
import { settingsPart } from '../reports/bundle/settings.ts';
import type { Feature } from './feature.ts';

/** The settings of an owner: profile, mails, times, the AI partner. Their events are those of the account. */
export const settings: Feature = {
  name: 'settings',
  projections: [settingsOf],
  routes: (deps) => [...profileRoutes(deps), ...settingsGroupRoutes(deps), ...accountabilityRoutes(deps), ...allSettingsRoutes(deps)],
  bundleParts: [settingsPart],
};
