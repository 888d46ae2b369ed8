import { DAY, plus } from '../calendar/instant.ts';

/** Until when a file is kept that has belonged to nothing, or to a deleted task, since an instant. */
export const unusedUntil = (since: string): string => plus(since, DAY);

const MOST_CHARACTERS = 255;
/**
 * Marks of direction (LRM, RLM, ALM). Systems put them into names by themselves, for instance around dates. They turn nothing and show
 * nothing, so that two names that differ in them look the same.
 */
const MARKS = /[\u061c\u200e\u200f]/g;
/** Control characters, and those that turn the direction of a text, so that `exe.png` can be shown as `gnp.exe`. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** Characters that show nothing by themselves. */
const SHOWS_NOTHING = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** The name of a file as it is kept. */
export const cleanName = (name: string): string => name.replaceAll(MARKS, '');

/** Why a name cannot be that of a file, in a sentence; null: it can. A name is data, and never a path. */
export function nameFault(name: string): string | null {
  if (SHOWS_NOTHING.test(name)) return 'The file needs a name.';
  if ([...name].length > MOST_CHARACTERS) return `The file’s name may have at most ${MOST_CHARACTERS} characters.`;
  if (/[/\\]/.test(name)) return 'The file’s name may not hold / or \\.';
  if (INVISIBLE.test(name) || !name.isWellFormed())
    return 'The file’s name holds characters that are not shown: control characters, or those that turn its direction. Rename it, then send it.';
  if (name === '.' || name === '..') return 'The file needs a name.';
  return null;
}
