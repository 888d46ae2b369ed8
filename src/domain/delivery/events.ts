import type { RecordedOf } from '../kernel/event.ts';

/** Mails with a link that works once. */
export type LinkKind = 'confirmation' | 'password_reset' | 'known_address';
/** Which mail; what it says is made when it is sent. Links are made from the delivery's id, never stored here. */
export type DeliveryKind = LinkKind | RhythmMailKind | PartnerKind | LeavingKind;
/** Mails about an account's data: a bundle is ready; the account is deleted. */
export type LeavingKind = 'export_ready' | 'account_farewell';
/** Mails that come round; `digest`: several of them in one. */
export type RhythmMailKind = 'reminder' | 'weekly_report' | 'weekly_assessment' | 'digest';
/** Messages to an owner's partner, by mail or WhatsApp. */
export type PartnerKind =
  | 'partner_invitation'
  | 'partner_notice'
  | 'partner_escalation'
  | 'partner_summary'
  | 'partner_farewell'
  /** Several of a notice, an escalation and summaries in one, after downtime. */
  | 'partner_digest';

/** A task of which a partner is told, as it then stood. */
export interface Told {
  readonly task_id: string;
  readonly date: string;
  readonly status: 'missed' | 'late' | 'skipped';
}

/** What a partner is to be told: of a closed local date, of one that was not filled, of the week from a Monday on. */
export interface PartnerPart {
  readonly kind: 'day' | 'escalation' | 'week';
  readonly date: string;
}

/** To which partner, at which of their addresses, and what of. The delivery's first event is sealed under the partner's key. */
export interface ToPartner {
  readonly id: string;
  /** The keyed hash of the address or number: another one than the partner's present one gets no more. */
  readonly key: string;
  /** Local dates that it is about, the first and the last of a week included; empty: none. */
  readonly dates: readonly string[];
  readonly tasks: readonly Told[];
  /** What it tells for once and all; left out in older logs, where kind and dates say it. */
  readonly parts?: readonly PartnerPart[];
}

/** One thing that a message tells: an occurrence of the owner's rhythm, by its kind and local date. */
export interface About {
  readonly kind: 'reminder' | 'weekly_report' | 'weekly_assessment' | 'escalation';
  readonly date: string;
}

export type DeliveryRequested = {
  readonly type: 'DeliveryRequested';
  readonly data: {
    readonly channel: 'mail' | 'whatsapp';
    readonly kind: DeliveryKind;
    readonly user_id: string /** No longer worth sending after this. */;
    readonly expires_at: string | null;
    /** Left out: the kind says all. */
    readonly about?: readonly About[];
    readonly partner?: ToPartner;
  };
  readonly private: { readonly to: string; readonly name: string };
};
/** What every outcome repeats, so that it can be told by itself; left out of what was written before there were partners. */
interface Which {
  readonly kind?: DeliveryKind;
  readonly channel?: 'mail' | 'whatsapp';
}
/**
 * Appended before anything is sent: whoever loses the race for it does not send. What became of the attempt is told by
 * `until`; else it is not known, and the next one follows under the same Message-ID. Logs from before it was written have none.
 */
export type DeliveryBegun = {
  readonly type: 'DeliveryBegun';
  readonly data: Which & { readonly attempt: number; readonly until: string };
};
export type DeliverySent = {
  readonly type: 'DeliverySent';
  readonly data: Which & { readonly attempt: number; readonly message_id: string };
};
export type DeliveryFailed = {
  readonly type: 'DeliveryFailed';
  /** `next_attempt_at` null: a dead letter. */
  readonly data: Which & { readonly attempt: number; readonly reason: string; readonly next_attempt_at: string | null };
};
/** It is no longer wanted, or there is nothing to say: no attempt follows. */
export type CancelReason = 'deleted' | 'removed' | 'declined' | 'unsubscribed' | 'moved' | 'nothing';
export type DeliveryCancelled = { readonly type: 'DeliveryCancelled'; readonly data: Which & { readonly reason: CancelReason } };
export type DeliveryEvent = DeliveryRequested | DeliveryBegun | DeliverySent | DeliveryFailed | DeliveryCancelled;
export type RecordedDeliveryEvent = RecordedOf<DeliveryEvent>;
export const deliveryStream = (id: string): string => `delivery-${id}`;
