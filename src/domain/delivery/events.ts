import type { RecordedOf } from '../kernel/event.ts';

/** Mails with a link that works once. */
export type LinkKind = 'confirmation' | 'password_reset' | 'known_address';
/** Which mail; what it says is made when it is sent. Links are made from the delivery's id, never stored here. */
export type DeliveryKind = LinkKind;

/** One thing that a message tells: an occurrence of the owner's rhythm, by its kind and local date. */
export interface About {
  readonly kind: 'reminder' | 'weekly_report' | 'weekly_assessment' | 'escalation';
  readonly date: string;
}

export type DeliveryRequested = {
  readonly type: 'DeliveryRequested';
  readonly data: {
    readonly channel: 'mail';
    readonly kind: DeliveryKind;
    readonly user_id: string /** No longer worth sending after this. */;
    readonly expires_at: string | null;
    /** Left out: the kind says all. */
    readonly about?: readonly About[];
  };
  readonly private: { readonly to: string; readonly name: string };
};
export type DeliverySent = { readonly type: 'DeliverySent'; readonly data: { readonly attempt: number; readonly message_id: string } };
export type DeliveryFailed = {
  readonly type: 'DeliveryFailed';
  /** `next_attempt_at` null: a dead letter. */
  readonly data: { readonly attempt: number; readonly reason: string; readonly next_attempt_at: string | null };
};
export type DeliveryEvent = DeliveryRequested | DeliverySent | DeliveryFailed;
export type RecordedDeliveryEvent = RecordedOf<DeliveryEvent>;
export const deliveryStream = (id: string): string => `delivery-${id}`;
