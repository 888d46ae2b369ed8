import { DAY, plus } from '../calendar/instant.ts';

/** Until when a file is kept that has belonged to nothing, or to a deleted task, since an instant. */
export const unusedUntil = (since: string): string => plus(since, DAY);

const MOST_CHARACTERS = 255;
/** Control characters, and those that turn the direction of a text, so that `exe.png` can be shown as `gnp.exe`. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Why a name cannot be that of a file, in a sentence; null: it can. A name is data, and never a path. */
export function nameFault(name: string): string | null {
  if (name.trim() === '') return 'The file needs a name.';
  if ([...name].length > MOST_CHARACTERS) return `The file’s name may have at most ${MOST_CHARACTERS} characters.`;
  if (/[/\\]/.test(name)) return 'The file’s name may not hold / or \\.';
  if (INVISIBLE.test(name) || !name.isWellFormed())
    return 'The file’s name may not hold control characters or those that turn its direction.';
  if (name === '.' || name === '..') return 'The file needs a name.';
  return null;
}
