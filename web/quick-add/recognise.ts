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

/**
 * What means something, by the token at which it begins. Some of it means something only where no ordinary word follows, which
 * depends on what begins there, so each place is read once and the answer is kept.
 */
function finder(text: string, tokens: readonly Token[], context: PhraseContext) {
  const known = new Map<number, ReturnType<typeof read>>();
  const read = (at: number) => {
    const found = readMark(text, tokens, at) ?? readPhrase(tokens, at, context);
    return found && 'last' in found.value && !isBoundary(found.next) ? null : found;
  };
  const isBoundary = (at: number): boolean => tokens[at] === undefined || isMark(tokens[at]) || foundAt(at) !== null;
  function foundAt(at: number): ReturnType<typeof read> {
    const answer = known.get(at);
    if (answer !== undefined) return answer;
    const found = read(at);
    known.set(at, found);
    return found;
  }
  return foundAt;
}

/** Everything in a line that means something, in its order. */
export function recognise(text: string, context: PhraseContext): Candidate[] {
  const candidates: Candidate[] = [];
  const tokens = text.length > LONGEST ? [] : tokensOf(text);
  const foundAt = finder(text, tokens, context);
  for (let at = 0; at < tokens.length; ) {
    const found = foundAt(at);
    const [first, last] = [tokens[at], tokens[(found?.next ?? at + 1) - 1]];
    at = found?.next ?? at + 1;
    if (!found || !first || !last) continue;
    candidates.push({ start: first.start, end: last.end, text: text.slice(first.start, last.end), meaning: found.value });
  }
  return candidates;
}
