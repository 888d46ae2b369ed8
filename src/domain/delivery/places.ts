/** Messages that an owner sends by hand to a person who may not know them. Each takes one of the recipient's places for the day. */
export type PlacedKind = 'invitation' | 'summary';

/** When a message to a recipient goes out, or may go out. `id`: that of the delivery; `at`: RFC 3339. */
export interface Place {
  readonly id: string;
  readonly kind: PlacedKind;
  readonly at: string;
}

/** The most messages to one recipient in 24 hours, from all owners together. */
export const PLACES_A_DAY = 10;
const DAY_MS = 86_400_000;

const dayAfter = (at: string): string => new Date(Date.parse(at) + DAY_MS).toISOString();

/**
 * When a message may go out: `now`, or the instant at which a place becomes free. `places`: those of the recipient, including the message's
 * own if it has one. Invitations wait in a queue. A summary does not wait for queued invitations, because its recipient has accepted: so
 * strangers cannot delay it for longer than a day.
 */
export function placeFor(places: readonly Place[], { id, kind }: Omit<Place, 'at'>, now: string): string {
  const others = places.filter((one) => one.id !== id && dayAfter(one.at) > now);
  const isItsTurn = places.some((one) => one.id === id && one.at <= now);
  const isBefore = (one: Place): boolean => one.at <= now || (!isItsTurn && (kind === 'invitation' || one.kind === 'summary'));
  const before = others
    .filter(isBefore)
    .map(({ at }) => at)
    .sort();
  const tenthLast = before.at(-PLACES_A_DAY);
  return tenthLast === undefined ? now : dayAfter(tenthLast);
}
