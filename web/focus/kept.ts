import { browserValue } from '../lib/browser-value.ts';

/** 'on': the browser plays a sound at the end. */
export const SOUND = browserValue('vouch-focus-sound');
/** The id of the session that this browser last saw under way, until its end is answered. */
export const WATCHED = browserValue('vouch-focus-watched');
/** What was last announced by a sound or a notification, so that only one of several tabs does it. */
export const ANNOUNCED = browserValue('vouch-focus-announced');
/** The break under way, as JSON. */
export const BREAK = browserValue('vouch-focus-break');

/** A break is a countdown in this browser. The server does not know of it. In milliseconds of the server's clock. */
export interface Rest {
  readonly from: number;
  readonly until: number;
}

/** A break that is over is shown for an hour at most. */
const SHOWN_MS = 3_600_000;

/** Null: there is no break, or its end is long past. */
export function restOf(text: string | null, now: number): Rest | null {
  try {
    const { from, until } = JSON.parse(text ?? 'null') as Rest;
    return Number.isFinite(from) && Number.isFinite(until) && now < until + SHOWN_MS ? { from, until } : null;
  } catch {
    return null; // 'null', or not ours
  }
}

const SHORT_MINUTES = 5;
const LONG_MINUTES = 10;

/** Five minutes after at most half an hour of focus, ten after more. */
export const restMinutes = (focused: number): number => (focused <= 30 ? SHORT_MINUTES : LONG_MINUTES);
