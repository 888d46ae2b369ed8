import type { Sealed } from '../kernel/event.ts';
import type { PartnerChannel, PartnerMatter, PartnerStatus, Person, RecordedPartnerEvent } from './events.ts';

export interface PartnerRecord extends PartnerMatter {
  readonly status: PartnerStatus;
  readonly person: Sealed<Person> | null;
  /** The channels on which the partner has accepted. */
  readonly accepted: Readonly<Record<PartnerChannel, boolean>>;
  readonly refused: readonly string[];
  /** When the partner last said something on their page, oldest first: as many instants as the limit needs. */
  readonly spoke: readonly string[];
  readonly version: number;
}
export type PartnerState = { readonly status: 'none' } | PartnerRecord;

export const initial: PartnerState = { status: 'none' };
/** A partner may say as much in a week. */
export const MOST_WORDS = 20;
const NOBODY = { mail: false, whatsapp: false };

type Keys = Pick<PartnerMatter, 'address_key' | 'whatsapp_key'>;
export const keyFor = (channel: PartnerChannel, { address_key, whatsapp_key }: Keys): string | null =>
  channel === 'mail' ? address_key : whatsapp_key;

export const keysOf = ({ address_key, whatsapp_key }: Keys): readonly string[] => [address_key, whatsapp_key].filter((key) => key !== null);

/** The program sends the invitation to the email address, or to the number if there is no address. */
export const primary = (matter: Pick<PartnerMatter, 'address_key'>): PartnerChannel => (matter.address_key === null ? 'whatsapp' : 'mail');

export function evolve(state: PartnerState, event: RecordedPartnerEvent): PartnerState {
  const version = event.revision;
  if (event.type === 'PartnerInvited') {
    const { refused, spoke } = state.status === 'none' ? { refused: [], spoke: [] } : state;
    return { ...event.data, status: 'invited', person: event.private, accepted: NOBODY, refused, spoke, version };
  }
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'PartnerChanged': {
      const { address_key, whatsapp_key } = event.data;
      const mail = state.accepted.mail && address_key === state.address_key;
      const whatsapp = state.accepted.whatsapp && whatsapp_key === state.whatsapp_key;
      return { ...state, ...event.data, person: event.private, accepted: { mail, whatsapp }, version };
    }
    case 'PartnerAccepted':
      return { ...state, status: 'accepted', accepted: { ...state.accepted, [event.data.channel]: true }, version };
    case 'PartnerDeclined':
      return { ...state, status: 'declined', ...refusal(state), version };
    case 'PartnerUnsubscribed':
      return { ...state, status: 'unsubscribed', ...refusal(state), version };
    case 'PartnerAddressRefused':
      return { ...state, refused: [...state.refused, event.data.key] };
    case 'PartnerRemoved':
      return { ...state, status: 'removed', accepted: NOBODY, version };
    case 'SummaryAsked':
      return state;
    case 'PartnerAsked':
    case 'PartnerPraised':
    case 'PartnerWrote':
      return { ...state, spoke: [...state.spoke, event.metadata.at].slice(-MOST_WORDS) };
  }
}

const refusal = (state: PartnerRecord): Pick<PartnerRecord, 'accepted' | 'refused'> => ({
  accepted: NOBODY,
  refused: [...new Set([...state.refused, ...keysOf(state)])],
});
