import { type Decider, RuleViolation } from '../kernel/decider.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import { keysOf, pick } from '../kernel/records.ts';
import { ACCOUNT_EVENTS, type AccountEvent, type Identity, SETTINGS_EVENTS, type SignupEnding } from './events.ts';
import { quietFaults } from './rules.ts';
import type { ChannelSettings, SettingsGroup, SettingsGroups } from './settings-events.ts';
import {
  ADDRESS_EVENTS,
  type AddressEvent,
  IDENTITY_EVENTS,
  type IdentityEvent,
  SESSION_EVENTS,
  type SessionEnded,
  type SessionEvent,
  type SessionStarted,
} from './sign-in-events.ts';
import { type Account, type AccountState, evolve, initial } from './state.ts';

export type AccountCommand =
  | SignupCommand
  | { readonly type: 'Confirm' }
  /** The caller leaves out personal fields whose value does not change: the decider cannot compare them, because they are sealed. */
  | {
      readonly type: 'ChangeProfile';
      readonly full_name?: string;
      readonly avatar_url?: string | null;
      readonly timezone?: string;
      readonly if_match: number | null;
    }
  | ChangeSettings
  | { readonly type: 'NotePassword'; readonly how: 'reset' | 'change' }
  | { readonly type: 'SignOutEverywhere' }
  /** Deletes the account at this instant (RFC 3339). Whoever repeats it does not put the deletion off. */
  | { readonly type: 'ScheduleDeletion'; readonly at: string }
  | { readonly type: 'CancelDeletion' }
  | LeavingCommand;

export type SignupCommand =
  /**
   * `source`: keyed hash of the network address that the sign-up came from. Without it the program sends no mail. Repeating the command
   * changes nothing.
   */
  | {
      readonly type: 'Register';
      readonly addressKey: string;
      readonly timezone: string;
      readonly source?: string;
      readonly identity: Identity;
    }
  /** Records that the program has requested the mail for this sign-up. `until` (RFC 3339): when the sign-up expires. */
  | { readonly type: 'NoteSignupAnswered'; readonly until: string }
  | { readonly type: 'EndSignup'; readonly how: SignupEnding };

export type LeavingCommand =
  | { readonly type: 'RequestDeletion' }
  /** Records that the keys are destroyed. `lastMessagesUntil` (RFC 3339): the program sends no farewell after this instant. */
  | { readonly type: 'NoteDeleted'; readonly lastMessagesUntil: string }
  | { readonly type: 'NoteForgotten' };

/** Setting the present value again changes nothing. */
export type ChangeSettings = {
  readonly [G in SettingsGroup]: {
    readonly type: 'ChangeSettings';
    readonly group: G;
    readonly set: Partial<SettingsGroups[G]>;
    /** The version of the group that the sender last read. */
    readonly if_match: number | null;
  };
}[SettingsGroup];

type Decision = readonly Decided<AccountEvent>[];

export const accountDecider: Decider<AccountState, AccountCommand, AccountEvent> = {
  events: ACCOUNT_EVENTS,
  initial,
  evolve,
  decide(command, state) {
    if (command.type === 'Register') return register(command, state);
    if (command.type === 'NoteSignupAnswered' || command.type === 'EndSignup') return signedUp(command, state);
    if (command.type === 'NoteDeleted' || command.type === 'NoteForgotten') return left(command, state);
    if (command.type === 'RequestDeletion' && state.status === 'none' && state.left) return [];
    if (state.status === 'none') throw new RuleViolation('not_found', 'There is no such account.');
    switch (command.type) {
      case 'Confirm':
        return state.status === 'confirmed' ? [] : [{ type: 'AccountConfirmed', data: { timezone: state.timezone } }];
      case 'ChangeProfile':
        if (command.if_match !== null && command.if_match !== state.version)
          throw new RuleViolation('precondition_failed', 'Your profile has changed since you read it. Read it again.');
        return [...profileChanged(command, state), ...zoneChanged(command.timezone, state.timezone)];
      case 'ChangeSettings':
        return settingsChanged(command, state);
      case 'NotePassword':
        return [{ type: 'PasswordChanged', data: { how: command.how } }];
      case 'SignOutEverywhere':
        return [{ type: 'SignedOutEverywhere', data: {} }];
      case 'ScheduleDeletion':
        return state.deletion_at === null ? [{ type: 'AccountDeletionScheduled', data: { deletion_at: command.at } }] : [];
      case 'CancelDeletion':
        if (state.deletion_at === null) throw new RuleViolation('conflict', 'Your account is not going to be deleted.');
        return [{ type: 'AccountDeletionCancelled', data: { deletion_at: state.deletion_at } }];
      case 'RequestDeletion':
        return [{ type: 'AccountDeletionRequested', data: { address_key: state.address_key } }];
    }
  },
};

function register(command: Extract<AccountCommand, { type: 'Register' }>, state: AccountState): Decision {
  if (state.status === 'confirmed' || (state.status === 'none' && state.left)) throw new RuleViolation('conflict', 'This sign-up is over.');
  if (state.status === 'registered') return [];
  const { addressKey, timezone, source, identity } = command;
  const data = { address_key: addressKey, timezone, ...(source !== undefined && { source }) };
  return [{ type: 'AccountRegistered', data, private: identity }];
}

/** Changes nothing if the sign-up was confirmed or has ended. */
function signedUp(command: Extract<SignupCommand, { type: 'NoteSignupAnswered' | 'EndSignup' }>, state: AccountState): Decision {
  if (state.status !== 'registered') return [];
  if (command.type === 'EndSignup')
    return [{ type: 'SignupEnded', data: { address_key: state.address_key, how: command.how }, by: SYSTEM }];
  return state.signup.answered ? [] : [{ type: 'SignupAnswered', data: { until: command.until }, by: SYSTEM }];
}

