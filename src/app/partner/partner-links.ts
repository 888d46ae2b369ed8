import { createHmac, timingSafeEqual } from 'node:crypto';
import { deliveryDecider } from '../../domain/delivery/decide.ts';
import type { PartnerKind, ToPartner } from '../../domain/delivery/event-data.ts';
import { deliveryStream } from '../../domain/delivery/events.ts';
import type { Requested } from '../../domain/delivery/state.ts';
import { readState } from '../../domain/kernel/read-stream.ts';
import type { KeyedHashes } from '../../ports/keyed-hashes.ts';
import type { App } from '../app.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';

/** `page` opens the partner's page; `stop` can only unsubscribe. */
export type LinkUse = 'page' | 'stop';

/** How long links work after the message was requested. The unsubscribe link works longer, so that it still works in an old message. */
const LIFETIME: Readonly<Record<LinkUse, number>> = { page: 14 * DAY_MS, stop: 400 * DAY_MS };

const TOKEN = /^([0-9a-f]{32})([0-9a-f]{48})$/;

/** 192 bits that nobody can guess, made from the delivery's id. They are not stored. */
const mark = (hashes: KeyedHashes, use: LinkUse, id: string): string =>
  createHmac('sha256', hashes.keyed('partner link', `${use}\n${id}`))
    .update(id)
    .digest('hex')
    .slice(0, 48);

export const partnerToken = (hashes: KeyedHashes, use: LinkUse, id: string): string => id.replaceAll('-', '') + mark(hashes, use, id);

export const linkEnds = (use: LinkUse, requestedAt: string): string => later(requestedAt, LIFETIME[use]);

export interface PartnerLink {
  readonly id: string;
  readonly message: Requested & { readonly kind: PartnerKind; readonly partner: ToPartner };
}

/** The message and partner of a token. Null: it is invented or expired. */
export async function partnerLink(app: Pick<App, 'hashes' | 'store' | 'clock'>, use: LinkUse, token: string): Promise<PartnerLink | null> {
  const [, hex, given] = TOKEN.exec(token) ?? [];
  if (hex === undefined || given === undefined) return null;
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (!timingSafeEqual(Buffer.from(mark(app.hashes, use, id)), Buffer.from(given))) return null;
  const state = await readState(app.store, deliveryDecider, deliveryStream(id));
  if (state.status === 'none' || state.partner === null || linkEnds(use, state.requested_at) <= app.clock.now()) return null;
  return { id, message: state as PartnerLink['message'] };
}
