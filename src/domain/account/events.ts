import type { RecordedOf } from '../kernel/event.ts';

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
export type ProfileChanged = {
  readonly type: 'ProfileChanged';
  readonly data: { readonly fields: readonly ('full_name' | 'avatar_url')[] };
  readonly private: { readonly full_name?: string; readonly avatar_url?: string | null };
};
export type TimezoneChanged = { readonly type: 'TimezoneChanged'; readonly data: { readonly from: string; readonly to: string } };
export type PasswordChanged = { readonly type: 'PasswordChanged'; readonly data: { readonly how: 'reset' | 'change' } };
export type SignedOutEverywhere = { readonly type: 'SignedOutEverywhere'; readonly data: Record<string, never> };

export type AccountEvent = AccountRegistered | AccountConfirmed | ProfileChanged | TimezoneChanged | PasswordChanged | SignedOutEverywhere;
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
