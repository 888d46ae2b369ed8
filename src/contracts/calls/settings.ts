import { profile, profileBody } from '../account.ts';
import { declareCall, jsonBody } from '../call.ts';
import {
  accountability,
  accountabilityBody,
  allSettings,
  channels,
  channelsBody,
  notifications,
  notificationsBody,
  timeSettings,
  timeSettingsBody,
} from '../settings.ts';

const common = { tag: 'Settings', access: 'user' } as const;
const reading = { ...common, method: 'GET', scopes: ['settings:read'] } as const;
const changing = { ...common, method: 'PUT', scopes: ['settings:write'] } as const;
const NOTIFICATIONS = { description: 'The settings', schema: notifications, etag: true } as const;
const TIME = { description: 'The settings', schema: timeSettings, etag: true } as const;
const CHANNELS = { description: 'The settings', schema: channels, etag: true } as const;
const ACCOUNTABILITY = { description: 'The partner and the AI beside them', schema: accountability, etag: true } as const;
const PROFILE = { description: 'The profile', schema: profile, etag: true } as const;
const CHANGED = 'The settings as they now are';

export const readAllSettings = declareCall({
  ...reading,
  path: '/api/settings/all',
  summary: 'All settings',
  failure: 'Failed to fetch all settings',
  replies: { 200: { description: 'All groups', schema: allSettings, etag: true } },
});

export const readNotifications = declareCall({
  ...reading,
  path: '/api/settings/notifications',
  summary: 'Settings: which messages are sent',
  failure: 'Failed to fetch notifications',
  replies: { 200: NOTIFICATIONS },
});

export const changeNotifications = declareCall({
  ...changing,
  path: '/api/settings/notifications',
  summary: 'Change which messages are sent',
  description: 'Fields left out stay as they are. Alerts inside the app are never switched off.',
  failure: 'Failed to update notifications',
  body: jsonBody(notificationsBody),
  replies: { 200: { ...NOTIFICATIONS, description: CHANGED } },
  refusals: ['precondition_failed'],
});

export const readTimeSettings = declareCall({
  ...reading,
  path: '/api/settings/time',
  summary: 'Settings: when reminders and reports come',
  failure: 'Failed to fetch time settings',
  replies: { 200: TIME },
});

export const changeTimeSettings = declareCall({
  ...changing,
  path: '/api/settings/time',
  summary: 'Change when reminders and reports come',
  description: 'Fields left out stay as they are. A change takes effect from the next occurrence that has not come yet.',
  failure: 'Failed to update time settings',
  body: jsonBody(timeSettingsBody),
  replies: { 200: { ...TIME, description: CHANGED } },
  refusals: ['precondition_failed'],
});

export const readChannels = declareCall({
  ...reading,
  path: '/api/settings/channels',
  summary: 'Settings: by which way messages come, and when none should',
  failure: 'Failed to fetch channels',
  replies: { 200: CHANNELS },
});

export const changeChannels = declareCall({
  ...changing,
  path: '/api/settings/channels',
  summary: 'Change by which way messages come, and when none should',
  description:
    'Fields left out stay as they are. Both quiet times are set, and not alike, or neither is. Pushes wait during the quiet hours, which may go past midnight; mails do not. On `rest_days` no reminder and no escalation comes.',
  failure: 'Failed to update channels',
  body: jsonBody(channelsBody),
  replies: { 200: { ...CHANNELS, description: CHANGED } },
  refusals: ['precondition_failed'],
});

export const readAccountability = declareCall({
  ...reading,
  path: '/api/settings/accountability',
  summary: 'Settings: the accountability partner, and what the AI reviews beside them',
  failure: 'Failed to fetch accountability partner',
  replies: { 200: ACCOUNTABILITY },
});

export const changeAccountability = declareCall({
  ...changing,
  path: '/api/settings/accountability',
  summary: 'Change the accountability partner, and what the AI reviews',
  description:
    'Fields left out stay as they are. All three of the partner empty means no partner. A new address is invited, within the bounds of POST /api/partners.',
  failure: 'Failed to update accountability partner',
  body: jsonBody(accountabilityBody),
  replies: { 200: { ...ACCOUNTABILITY, description: CHANGED } },
  refusals: ['precondition_failed', 'conflict'],
});

export const readProfile = declareCall({
  ...reading,
  path: '/api/settings/profile',
  summary: 'The profile',
  failure: 'Failed to fetch profile',
  replies: { 200: PROFILE },
});

export const changeProfile = declareCall({
  ...changing,
  path: '/api/settings/profile',
  summary: 'Change the profile',
  description:
    'Fields left out stay as they are. After a change of zone, what is due within 48 hours keeps its instant, and what is due later keeps its date and time.',
  failure: 'Failed to update profile',
  body: jsonBody(profileBody),
  replies: { 200: { ...PROFILE, description: 'The profile as it now is' } },
  refusals: ['precondition_failed'],
});
