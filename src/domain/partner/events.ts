import type { RecordedOf } from '../kernel/event.ts';

export type PartnerStatus = 'invited' | 'accepted' | 'declined' | 'unsubscribed' | 'removed';
export type PartnerDetail = 'titles' | 'counts';
export type PartnerChannel = 'mail' | 'whatsapp';

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly whatsapp: string;
}

/** What is said of a partner without naming them. Keys are keyed hashes: they compare addresses and give none away. */
export interface PartnerMatter {
  readonly user_id: string;
  /** Of the email address; null: there is none. */
  readonly address_key: string | null;
  /** Of the WhatsApp number's digits; null: there is none. */
  readonly whatsapp_key: string | null;
  readonly has_whatsapp: boolean;
  readonly detail: PartnerDetail;
}

/**
 * One stream a partner record. The partner has a key of their own: `metadata.owner` of these events is the
 * partner's key owner (`partner:{id}`); `data.user_id` is the user who named them.
 */
export type PartnerInvited = { readonly type: 'PartnerInvited'; readonly data: PartnerMatter; readonly private: Person };
/** Name, detail or a second way to reach them; a changed address is `PartnerInvited` anew. */
export type PartnerChanged = { readonly type: 'PartnerChanged'; readonly data: PartnerMatter; readonly private: Person };
/** `channel`: by the link that came this way, so that this address, and no other, has said yes. */
export type PartnerAccepted = {
  readonly type: 'PartnerAccepted';
  readonly data: { readonly user_id: string; readonly channel: PartnerChannel };
};
type Step<Type extends string> = { readonly type: Type; readonly data: { readonly user_id: string } };
export type PartnerDeclined = Step<'PartnerDeclined'>;
export type PartnerUnsubscribed = Step<'PartnerUnsubscribed'>;
/** Whoever has an address that is no longer this partner's wants to hear no more from this owner. */
export type PartnerAddressRefused = {
  readonly type: 'PartnerAddressRefused';
  readonly data: { readonly user_id: string; readonly key: string };
};
export type PartnerRemoved = Step<'PartnerRemoved'>;
export type SummaryAsked = Step<'SummaryAsked'>;
export type PartnerEvent =
  | PartnerInvited
  | PartnerChanged
  | PartnerAccepted
  | PartnerDeclined
  | PartnerUnsubscribed
  | PartnerAddressRefused
  | PartnerRemoved
  | SummaryAsked;
export type RecordedPartnerEvent = RecordedOf<PartnerEvent>;
export const partnerStream = (id: string): string => `partner-${id}`;
export const partnerKeyOwner = (id: string): string => `partner:${id}`;
