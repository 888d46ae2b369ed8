import { MINUTE, plus } from '../calendar/dates.ts';
import { dueAfterMove, type ZoneMove } from '../calendar/local.ts';
import type { Place } from './events.ts';

export const MOST_BOX_MINUTES = 480;
/** The most boxes on one local date. */
export const MOST_BOXES = 50;

export const boxEnd = ({ starts_at, minutes }: Pick<Place, 'starts_at' | 'minutes'>): string => plus(starts_at, minutes * MINUTE);

interface Zoned {
  readonly place: Place;
  /** The revision of the last change of zone that the place follows; null: none. */
  readonly zone_move: number | null;
}

/** The owner's changes of zone up to an instant that the place of a box does not follow yet, oldest first. */
export const movesAhead = ({ zone_move }: Pick<Zoned, 'zone_move'>, moves: readonly ZoneMove[], now: string): readonly ZoneMove[] =>
  moves.filter(({ revision, at }) => revision > (zone_move ?? -1) && at <= now);

/** The place of a box after a change of zone. It follows the rule of due dates, with the beginning of the box as the due instant. */
export function placeAfterMove(place: Place, move: ZoneMove): Place {
  const { date, time, starts_at } = place;
  const due = dueAfterMove({ date, time, at: starts_at }, move);
  // A box begins on a whole minute, so its time is never left out, as that of the end of a day is.
  return { ...place, date: due.date, time: due.time ?? time, starts_at: due.at };
}

export const samePlace = (a: Place, b: Place): boolean =>
  a.date === b.date && a.time === b.time && a.minutes === b.minutes && a.starts_at === b.starts_at;

/** Whether a change of zone up to an instant has yet to move the box. */
export const isBehind = (box: Zoned, moves: readonly ZoneMove[], now: string): boolean =>
  movesAhead(box, moves, now).some((move) => !samePlace(placeAfterMove(box.place, move), box.place));
