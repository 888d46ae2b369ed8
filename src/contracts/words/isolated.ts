const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';
const ISOLATES = /[\u2066-\u2069]/g;
const ONE_ISOLATE = /^\u2068[^\u2066-\u2069]*\u2069$/;
/** Letters and digits of scripts that run from right to left, and characters that change the direction. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether something in the text may run from right to left. */
export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/**
 * What somebody wrote, for use within a sentence. A text from right to left becomes an isolate of the Unicode Bidirectional Algorithm (UAX
 * 9): it runs in its own direction, and the words, numbers and stops beside it stay where they belong. Every other text stays as it is.
 */
export function isolated(text: string): string {
  if (!hasRightToLeft(text) || ONE_ISOLATE.test(text)) return text;
  return `${FIRST_STRONG_ISOLATE}${balanced(text)}${POP_ISOLATE}`;
}

/** The text with every isolate closed, and without ends of isolates that do not begin in it, which would end the one around it. */
function balanced(text: string): string {
  let open = 0;
  const kept = text.replace(ISOLATES, (character) => {
    if (character !== POP_ISOLATE) open += 1;
    else if (open === 0) return '';
    else open -= 1;
    return character;
  });
  return kept + POP_ISOLATE.repeat(open);
}

/** A tag of template literals in which each value is isolated: sentence`${name} is no longer your partner`. */
export const sentence = (words: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  words.reduce((text, part, index) => `${text}${isolated(String(values[index - 1]))}${part}`);
