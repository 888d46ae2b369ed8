import { type PlacedKind, placeFor } from '../../domain/delivery/places.ts';
import { foldAddress } from '../account/account-lookup.ts';
import type { App } from '../app.ts';
import { withOwnerLock } from '../owner-lock.ts';
import { DAY_MS, later } from './account-mails.ts';
import type { DueDelivery } from './attempts.ts';

/** The longest queue of one recipient. Whoever comes later looks again when the queue would have been served. */
const MOST_PLACES = 100;

/**
 * When this message may go out, over all owners who write to the same recipient: `now`, or a later instant. A place is kept
 * for it, so that it may be asked for again by the same delivery.
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
 * An address without its subaddress, since `bo+1@example.org` and `bo+2@example.org` are as a rule one mailbox; a number by
 * its digits, without the zeros that some write before the country.
 */
function recipientOf(channel: DueDelivery['state']['channel'], to: string): string {
  if (channel === 'mail') return foldAddress(to).replace(/(?<=.)\+[^@]*(?=@)/, '');
  return `tel:${to.replaceAll(/\D/g, '').replace(/^0+/, '') || to}`;
}
