import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import type { BillingDesk } from '../../../ports/billing.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Copies, MailCopy, MessageCopy } from '../../../ports/files.ts';
import { notFound } from '../../kernel/problems.ts';

export interface DevPorts {
  readonly clock: Clock;
  readonly mails: Copies<MailCopy>['list'];
  readonly messages: Copies<MessageCopy>['list'];
  /** Null if a real payment provider is configured. */
  readonly desk: BillingDesk | null;
  /**
   * `to` computes the new instant from the current one. Resolves with the new instant.
   * @throws RuleViolation `conflict`
   */
  readonly move: (to: (now: string) => string) => Promise<string>;
}

/**
 * Answers 404 to anyone but this machine.
 * @throws Refusal 404
 */
export function loopbackOnly({ req }: Context): void {
  const peer = req.socket.remoteAddress ?? '';
  // A proxy on this machine may pass on requests of other machines.
  const direct = req.headers['x-forwarded-for'] === undefined && req.headers.forwarded === undefined;
  if (!direct || !ipaddr.isValid(peer) || ipaddr.process(peer).range() !== 'loopback') throw notFound();
}
