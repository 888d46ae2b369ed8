import { HOUR, plus } from './instant.ts';
import { dueInstant, endOfDay, localDate, localTime } from './local.ts';

/** An owner's change to another IANA zone. `revision`: that of its event in the account's stream. */
export interface ZoneMove {
  readonly at: string;
  readonly to: string;
  readonly revision: number;
}

/** When something is due: the local date and time (null: by the end of the day), and the instant. */
export interface LocalDue {
  readonly date: string;
  readonly time: string | null;
  readonly at: string;
}

const NEAR = 48 * HOUR;

/**
 * A due date after a change of zone. A due date before the change stays as it is. A due date within the next 48 hours keeps its instant,
 * and gets the date and time of this instant in the new zone. A later one keeps its date and time, and gets a new instant in the new zone.
 */
export function dueAfterMove(due: LocalDue, { at: moved, to }: Pick<ZoneMove, 'at' | 'to'>): LocalDue {
  if (due.at < moved) return due;
  return due.at <= plus(moved, NEAR) ? localDue(due.at, to) : { ...due, at: dueInstant(due.date, due.time, to) };
}

/** The date and the time (to the minute, rounded down) that the clocks of a zone show at an instant. The end of a day has no time. */
export function localDue(at: string, zone: string): LocalDue {
  const date = localDate(at, zone);
  return { date, time: at === endOfDay(date, zone) ? null : localTime(at, zone), at };
}
