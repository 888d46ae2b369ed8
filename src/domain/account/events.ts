import { z } from 'zod';
import { type Described, defineEvent, defineStream, type EventOf, instant, sealed, zone } from '../kernel/define-event.ts';
import type { RecordedOf, Sealed, SealedFields } from '../kernel/event.ts';
import { given } from '../kernel/records.ts';
import { SETTINGS_CHANGES, type SettingsChanged, type SettingsGroup } from './settings-events.ts';

export const AccountDeletionScheduled = defineEvent({
  type: 'AccountDeletionScheduled',
  publicName: 'account.deletion_scheduled',
  label: 'Account deletion scheduled',
  meaning: 'The owner asked for the account to be deleted after some days. Until then they can take it back.',
  since: '0.1.0',
  history: 'account',
  webhook: false,
  data: z.strictObject({ deletion_at: instant.describe('When the account is deleted.') }),
  example: { data: { deletion_at: '2026-12-04T09:12:00.000Z' } },
  detail: () => 'The account is deleted after 7 days, unless this is taken back.',
  changes: ({ deletion_at }) => ({ before: { deletion_at: null }, after: { deletion_at } }),
});
export type AccountDeletionScheduled = EventOf<typeof AccountDeletionScheduled>;

export const AccountDeletionCancelled = defineEvent({
  type: 'AccountDeletionCancelled',
  publicName: 'account.deletion_cancelled',
  label: 'Account deletion taken back',
  meaning: 'The owner took back that the account is to be deleted.',
  since: '0.1.0',
  history: 'account',
  webhook: false,
  data: z.strictObject({ deletion_at: instant.describe('When the account would have been deleted.') }),
  example: { data: { deletion_at: '2026-12-04T09:12:00.000Z' } },
  detail: () => 'The account stays.',
  changes: ({ deletion_at }) => ({ before: { deletion_at }, after: { deletion_at: null } }),
});

/** After this event nobody can read the account, and the program destroys its data. */
export const AccountDeletionRequested = defineEvent({
  type: 'AccountDeletionRequested',
  publicName: 'account.deletion_requested',
  label: 'Account deletion requested',
  meaning: 'The owner deleted the account: from here on there is none, and what is left of it is being destroyed.',
  since: '0.1.0',
  history: 'account',
  webhook: false,
  data: z.strictObject({ address_key: z.string().describe('Keyed hash of the folded address.') }),
  example: { data: { address_key: '5c1d…' } },
  detail: () => 'The account is being deleted.',
});

/** Read models delete all documents of the owner. The program can still send farewells, because they have their own keys. */
export const AccountDeleted = defineEvent({
  type: 'AccountDeleted',
  publicName: 'account.deleted',
  label: 'Account deleted',
  meaning: "The owner's keys are destroyed: nobody can read what was personal any more.",
  since: '0.1.0',
  history: null,
  webhook: false,
  data: z.strictObject({ last_messages_until: instant.describe('Until when farewells may still be sent.') }),
  example: { data: { last_messages_until: '2026-11-28T09:12:00.000Z' } },
});
export type AccountDeleted = EventOf<typeof AccountDeleted>;

export const AccountForgotten = defineEvent({
  type: 'AccountForgotten',
  publicName: 'account.forgotten',
  label: 'Account forgotten',
  meaning: 'The keys of the farewells are destroyed too: nothing is left to do.',
  since: '0.1.0',
  history: null,
  webhook: false,
  data: z.strictObject({}),
  example: { data: {} },
});

export const LEAVING_EVENTS = [
  AccountDeletionScheduled,
  AccountDeletionCancelled,
  AccountDeletionRequested,
  AccountDeleted,
  AccountForgotten,
] as const;

const ofSignup = { since: '0.1.0', history: null, webhook: false } as const;

export const SignupAnswered = defineEvent({
  ...ofSignup,
  type: 'SignupAnswered',
  publicName: 'account.signup_answered',
  label: 'Sign-up answered',
  meaning:
    'The mail that follows a sign-up was asked for: a link to confirm, or a mail to the owner of an address that has an account already.',
  data: z.strictObject({ until: instant.describe('The sign-up ends then, unless it is confirmed or gets another link.') }),
  example: { data: { until: '2026-11-28T09:12:00.000Z' } },
});
export type SignupAnswered = EventOf<typeof SignupAnswered>;

const how = z.enum(['expired', 'overtaken', 'deleted']);
/** Why a sign-up ended. `overtaken`: the owner confirmed another sign-up; `deleted`: the account with this address was deleted. */
export type SignupEnding = z.output<typeof how>;

/** After this event nobody can read the sign-up, and the program destroys its data like that of a deleted account. */
export const SignupEnded = defineEvent({
  ...ofSignup,
  type: 'SignupEnded',
  publicName: 'account.signup_ended',
  label: 'Sign-up ended',
  meaning: 'A sign-up ended that nobody confirmed; what is left of it is being destroyed.',
  data: z.strictObject({
    address_key: z.string().describe('Keyed hash of the folded address.'),
    how: how.describe('Its links expired, another sign-up with the address was confirmed, or the account of the address was deleted.'),
  }),
  example: { data: { address_key: '5c1d…', how: 'expired' } },
});
export type SignupEnded = EventOf<typeof SignupEnded>;

export const SIGNUP_EVENTS = [SignupAnswered, SignupEnded] as const;

const common = { since: '0.1.0', history: 'account' } as const;

const identity = z.strictObject({ email: z.string().describe('The address as typed.'), full_name: z.string().describe('The name.') });
export type Identity = Described<typeof identity>;

/** What may change of the owner as a person. */
interface ProfileTexts {
  readonly full_name?: string;
  readonly avatar_url?: string | null;
}
/** The sealed objects that hold the present values. */
export type SealedPerson = SealedFields<Pick<Identity, 'email'> & ProfileTexts>;

/** Replaces the given personal fields by the sealed part of the event that holds them. */
const personal = <Own extends Sealed>(fields: readonly string[], own: Own) => Object.fromEntries(fields.map((field) => [field, own]));

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
      .strictObject({
        full_name: sealed<Pick<ProfileTexts, 'full_name'>>().nullable(),
        avatar_url: sealed<Pick<ProfileTexts, 'avatar_url'>>().nullable(),
      })
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
    sealedBefore: given(was ?? {}),
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
  channels: 'ChannelsChanged',
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
