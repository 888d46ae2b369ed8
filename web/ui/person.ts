export interface Person {
  email?: string | null | undefined;
  userMetadata?: { fullName?: string | null; avatarUrl?: string | null } | undefined;
}

/** The first `count` graphemes of a text, so that accents and joined emoji stay whole. */
const letters = (text: string, count: number): string =>
  [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)]
    .slice(0, count)
    .map((one) => one.segment)
    .join('')
    .toLocaleUpperCase('en');

/** Up to two initials of the full name, else the first two letters of the email address, else 'U'. */
export function initials(person: Person | null | undefined): string {
  const words = (person?.userMetadata?.fullName ?? '').trim().split(/\s+/u).filter(Boolean);
  if (words.length > 0) return [words[0] ?? '', words.length > 1 ? (words.at(-1) ?? '') : ''].map((word) => letters(word, 1)).join('');
  return letters((person?.email ?? '').trim(), 2) || 'U';
}

/** The full name, else the part of the email address before the @, else 'User'. */
export function displayName(person: Person | null | undefined): string {
  return (person?.userMetadata?.fullName ?? '').trim() || (person?.email ?? '').split('@')[0]?.trim() || 'User';
}
