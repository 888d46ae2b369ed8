import { z } from 'zod';
import { type Described, defineEvent, type EventOf } from '../kernel/define-event.ts';
import { defineStream } from '../kernel/define-stream.ts';
import type { RecordedOf } from '../kernel/event.ts';
import { sealed, zone } from '../kernel/event-fields.ts';
import type { Sealed } from '../kernel/sealed.ts';
import type { SettingsGroup } from './event-data.ts';
import { LEAVING_EVENTS } from './leaving-events.ts';
import { SETTINGS_CHANGES, type SettingsChanged } from './settings-events.ts';
import { SIGNUP_EVENTS } from './signup-events.ts';

const common = { since: '0.1.0', history: 'account' } as const;

const identity = z.strictObject({ email: z.string().describe('The address as typed.'), full_name: z.string().describe('The name.') });
export type Identity = Described<typeof identity>;

/** Replaces the given personal fields by the sealed part of the event that holds them. */
const personal = (fields: readonly string[], own: Sealed | null) => Object.fromEntries(fields.map((field) => [field, own]));

/**
 * Every sign-up has its own account until the owner of the address confirms one of them. Earlier versions recorded a second sign-up with
 * the same address as a second event of the same account; there the last event counts.
 */
export const AccountRegistered = defineEvent({
  ...common,
  type: 'AccountRegistered',
  startsStream: true,
  publicName: 'account.created',
  label: 'Signed up',
  meaning: 'Somebody signed up with an address that is not confirmed yet.',
  data: z.strictObject({
    address_key: z.string().describe('Keyed hash of the folded address.'),
    timezone: zone.describe('The zone in which they signed up.'),
    source: z
      .string()
      .optional()
      .describe('Keyed hash of the address together with the network address from which they signed up. Older events lack it.'),
  }),
  private: identity,
  example: {
    data: { address_key: '5c1d…', timezone: 'Europe/Berlin', source: '90be…' },
    private: { email: 'ada@example.org', full_name: 'Ada' },
  },
  detail: ({ data }) => `In the time zone ${data.timezone}.`,
  changes: ({ timezone }, event) => ({ after: { timezone }, sealedAfter: personal(['email', 'full_name'], event.private) }),
});
export type AccountRegistered = EventOf<typeof AccountRegistered>;

export const AccountConfirmed = defineEvent({
  ...common,
  type: 'AccountConfirmed',
  publicName: 'account.confirmed',
  label: 'Address confirmed',
  meaning: 'The address was confirmed by the link that was sent to it.',
  data: z.strictObject({ timezone: zone.describe('The zone of the sign-up.') }),
  example: { data: { timezone: 'Europe/Berlin' } },
  detail: () => 'The address was confirmed by the link sent to it.',
  changes: (_data, { at }) => ({ before: { email_confirmed_at: null }, after: { email_confirmed_at: at } }),
});
export type AccountConfirmed = EventOf<typeof AccountConfirmed>;

const profileField = z.enum(['full_name', 'avatar_url']);
export type ProfileField = z.output<typeof profileField>;
const PROFILE: Readonly<Record<ProfileField, string>> = { full_name: 'name', avatar_url: 'picture' };

export const ProfileChanged = defineEvent({
  ...common,
  type: 'ProfileChanged',
  publicName: 'account.profile_changed',
  label: 'Profile changed',
  meaning: 'The owner changed their name or picture.',
  data: z.strictObject({
    fields: z.array(profileField).describe('Which fields changed.'),
    was: z
      .strictObject({ full_name: sealed.nullable(), avatar_url: sealed.nullable() })
      .partial()
      .optional()
      .describe('The sealed objects that hold the former values; null: not set. Older events lack it.'),
  }),
  private: z
    .strictObject({ full_name: z.string().describe('The name.'), avatar_url: z.string().nullable().describe('Address of the picture.') })
    .partial(),
  example: { data: { fields: ['full_name'], was: { full_name: null } }, private: { full_name: 'Ada L.' } },
  detail: ({ data }) => `Changed ${data.fields.map((field) => PROFILE[field] ?? field).join(' and ')}.`,
  changes: ({ fields, was }, event) => ({
    sealedBefore: { ...was } as Readonly<Record<string, Sealed | null>>,
    sealedAfter: personal(fields, event.private),
  }),
});
export type ProfileChanged = EventOf<typeof ProfileChanged>;

export const TimezoneChanged = defineEvent({
  ...common,
  type: 'TimezoneChanged',
  publicName: 'account.timezone_changed',
  label: 'Time zone changed',
  meaning: 'The owner moved to another time zone: days and times are read there from now on, and due dates follow.',
  data: z.strictObject({
    from: zone,
    to: zone,
    tasks_follow: z
      .literal(true)
      .optional()
      .describe('What is due at this instant or later follows into the new zone. Older events lack it: they changed no task.'),
  }),
  example: { data: { from: 'Europe/Berlin', to: 'Asia/Tokyo', tasks_follow: true } },
  detail: ({ data }) => `From ${data.from} to ${data.to}.`,
  changes: ({ from, to }) => ({ before: { timezone: from }, after: { timezone: to } }),
});
export type TimezoneChanged = EventOf<typeof TimezoneChanged>;

export const PasswordChanged = defineEvent({
  ...common,
  type: 'PasswordChanged',
  publicName: 'account.password_changed',
  label: 'Password changed',
  meaning: 'The password was changed; every other session ended.',
  data: z.strictObject({ how: z.enum(['reset', 'change']).describe('By a link sent by mail, or in the settings.') }),
  example: { data: { how: 'change' } },
  detail: ({ data }) => (data.how === 'reset' ? 'By a link sent by mail. Every other session ended.' : 'Every other session ended.'),
});

export const SignedOutEverywhere = defineEvent({
  ...common,
  type: 'SignedOutEverywhere',
  publicName: 'account.signed_out_everywhere',
  label: 'Signed out everywhere',
  meaning: 'The owner ended every session, on all devices.',
  data: z.strictObject({}),
  example: { data: {} },
  detail: () => 'Every session ended, on all devices.',
});

export const SETTINGS_EVENTS = {
  notifications: 'NotificationsChanged',
  time: 'TimeSettingsChanged',
  ai: 'AiPartnerChanged',
} as const satisfies Record<SettingsGroup, SettingsChanged['type']>;

export const ACCOUNT_EVENTS = [
  AccountRegistered,
  AccountConfirmed,
  ProfileChanged,
  TimezoneChanged,
  PasswordChanged,
  SignedOutEverywhere,
  ...SETTINGS_CHANGES,
  ...SIGNUP_EVENTS,
  ...LEAVING_EVENTS,
] as const;
export type AccountEvent = EventOf<(typeof ACCOUNT_EVENTS)[number]>;
export type RecordedAccountEvent = RecordedOf<AccountEvent>;
export const accountStream = defineStream('account');
