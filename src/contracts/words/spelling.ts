/** Letters that NFKD does not take apart, as people type them who do not have them on their keyboard. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['ł', 'l'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ß', 'ss'],
  ['ς', 'σ'],
]);
/** Marks on Latin, Greek and Cyrillic letters only: in other scripts, such as Devanagari, they make another word. */
const MARKED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;
const QUOTES = /[‘’‚‛′`´]/g;

/** A text as search compares it: without upper case, accents, width and the kind of quotation mark. 'Łódź' is 'lodz'. */
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
 * Characters of which nothing is seen: white space, what Unicode says to ignore in display (U+200B, U+00AD, U+3164, variation
 * selectors, tag characters), and a few that are blank and named neither way: braille without dots, the anchors of annotations,
 * the empty notehead and the blanks among the hieroglyphs.
 */
const UNSEEN = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}\u{13441}\u{13442}]*$/u;

/** Text without any visible character counts as missing. */
export const showsNothing = (text: string): boolean => UNSEEN.test(text);

/** The same key for tags that differ only in case. Tags are stored and compared in NFC. */
export const tagKey = (tag: string): string => tag.normalize('NFC').toLowerCase().normalize('NFC');

export const sameTag = (one: string, other: string): boolean => tagKey(one) === tagKey(other);

/** Removes tags that differ only in case. The first spelling stays. */
export function uniqueTags(tags: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const tag of tags) if (!first.has(tagKey(tag))) first.set(tagKey(tag), tag);
  return [...first.values()];
}
