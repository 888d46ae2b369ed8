const OPENING = '[{(<';
const CLOSING = ']})>';
const QUOTES = '"\'`';

/** The pieces of a list, split at the commas that are not in brackets or quotes: `Dict[str, int]` and `"a, b"` are one piece. */
export function atCommas(list: string): readonly string[] {
  const pieces: string[] = [];
  let depth = 0;
  let quote: string | null = null;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const character = list.charAt(at);
    if (quote !== null) {
      if (character === '\\') at += 1;
      else if (character === quote) quote = null;
    } else if (QUOTES.includes(character)) quote = character;
    else if (OPENING.includes(character)) depth += 1;
    else if (CLOSING.includes(character)) depth = Math.max(0, depth - 1);
    else if (character === ',' && depth === 0) {
      pieces.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return [...pieces, list.slice(start)].map((piece) => piece.trim()).filter((piece) => piece !== '');
}
