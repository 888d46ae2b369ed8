import type { Clock } from '../../../ports/clock.ts';
import type { Copies, MailCopy, MessageCopy } from '../../../ports/copies.ts';

/** What the development routes work with. */
export interface DevPorts {
  readonly clock: Clock;
  readonly mails: Copies<MailCopy>['list'];
  readonly messages: Copies<MessageCopy>['list'];
  /** Moves the clock to the instant made of its present one; resolves with where it then is. @throws RuleViolation `conflict` */
  readonly move: (to: (now: string) => string) => Promise<string>;
}
