import { accountabilityRoutes, allSettingsRoutes, profileRoutes, settingsGroupRoutes } from '../http/routes/settings.ts';
import { settings as settingsOf } from '../projections/settings.ts';
import { settingsPart } from '../reports/bundle/account.ts';
import type { Feature } from './feature.ts';

/** The settings of an owner: profile, mails, times, the AI partner. Their events are those of the account. */
export const settings: Feature = {
  name: 'settings',
  projections: [settingsOf],
  live: { settings: [settingsOf] },
  routes: (deps) => [...profileRoutes(deps), ...settingsGroupRoutes(deps), ...accountabilityRoutes(deps), ...allSettingsRoutes(deps)],
  bundleParts: [settingsPart],
};
