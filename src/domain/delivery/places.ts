/** Messages that owners have sent by hand to somebody who may not know them. Each takes a place on the day of its recipient. */
export type PlacedKind = 'invitation' | 'summary';

/** When a message to a recipient goes out, or may go out. `id`: the delivery's; `at`: RFC 3339. */
export interface Place {
  readonly id: string;
  readonly kind: PlacedKind;
  readonly at: string;
}

/** Messages to one recipient in 24 hours, of all owners together. */
export const PLACES_A_DAY = 10;
const DAY_MS = 86_400_000;

const dayAfter = (at: string): string => new Date(Date.parse(at) + DAY_MS).toISOString();

/**
 * When a message may go out: `now`, or the instant at which a place becomes free. `places`: those of the recipient, its own
 * included if it has one. Invitations wait one after the other. A summary, which goes to somebody who has accepted, does not
 * wait for invitations that still wait: so strangers cannot hold it up for longer than a day.
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
