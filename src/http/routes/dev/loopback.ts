import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import { notFound } from '../../kernel/problems.ts';

/** Development routes answer this machine alone; to anyone else they are not there. */
export function loopbackOnly({ req }: Context): void {
  const peer = req.socket.remoteAddress ?? '';
  // A proxy on this machine speaks for somebody else.
  const direct = req.headers['x-forwarded-for'] === undefined && req.headers.forwarded === undefined;
  if (!direct || !ipaddr.isValid(peer) || ipaddr.process(peer).range() !== 'loopback') throw notFound();
}
