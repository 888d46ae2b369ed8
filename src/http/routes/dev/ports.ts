import type { BillingDesk } from '../../../ports/billing-desk.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Copies, MailCopy, MessageCopy } from '../../../ports/copies.ts';

/** What the development routes need. */
export interface DevPorts {
  readonly clock: Clock;
  readonly mails: Copies<MailCopy>['list'];
  readonly messages: Copies<MessageCopy>['list'];
  /** Null where a real payment provider is configured. */
  readonly desk: BillingDesk | null;
  /** Moves the clock to the instant that `to` gives for the present one. Resolves with the new instant. @throws RuleViolation `conflict` */
  readonly move: (to: (now: string) => string) => Promise<string>;
}
