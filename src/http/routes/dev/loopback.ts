import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import { notFound } from '../../kernel/problems.ts';

/** Development routes answer only to this machine. Anyone else gets 404. @throws Refusal 404 */
export function loopbackOnly({ req }: Context): void {
  const peer = req.socket.remoteAddress ?? '';
  // A request through a proxy on this machine may come from somebody else.
  const direct = req.headers['x-forwarded-for'] === undefined && req.headers.forwarded === undefined;
  if (!direct || !ipaddr.isValid(peer) || ipaddr.process(peer).range() !== 'loopback') throw notFound();
}
