import type { Clock } from '../../../domain/kernel/clock.ts';

/** A mail as `/dev/mailbox.json` shows it. */
export interface DevMail {
  readonly id: string;
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly { readonly filename: string; readonly content_type: string; readonly size: number }[];
  readonly at: string;
}

/** A message other than a mail, as `/dev/outbox.json` shows it. */
export interface DevMessage {
  readonly id: string;
  readonly channel: 'whatsapp';
  readonly to: string;
  readonly text: string;
  readonly at: string;
}

/** What the development routes work with. */
export interface DevPorts {
  readonly clock: Clock;
  /** Newest first. */
  readonly mails: (filter: { readonly to?: string; readonly limit: number }) => Promise<readonly DevMail[]>;
  /** Newest first. */
  readonly messages: (filter: { readonly to?: string; readonly limit: number }) => Promise<readonly DevMessage[]>;
  /** Moves the clock to the instant made of its present one; resolves with where it then is. @throws RuleViolation `conflict` */
  readonly move: (to: (now: string) => string) => Promise<string>;
}
