import { createHash } from 'node:crypto';
import type { LinkKind } from '../../domain/delivery/event-data.ts';
import { deliveryStream } from '../../domain/delivery/events.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { TokenPurpose } from '../../ports/link-tokens.ts';
import type { App } from '../app.ts';
import { type Asker, linksToEnd, sourceOfLink } from './links-side-by-side.ts';
import { type DeliveryRequest, requestDelivery } from './request-delivery.ts';

export interface LinkMail {
  readonly kind: LinkKind;
  readonly userId: string;
  readonly to: string;
  readonly name: string;
}

type LinkPurpose = Extract<TokenPurpose, 'confirm' | 'reset'>;

const PURPOSE: Readonly<Record<LinkKind, LinkPurpose>> = { confirmation: 'confirm', password_reset: 'reset', known_address: 'reset' };
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const LIFETIME: Readonly<Record<LinkPurpose, number>> = { confirm: DAY_MS, reset: HOUR_MS };

/** The vault stores only this hash of a link's token. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * The instant some milliseconds after another, in the clock's format. It runs with every request, so it does not use Temporal, which is
 * slower.
 */
export const later = (now: string, milliseconds: number): string => new Date(Date.parse(now) + milliseconds).toISOString();

/** `mailId`: the id of the mail, for a request that may be repeated. */
export interface MailRequest {
  readonly correlationId: string;
  readonly mailId?: string | undefined;
  readonly asker: Asker;
}

/** Requests a mail with a link, once for each id. The newest of the earlier links for the same purpose keep working. */
export async function requestMail(app: App, mail: LinkMail, { correlationId, mailId, asker }: MailRequest): Promise<Position> {
  const id = mailId ?? app.newId();
  const purpose = PURPOSE[mail.kind];
  // The link may have been used already. If its token were stored again, it would work again.
  if (mailId !== undefined && (await app.store.readStream(deliveryStream(id), 0, 1)).length > 0) return app.store.head();
  const now = app.clock.now();
  const expiresAt = later(now, LIFETIME[purpose]);
  const live = (await app.linkTokens.tokensOf(mail.userId, purpose)).filter(({ expires_at }) => expires_at > now);
  for (const ended of linksToEnd(live, asker)) await app.linkTokens.takeToken(ended);
  await app.linkTokens.putToken({
    token_hash: tokenHash(app.hashes.keyed('link', id)),
    purpose,
    user_id: mail.userId,
    expires_at: expiresAt,
    source: sourceOfLink(asker),
  });
  const context = { owner: mail.userId, actor: { kind: 'system', id: null }, correlationId, causationId: null } as const;
  const request: DeliveryRequest = {
    data: { channel: 'mail', kind: mail.kind, user_id: mail.userId, expires_at: expiresAt },
    private: { to: mail.to, name: mail.name },
  };
  return (await requestDelivery(app, id, request, context)) ?? app.store.head();
}
