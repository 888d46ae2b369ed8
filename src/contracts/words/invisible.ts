/**
 * Characters of which nothing is seen: white space, what Unicode says to ignore in display (U+200B, U+00AD, U+3164, variation
 * selectors, tag characters), and a few that are blank and named neither way: braille without dots, the anchors of annotations,
 * the empty notehead and the blanks among the hieroglyphs.
 */
const UNSEEN = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}\u{13441}\u{13442}]*$/u;

/** Whether nothing of a text can be seen, so that it is as good as missing. */
export const showsNothing = (text: string): boolean => UNSEEN.test(text);