function left(command: Exclude<LeavingCommand, { type: 'RequestDeletion' }>, state: AccountState): Decision {
  const stage = state.status === 'none' ? state.left?.stage : undefined;
  if (command.type === 'NoteForgotten') return stage === 'deleted' ? [{ type: 'AccountForgotten', data: {} }] : [];
  return stage === 'requested' ? [{ type: 'AccountDeleted', data: { last_messages_until: command.lastMessagesUntil } }] : [];
}

function profileChanged({ full_name, avatar_url }: Extract<AccountCommand, { type: 'ChangeProfile' }>, state: Account): Decision {
  const changed = { ...(full_name !== undefined && { full_name }), ...(avatar_url !== undefined && { avatar_url }) };
  const fields = keysOf(changed);
  const was = pick(state, fields);
  return fields.length === 0 ? [] : [{ type: 'ProfileChanged', data: { fields, was }, private: changed }];
}

function settingsChanged({ group, set, if_match }: ChangeSettings, { settings, settings_versions }: Account): Decision {
  if (if_match !== null && if_match !== settings_versions[group])
    throw new RuleViolation('precondition_failed', 'These settings have changed since you read them. Read them again.');
  const present: Readonly<Record<string, unknown>> = { ...settings[group] };
  const changed = Object.entries(set).filter(([field, value]) => !isSame(value, present[field]));
  if (changed.length === 0) return [];
  if (group === 'channels') checkQuietHours({ ...settings.channels, ...set });
  const was = Object.fromEntries(changed.map(([field]) => [field, present[field]]));
  return [{ type: SETTINGS_EVENTS[group], data: { set: Object.fromEntries(changed), was } }];
}

/** A list is the same if it has the same values in the same order. */
const isSame = (a: unknown, b: unknown): boolean => a === b || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b));

/** @throws RuleViolation validation_failed, by field */
function checkQuietHours(channels: ChannelSettings): void {
  const faults = quietFaults(channels);
  const [sentence] = Object.values(faults).flat();
  if (sentence !== undefined) throw new RuleViolation('validation_failed', sentence, faults);
}

const zoneChanged = (to: string | undefined, from: string): Decision =>
  to === undefined || to === from ? [] : [{ type: 'TimezoneChanged', data: { from, to, tasks_follow: true } }];

export type AddressState = { readonly user_id: string | null };

export type AddressCommand =
  /** `instead`: an account that reserved this address without confirming it. It loses the address to `userId`. */
  | { readonly type: 'Reserve'; readonly userId: string; readonly instead?: string | null }
  /** Releases the address, unless it belongs to another account in the meantime. */
  | { readonly type: 'Release'; readonly userId: string };

export const addressDecider: Decider<AddressState, AddressCommand, AddressEvent> = {
  events: ADDRESS_EVENTS,
  initial: { user_id: null },
  evolve: (_state, event) => ({ user_id: event.type === 'AddressReserved' ? event.data.user_id : null }),
  /** The first account keeps the address. The caller reads the owner of the address from the state. */
  decide(command, { user_id }) {
    const { userId } = command;
    if (command.type === 'Release') return user_id === userId ? [{ type: 'AddressReleased', data: { user_id: userId } }] : [];
    const reserved = { type: 'AddressReserved', data: { user_id: userId } } as const;
    if (user_id === null) return [reserved];
    return user_id === command.instead && user_id !== userId ? [{ type: 'AddressReleased', data: { user_id } }, reserved] : [];
  },
};

export type SessionState = 'none' | 'started' | 'ended';
export type SessionCommand =
  | { readonly type: 'Start'; readonly how: SessionStarted['data']['how']; readonly isNewDevice?: boolean; readonly locale?: string | null }
  | { readonly type: 'End'; readonly how: SessionEnded['data']['how'] }
  /** Records a sign-in with a wrong password. No session begins. */
  | { readonly type: 'Refuse' };

export const sessionDecider: Decider<SessionState, SessionCommand, SessionEvent> = {
  events: SESSION_EVENTS,
  initial: 'none',
  evolve: (_state, event) => (event.type === 'SessionStarted' ? 'started' : 'ended'),
  decide(command, state) {
    if (command.type === 'Start') return state === 'none' ? [started(command)] : [];
    if (command.type === 'Refuse') return state === 'none' ? [{ type: 'SessionRefused', data: {}, by: SYSTEM }] : [];
    return state === 'started' ? [{ type: 'SessionEnded', data: { how: command.how } }] : [];
  },
};

const started = ({ how, isNewDevice, locale }: Extract<SessionCommand, { type: 'Start' }>): SessionStarted => ({
  type: 'SessionStarted',
  data: { how, ...(isNewDevice && { new_device: true }), ...(locale && { locale }) },
});

export interface IdentityState {
  readonly user_id: string | null;
}

export interface LinkIdentity {
  readonly type: 'Link';
  readonly userId: string;
  readonly platform: IdentityEvent['data']['platform'];
  /** The deleted account that this person had before; null: there was none. */
  readonly instead: string | null;
}

/** A person at a provider keeps their first account until it is deleted. */
export const identityDecider: Decider<IdentityState, LinkIdentity, IdentityEvent> = {
  events: IDENTITY_EVENTS,
  initial: { user_id: null },
  evolve: (_state, { data }) => ({ user_id: data.user_id }),
  decide: ({ userId, platform, instead }, { user_id }) =>
    user_id === instead && user_id !== userId ? [{ type: 'IdentityLinked', data: { user_id: userId, platform } }] : [],
};
