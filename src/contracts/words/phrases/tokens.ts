/** A word, a number or a punctuation mark of a text, with its place in it. */
export interface Token {
  /** In lower case. 'p.m.' is given as 'pm'. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const CHUNK = /\S+/g;
/** A comma between two digits may be a decimal comma, so it separates nothing. */
const INNER = /@(?=\d)|(?:\d,\d|[^,;])+|[,;]/g;
const MARKS_AFTER = /[,;.!?]+$/;
const DOTTED_HALF = /^(\d{1,2}(?:[:.]\d\d)?)?([ap])\.m\.?$/i;

export const isMark = (token: Token | undefined): boolean => token !== undefined && /^[,;.!?]$/.test(token.text);

/** The words of a text and the punctuation marks after them. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(CHUNK)].flatMap((chunk) =>
    [...chunk[0].matchAll(INNER)].flatMap((piece) => wordAndMarks(piece[0], chunk.index + piece.index)),
  );
}

function wordAndMarks(piece: string, start: number): Token[] {
  const half = DOTTED_HALF.exec(piece.replace(/[,;!?]+$/, ''));
  const length = half ? half[0].length : piece.length - (MARKS_AFTER.exec(piece)?.[0].length ?? 0);
  const word = half ? `${half[1] ?? ''}${half[2]}m` : piece.slice(0, length);
  const marks = [...piece.slice(length)].map((text, index) => ({ text, start: start + length + index, end: start + length + index + 1 }));
  return length === 0 ? marks : [{ text: word.toLowerCase(), start, end: start + length }, ...marks];
}
