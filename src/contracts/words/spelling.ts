/** Letters that NFKD does not decompose, with the letters that people type who do not have them on their keyboard. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['ł', 'l'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ß', 'ss'],
  ['ς', 'σ'],
]);
/** Marks on Latin, Greek and Cyrillic letters only. In other scripts, such as Devanagari, a mark makes a different word. */
const MARKED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;
const QUOTES = /[‘’‚‛′`´]/g;

/**
 * Normalizes a text for search: without capital letters, accents, character width and the kind of quotation mark. 'Łódź'
 * becomes 'lodz'.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[łøđßς]/g, (letter) => PLAIN.get(letter) ?? letter)
    .replace(MARKED, '$1')
    .replace(QUOTES, "'")
    .replace(/[“”„‟″]/g, '"');

/**
 * Invisible characters: white space, what Unicode ignores in display (U+200B, U+00AD, U+3164, variation selectors, tag
 * characters), and a few blank ones that belong to neither group: braille without dots, the anchors of annotations, the
 * empty notehead and the blanks among the hieroglyphs.
 */
const UNSEEN = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}\u{13441}\u{13442}]*$/u;

/** Text without any visible character counts as missing. */
export const showsNothing = (text: string): boolean => UNSEEN.test(text);

/** Gives the same key for tags that differ only in case. Tags are stored and compared in NFC. */
export const tagKey = (tag: string): string => tag.normalize('NFC').toLowerCase().normalize('NFC');

export const sameTag = (one: string, other: string): boolean => tagKey(one) === tagKey(other);

/** Removes tags that differ only in case from an earlier one. */
export function uniqueTags(tags: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const tag of tags) if (!first.has(tagKey(tag))) first.set(tagKey(tag), tag);
  return [...first.values()];
}
