import { type Meaning, type PhraseContext, readPhrase } from '../../src/contracts/words/phrases/phrases.ts';
import { isMark, type Token, tokensOf } from '../../src/contracts/words/phrases/tokens.ts';
import { type MarkMeaning, readMark } from './marks.ts';

/** A part of a line that means something, with its place. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly meaning: Meaning | MarkMeaning;
}

/** Longer texts are not parsed: all of it is the title. */
const LONGEST = 1_000;

/** Whether the words before a token may be one of those parts that mean something only where no ordinary word follows. */
function isBoundary(text: string, tokens: readonly Token[], at: number, context: PhraseContext): boolean {
  const token = tokens[at];
  if (token === undefined || isMark(token)) return true;
  return foundAt(text, tokens, at, context) !== null;
}

function foundAt(text: string, tokens: readonly Token[], at: number, context: PhraseContext) {
  const found = readMark(text, tokens, at) ?? readPhrase(tokens, at, context);
  if (found === null) return null;
  return 'last' in found.value && !isBoundary(text, tokens, found.next, context) ? null : found;
}

/** Everything in a line that means something, in its order. */
export function recognise(text: string, context: PhraseContext): Candidate[] {
  const candidates: Candidate[] = [];
  const tokens = text.length > LONGEST ? [] : tokensOf(text);
  for (let at = 0; at < tokens.length; ) {
    const found = foundAt(text, tokens, at, context);
    const [first, last] = [tokens[at], tokens[(found?.next ?? at + 1) - 1]];
    at = found?.next ?? at + 1;
    if (!found || !first || !last) continue;
    candidates.push({ start: first.start, end: last.end, text: text.slice(first.start, last.end), meaning: found.value });
  }
  return candidates;
}
