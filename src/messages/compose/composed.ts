import type { App } from '../../app/app.ts';
import type { Unsent, Waiting } from '../../app/delivery/attempts.ts';
import type { Message } from '../../providers/mail/port.ts';
import type { ReportModel } from '../../reports/model/report-model.ts';

export interface ComposePorts {
  readonly app: App;
  /** The origin that links lead to. */
  readonly origin: () => string;
  /** The report of the week that begins on this Monday, as its owner reads it. */
  readonly weeklyModel: (owner: string, monday: string) => Promise<ReportModel>;
}

/** What a delivery says, made when it is sent. */
export type Composed = Pick<Message, 'to' | 'subject' | 'text' | 'html' | 'attachments' | 'headers' | 'unkept'>;

/** Null: there is nobody any more to whom it could go. */
export type Compose = (ports: ComposePorts, id: string, state: Waiting) => Promise<Composed | null>;

/** What is to be sent once it is begun; or what is to be noted, since nothing is. */
export type Prepared =
  | { readonly instead: Unsent }
  | { readonly instead: null; readonly send: () => Promise<{ readonly message_id: string }> };
