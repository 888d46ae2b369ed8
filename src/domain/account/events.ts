import type { RecordedOf } from '../kernel/event.ts';
import type { SealedField } from '../kernel/sealed.ts';

export interface Identity {
  readonly email: string;
  readonly full_name: string;
}

/** The last sign-up before confirmation counts whole: each is one of these. */
export type AccountRegistered = {
  readonly type: 'AccountRegistered';
  /** `address_key`: keyed hash of the folded address. */
  readonly data: { readonly address_key: string; readonly timezone: string };
  readonly private: Identity;
};
export type AccountConfirmed = { readonly type: 'AccountConfirmed'; readonly data: { readonly timezone: string } };
export type ProfileField = 'full_name' | 'avatar_url';
export type ProfileChanged = {
  readonly type: 'ProfileChanged';
  /** `was`: the sealed objects that hold the former values; null: not set. Older ones lack it. */
  readonly data: { readonly fields: readonly ProfileField[]; readonly was?: Readonly<Partial<Record<ProfileField, SealedField>>> };
  readonly private: { readonly full_name?: string; readonly avatar_url?: string | null };
};
export type TimezoneChanged = { readonly type: 'TimezoneChanged'; readonly data: { readonly from: string; readonly to: string } };
export type PasswordChanged = { readonly type: 'PasswordChanged'; readonly data: { readonly how: 'reset' | 'change' } };
export type SignedOutEverywhere = { readonly type: 'SignedOutEverywhere'; readonly data: Record<string, never> };

export type SettingsGroup = keyof SettingsGroups;
export interface SettingsGroups {
  readonly notifications: NotificationSettings;
  readonly time: TimeSettings;
  readonly ai: AiPartner;
}
export interface NotificationSettings {
  readonly task_reminders: boolean;
  readonly verification_updates: boolean;
  readonly weekly_reports: boolean;
  readonly system_updates: boolean;
}
export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
/** Times are `HH:MM` in the owner's zone. */
export interface TimeSettings {
  readonly todo_reminder_day: 'everyday' | Weekday;
  readonly todo_reminder_time: string;
  readonly proof_submission_deadline_hours: number;
  readonly weekly_report_day: Weekday;
  readonly weekly_report_time: string;
  readonly weekly_assessment_day: Weekday;
  readonly weekly_assessment_time: string;
}
/** Which kinds of task an AI reviews beside the partner. */
export interface AiPartner {
  readonly ai_email: boolean;
  readonly ai_coding: boolean;
  readonly ai_system_design: boolean;
  readonly ai_general: boolean;
}

/** What a new account has. */
export const DEFAULT_SETTINGS: SettingsGroups = {
  notifications: { task_reminders: true, verification_updates: true, weekly_reports: true, system_updates: true },
  time: {
    todo_reminder_day: 'everyday',
    todo_reminder_time: '08:00',
    proof_submission_deadline_hours: 24,
    weekly_report_day: 'monday',
    weekly_report_time: '08:00',
    weekly_assessment_day: 'sunday',
    weekly_assessment_time: '18:00',
  },
  ai: { ai_email: false, ai_coding: false, ai_system_design: false, ai_general: false },
};

/** What differs, and what was there. */
interface Changed<Group> {
  readonly set: Partial<Group>;
  readonly was: Partial<Group>;
}
export type NotificationsChanged = { readonly type: 'NotificationsChanged'; readonly data: Changed<NotificationSettings> };
export type TimeSettingsChanged = { readonly type: 'TimeSettingsChanged'; readonly data: Changed<TimeSettings> };
export type AiPartnerChanged = { readonly type: 'AiPartnerChanged'; readonly data: Changed<AiPartner> };
export type SettingsChanged = NotificationsChanged | TimeSettingsChanged | AiPartnerChanged;

export const SETTINGS_EVENTS = {
  notifications: 'NotificationsChanged',
  time: 'TimeSettingsChanged',
  ai: 'AiPartnerChanged',
} as const satisfies Record<SettingsGroup, SettingsChanged['type']>;

/** From here on there is no account any more for anybody; what is left of it is being destroyed. */
export type AccountDeletionRequested = { readonly type: 'AccountDeletionRequested'; readonly data: { readonly address_key: string } };
/** The keys are destroyed: read models drop all that is the owner's. Farewells may still be sent, with keys of their own. */
export type AccountDeleted = { readonly type: 'AccountDeleted'; readonly data: { readonly last_messages_until: string } };
/** The keys of the farewells are destroyed too: nothing is left to do. */
export type AccountForgotten = { readonly type: 'AccountForgotten'; readonly data: Record<string, never> };
export type LeavingEvent = AccountDeletionRequested | AccountDeleted | AccountForgotten;

export type AccountEvent =
  | AccountRegistered
  | AccountConfirmed
  | ProfileChanged
  | TimezoneChanged
  | PasswordChanged
  | SignedOutEverywhere
  | SettingsChanged
  | LeavingEvent;
export type RecordedAccountEvent = RecordedOf<AccountEvent>;
export const accountStream = (userId: string): string => `account-${userId}`;

/** One stream a folded address, named by its keyed hash: it makes addresses unique. */
export type AddressReserved = { readonly type: 'AddressReserved'; readonly data: { readonly user_id: string } };
export type AddressReleased = { readonly type: 'AddressReleased'; readonly data: { readonly user_id: string } };
export type AddressEvent = AddressReserved | AddressReleased;
export const addressStream = (addressKey: string): string => `address-${addressKey}`;

/** One stream a session. */
export type SessionStarted = {
  readonly type: 'SessionStarted';
  readonly data: { readonly how: 'signin' | 'confirm' | 'reset' | 'change' };
};
export type SessionEnded = { readonly type: 'SessionEnded'; readonly data: { readonly how: 'signout' } };
export type SessionEvent = SessionStarted | SessionEnded;
export const sessionStream = (sessionId: string): string => `session-${sessionId}`;
