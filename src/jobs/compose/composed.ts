import type { App } from '../../app/app.ts';
import type { DeliveryState } from '../../domain/delivery/state.ts';
import type { Message } from '../../providers/mail/port.ts';

export interface ComposePorts {
  readonly app: App;
  /** The origin that links lead to. */
  readonly origin: () => string;
}

export type Waiting = Extract<DeliveryState, { status: 'waiting' }>;

/** What a delivery says, made when it is sent. */
export type Composed = Pick<Message, 'to' | 'subject' | 'text' | 'html' | 'attachments' | 'headers'>;

/** Null: there is nobody any more to whom it could go. */
export type Compose = (ports: ComposePorts, id: string, state: Waiting) => Promise<Composed | null>;
