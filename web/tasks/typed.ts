import { duration } from '../../src/contracts/words/format.ts';
import { showsNothing, uniqueTags } from '../../src/contracts/words/spelling.ts';

/** Tags are separated by commas if there is one, otherwise by spaces. Of tags that differ only in case the first one counts. */
export function parseTags(typed: string): string[] {
  const parts = typed.includes(',') ? typed.split(',') : typed.split(/\s+/);
  return uniqueTags(
    parts
      .map((part) =>
        part
          .normalize('NFC')
          .trim()
          .replace(/^[#＃]+/, '')
          .trim(),
      )
      .filter((tag) => !showsNothing(tag)),
  );
}

/** `parseTags` can read the result. */
export const formatTags = (tags: readonly string[]): string =>
  tags.some((tag) => /\s/.test(tag)) ? tags.map((tag) => `${tag},`).join(' ') : tags.map((tag) => `#${tag}`).join(' ');

const length = (text: string): number => [...text].length;

/** The form has one field for all tags, while the server reports each tag separately. */
export function tagsFault(typed: string): string | null {
  const tags = parseTags(typed);
  if (tags.length > 20) return 'At most 20 tags.';
  return tags.some((tag) => length(tag) > 50) ? 'A tag has at most 50 characters.' : null;
}

/** Minutes, null for an empty text, or 'wrong' if it cannot be parsed. */
export function parseEstimate(typed: string): number | null | 'wrong' {
  const text = typed.trim().toLowerCase();
  if (text === '') return null;
  const clock = /^(\d{1,2}):([0-5]\d)$/.exec(text);
  const words = /^(?:(\d{1,2}(?:\.\d)?)\s*h(?:ours?)?)?\s*(?:(\d{1,4})\s*(?:m(?:in(?:utes?)?)?)?)?$/.exec(text);
  const minutes = clock
    ? Number(clock[1]) * 60 + Number(clock[2])
    : words
      ? Math.round(Number(words[1] ?? 0) * 60) + Number(words[2] ?? 0)
      : 0;
  return minutes >= 1 && minutes <= 1_440 ? minutes : 'wrong';
}

/** `parseEstimate` can read the result. */
export const formatEstimate = (minutes: number | null): string => (minutes === null ? '' : duration(minutes));
