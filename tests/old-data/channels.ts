import { type Body, inBody } from './public-names.ts';

/** Adds the channels as they are from the start. */
export const withChannels = inBody(/^\/api\/settings\/all$/, (settings: Body) => ({
  ...settings,
  channels: { push: true, evening_mail: true, evening_time: '20:00', quiet_from: null, quiet_to: null, rest_days: [] },
}));
