import { DAY, plus } from '../calendar/dates.ts';

/** How long the program keeps a file that has belonged to nothing, or to a deleted task, since an instant. */
export const unusedUntil = (since: string): string => plus(since, DAY);

const MOST_CHARACTERS = 255;
/**
 * Direction marks (LRM, RLM, ALM), which some systems add to names, for example around dates. They are invisible and change no other
 * character, so two names that differ only in them look the same.
 */
const MARKS = /[\u061c\u200e\u200f]/g;
/** Control characters, and characters that reverse the direction of a text: with them, `exe.png` could be displayed as `gnp.exe`. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const SHOWS_NOTHING = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

export const cleanName = (name: string): string => name.replaceAll(MARKS, '');

/** Why a name is not allowed, as a sentence; null: it is allowed. A name is data, and never a path. */
export function nameFault(name: string): string | null {
  if (SHOWS_NOTHING.test(name)) return 'The file needs a name.';
  if ([...name].length > MOST_CHARACTERS) return `The file’s name may have at most ${MOST_CHARACTERS} characters.`;
  if (/[/\\]/.test(name)) return 'The file’s name may not hold / or \\.';
  if (INVISIBLE.test(name) || !name.isWellFormed())
    return 'The file’s name holds characters that are not shown: control characters, or those that turn its direction. Rename it, then send it.';
  if (name === '.' || name === '..') return 'The file needs a name.';
  return null;
}

/** The instant of a local time, RFC 3339 in UTC; null if there is no such time. `offset`: such as `+02:00`; null: use the owner's zone. */
export function captured({ local, offset }: { readonly local: string; readonly offset: string | null }, zone: string): string | null {
  try {
    const { epochMilliseconds } =
      offset === null ? Temporal.PlainDateTime.from(local).toZonedDateTime(zone) : Temporal.Instant.from(`${local}${offset}`);
    return new Date(epochMilliseconds).toISOString();
  } catch {
    return null;
  }
}
