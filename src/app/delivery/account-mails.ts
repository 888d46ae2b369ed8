import { createHash } from 'node:crypto';
import { deliveryStream, type LinkKind } from '../../domain/delivery/events.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { StoredToken, TokenPurpose } from '../../ports/tokens.ts';
import type { App } from '../app.ts';
import { type DeliveryRequest, requestDelivery } from './requests.ts';

/** How many links for one purpose can be valid at the same time. */
const MOST_LINKS = 3;
const KNOWN = 'known ';

/** Who requests a link, as far as the program distinguishes people. */
export interface Asker {
  /** Keyed hash of the browser if it is known, otherwise of the network address. */
  readonly source: string;
  /** Whether the account knows the browser. Anybody else may be a stranger. */
  readonly isKnown: boolean;
}

/** The vault stores this text with a link, to remember who requested it. */
const sourceOfLink = ({ source, isKnown }: Asker): string => (isKnown ? KNOWN + source : source);

const isOfKnown = ({ source }: StoredToken): boolean => source?.startsWith(KNOWN) ?? false;

/**
 * Chooses the links that end to make room for another one. Only newer links from known browsers end a link from a known browser. All other
 * links share the remaining room. They always have room for at least one, so that a person in a new browser gets a working link. `live`:
 * those that expire first come first.
 */
export function linksToEnd(live: readonly StoredToken[], asker: Asker): readonly string[] {
  const [known, others] = [live.filter(isOfKnown), live.filter((link) => !isOfKnown(link))];
  const source = sourceOfLink(asker);
  if (!asker.isKnown) return endBeyond(others, roomBeside(known.length) - 1, source);
  const ended = endBeyond(known, MOST_LINKS - 1, source);
  return [...ended, ...endBeyond(others, roomBeside(known.length - ended.length + 1), source)];
}

const roomBeside = (known: number): number => Math.max(1, MOST_LINKS - known);

/**
 * Ends links until at most `most` are left. It always takes the oldest link of the source with the most links, counting the new one. So
 * strangers who request many links end their own links first.
 */
function endBeyond(links: readonly StoredToken[], most: number, source: string): readonly string[] {
  const left = [...links];
  const ended: string[] = [];
  while (left.length > most) {
    const asked = (of: string | undefined): number => left.filter((link) => link.source === of).length + (of === source ? 1 : 0);
    const busiest = Math.max(...left.map((link) => asked(link.source)));
    const [end] = left.splice(
      left.findIndex((link) => asked(link.source) === busiest),
      1,
    );
    if (end !== undefined) ended.push(end.token_hash);
  }
  return ended;
}

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
