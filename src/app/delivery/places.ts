import { type PlacedKind, placeFor } from '../../domain/delivery/places.ts';
import { foldAddress } from '../account/account-lookup.ts';
import type { App } from '../app.ts';
import { withOwnerLock } from '../owner-lock.ts';
import { DAY_MS, later } from './account-mails.ts';
import type { DueDelivery } from './attempts.ts';

/** The longest queue of one recipient. A later message checks again when that queue should be empty. */
const MOST_PLACES = 100;

/**
 * When this message may go out: `now`, or a later instant. All owners who write to the same recipient share the limit. The message keeps
 * its place, so the same delivery may ask again.
 */
export function takePlace(app: App, { id, state }: DueDelivery, to: string, kind: PlacedKind, now: string): Promise<string> {
  const recipient = app.hashes.keyed('recipient', recipientOf(state.channel, to));
  const work = async (): Promise<string> => {
    const places = await app.places.placesOf(recipient);
    const at = placeFor(places, { id, kind }, now);
    if (at === now || places.length < MOST_PLACES) await app.places.putPlace(recipient, { id, kind, at, expires_at: later(at, DAY_MS) });
    return at;
  };
  return withOwnerLock(app, recipient, work, 'recipient');
}

/**
 * Normalizes a recipient. A mail address loses its subaddress, since `bo+1@example.org` and `bo+2@example.org` are usually one mailbox. A
 * number keeps only its digits, without leading zeros.
 */
function recipientOf(channel: DueDelivery['state']['channel'], to: string): string {
  if (channel === 'mail') return foldAddress(to).replace(/(?<=.)\+[^@]*(?=@)/, '');
  return `tel:${to.replaceAll(/\D/g, '').replace(/^0+/, '') || to}`;
}
