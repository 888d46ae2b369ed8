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
