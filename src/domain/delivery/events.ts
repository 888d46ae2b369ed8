import type { RecordedOf } from '../kernel/event.ts';

/** Which mail; what it says is made when it is sent. Links are made from the delivery's id, never stored here. */
export type DeliveryKind = 'confirmation' | 'password_reset' | 'known_address';

export type DeliveryRequested = {
  readonly type: 'DeliveryRequested';
  readonly data: {
    readonly channel: 'mail';
    readonly kind: DeliveryKind;
    readonly user_id: string /** No longer worth sending after this. */;
    readonly expires_at: string | null;
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
