import { settings as settingsOf } from '../projections/settings/settings.ts';
import type { Feature } from './feature.ts';

/** What an owner has chosen: profile, mails, times, the AI partner. Its events are those of the account. */
export const settings: Feature = {
  name: 'settings',
  projections: [settingsOf],
};
