import type { RecordedOf } from '../kernel/event.ts';
import type { AccountEvent, SealedPerson } from './events.ts';
import { DEFAULT_SETTINGS, type SettingsGroup, type SettingsGroups } from './settings-events.ts';

/** A confirmed or unconfirmed account. Each sealed field is the sealed object that holds the present value. */
export interface Account {
  readonly status: 'registered' | 'confirmed';
  readonly address_key: string;
  readonly timezone: string;
  readonly email: SealedPerson['email'];
  readonly full_name: SealedPerson['full_name'];
  readonly avatar_url: SealedPerson['avatar_url'];
  readonly created_at: string;
  readonly confirmed_at: string | null;
  /** When the account is deleted; null: nobody asked for that. */
  readonly deletion_at: string | null;
  readonly version: number;
  readonly signup: {
    /** Keyed hash of the mail address together with the network address of the sign-up; null: an earlier version wrote the event. */
    readonly source: string | null;
    /** Whether the program has requested the mail for this sign-up. */
    readonly answered: boolean;
  };
  readonly settings: SettingsGroups;
  /** The revision of the last event that changed each group; 0: the group has the values of a new account. */
  readonly settings_versions: Readonly<Record<SettingsGroup, number>>;
}
/** What the program still needs to delete an account, or a sign-up that ended. */
export interface DeletedAccount {
  /** Nobody confirmed the account, so it has no partners, and no farewell is sent. */
  readonly unconfirmed: boolean;
  readonly stage: 'requested' | 'deleted' | 'forgotten';
  readonly address_key: string;
  readonly email: SealedPerson['email'];
  readonly full_name: SealedPerson['full_name'];
  readonly requested_at: string;
  /** When the program stops sending farewells; null: the keys are not destroyed yet. */
  readonly last_messages_until: string | null;
  readonly correlation_id: string;
}
export type AccountState = { readonly status: 'none'; readonly left?: DeletedAccount } | Account;

export const initial: AccountState = { status: 'none' };

export function evolve(state: AccountState, event: RecordedOf<AccountEvent>): AccountState {
  if (event.type === 'AccountRegistered') return registered(event);
  if (state.status === 'none') return state.left ? leaving(state.left, event) : state;
  const version = event.revision;
  switch (event.type) {
    case 'AccountConfirmed':
      return { ...state, status: 'confirmed', confirmed_at: event.metadata.at, version };
    case 'ProfileChanged':
      return { ...state, ...Object.fromEntries(event.data.fields.map((field) => [field, event.private])), version };
    case 'TimezoneChanged':
      return { ...state, timezone: event.data.to, version };
    case 'NotificationsChanged':
      return settingsChanged(state, 'notifications', event.data.set, version);
    case 'TimeSettingsChanged':
      return settingsChanged(state, 'time', event.data.set, version);
    case 'AiPartnerChanged':
      return settingsChanged(state, 'ai', event.data.set, version);
    case 'ChannelsChanged':
      return settingsChanged(state, 'channels', event.data.set, version);
    case 'AccountDeletionScheduled':
      return { ...state, deletion_at: event.data.deletion_at };
    case 'AccountDeletionCancelled':
      return { ...state, deletion_at: null };
    case 'SignupAnswered':
      return { ...state, signup: { ...state.signup, answered: true } };
    case 'SignupEnded':
    case 'AccountDeletionRequested': {
      const { address_key, email, full_name } = state;
      const { at: requested_at, correlation_id } = event.metadata;
      const unconfirmed = event.type === 'SignupEnded';
      const person = { address_key, email, full_name };
      return {
        status: 'none',
        left: { stage: 'requested', unconfirmed, ...person, requested_at, last_messages_until: null, correlation_id },
      };
    }
    default:
      return state;
  }
}

function leaving(left: DeletedAccount, { type, data }: RecordedOf<AccountEvent>): AccountState {
  if (type === 'AccountDeleted')
    return { status: 'none', left: { ...left, stage: 'deleted', last_messages_until: data.last_messages_until } };
  return { status: 'none', left: type === 'AccountForgotten' ? { ...left, stage: 'forgotten' } : left };
}

function settingsChanged<G extends SettingsGroup>(state: Account, group: G, set: Partial<SettingsGroups[G]>, version: number): Account {
  return {
    ...state,
    settings: { ...state.settings, [group]: { ...state.settings[group], ...set } },
    settings_versions: { ...state.settings_versions, [group]: version },
  };
}

function registered(event: RecordedOf<Extract<AccountEvent, { type: 'AccountRegistered' }>>): AccountState {
  return {
    status: 'registered',
    address_key: event.data.address_key,
    timezone: event.data.timezone,
    email: event.private,
    full_name: event.private,
    avatar_url: null,
    created_at: event.metadata.at,
    confirmed_at: null,
    deletion_at: null,
    version: event.revision,
    // Earlier versions requested the mail before they answered the sign-up.
    signup: { source: event.data.source ?? null, answered: event.data.source === undefined },
    settings: DEFAULT_SETTINGS,
    settings_versions: { notifications: 0, time: 0, ai: 0, channels: 0 },
  };
}
