import type { RecordedOf } from '../kernel/event.ts';
import type { SealedField } from '../kernel/sealed.ts';
import { DEFAULT_SETTINGS, type SettingsGroup, type SettingsGroups } from './event-data.ts';
import type { AccountEvent } from './events.ts';

/** A confirmed or unconfirmed account. Each sealed field is the sealed object that holds the present value. */
export interface Account {
  readonly status: 'registered' | 'confirmed';
  readonly address_key: string;
  readonly timezone: string;
  readonly email: SealedField;
  readonly full_name: SealedField;
  readonly avatar_url: SealedField;
  readonly created_at: string;
  readonly confirmed_at: string | null;
  /** Revision of the last event that changed a field; the ETag is made from it. */
  readonly version: number;
  readonly signup: {
    /** Keyed hash of the address together with the network address that signed up; null: an earlier version wrote it. */
    readonly source: string | null;
    /** Whether the mail that follows was asked for. */
    readonly answered: boolean;
  };
  readonly settings: SettingsGroups;
  /** For each group the revision of the last event that changed it; 0: the group is as in a new account. */
  readonly settings_versions: Readonly<Record<SettingsGroup, number>>;
}
/** What is known of a deleted account, or of a sign-up that ended, so that the deletion can be carried out. */
export interface DeletedAccount {
  /** It was never confirmed: it has no partners, and nobody waits for a farewell. */
  readonly unconfirmed: boolean;
  readonly stage: 'requested' | 'deleted' | 'forgotten';
  readonly address_key: string;
  readonly email: SealedField;
  readonly full_name: SealedField;
  readonly requested_at: string;
  /** Until when farewells may still be sent; null: the keys are not destroyed yet. */
  readonly last_messages_until: string | null;
  readonly correlation_id: string;
}
export type AccountState = { readonly status: 'none'; readonly left?: DeletedAccount } | Account;

export const initial: AccountState = { status: 'none' };

/** Total: an event that does not fit the state changes nothing. */
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
    version: event.revision,
    // Earlier versions asked for the mail before they answered.
    signup: { source: event.data.source ?? null, answered: event.data.source === undefined },
    settings: DEFAULT_SETTINGS,
    settings_versions: { notifications: 0, time: 0, ai: 0 },
  };
}
