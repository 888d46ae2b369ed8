import type { RecordedOf } from '../kernel/event.ts';

export type PartnerStatus = 'invited' | 'accepted' | 'declined' | 'unsubscribed' | 'removed';
export type PartnerDetail = 'titles' | 'counts';

/**
 * One stream a partner record. The partner has a key of their own: `metadata.owner` of these events is the
 * partner's key owner (`partner:{id}`); `data.user_id` is the user who named them.
 */
export type PartnerInvited = {
  readonly type: 'PartnerInvited';
  readonly data: { readonly user_id: string; readonly address_key: string | null; readonly detail: PartnerDetail; readonly has_whatsapp: boolean };
  readonly private: { readonly name: string; readonly email: string; readonly whatsapp: string };
};
/** Name, WhatsApp number or detail; a changed address is `PartnerInvited` anew. */
export type PartnerChanged = {
  readonly type: 'PartnerChanged';
  readonly data: { readonly user_id: string; readonly detail: PartnerDetail; readonly has_whatsapp: boolean };
  readonly private: { readonly name: string; readonly email: string; readonly whatsapp: string };
};
type Step<Type extends string> = { readonly type: Type; readonly data: { readonly user_id: string } };
export type PartnerAccepted = Step<'PartnerAccepted'>;
export type PartnerDeclined = Step<'PartnerDeclined'>;
export type PartnerUnsubscribed = Step<'PartnerUnsubscribed'>;
export type PartnerRemoved = Step<'PartnerRemoved'>;
export type SummaryAsked = Step<'SummaryAsked'>;
export type PartnerEvent = PartnerInvited | PartnerChanged | PartnerAccepted | PartnerDeclined | PartnerUnsubscribed | PartnerRemoved | SummaryAsked;
export type RecordedPartnerEvent = RecordedOf<PartnerEvent>;
export const partnerStream = (id: string): string => `partner-${id}`;
export const partnerKeyOwner = (id: string): string => `partner:${id}`;
