import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import type { BillingDesk } from '../../../ports/billing.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Copies, MailCopy, MessageCopy } from '../../../ports/copies.ts';
import { notFound } from '../../kernel/problems.ts';

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

/** Development routes answer only to this machine. Anyone else gets 404. @throws Refusal 404 */
export function loopbackOnly({ req }: Context): void {
  const peer = req.socket.remoteAddress ?? '';
  // A request through a proxy on this machine may come from somebody else.
  const direct = req.headers['x-forwarded-for'] === undefined && req.headers.forwarded === undefined;
  if (!direct || !ipaddr.isValid(peer) || ipaddr.process(peer).range() !== 'loopback') throw notFound();
}
