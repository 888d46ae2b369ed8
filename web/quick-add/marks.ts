import { length } from '../../src/contracts/words/phrases/lexicon.ts';
import { isMark, type Token, tokensOf } from '../../src/contracts/words/phrases/pattern.ts';
import { type Meaning, type PhraseContext, readPhrase } from '../../src/contracts/words/phrases/phrases.ts';
import type { Task } from '../api/tasks.ts';

/** A sign in the quick add stands for a tag, a priority, an estimate or a type of proof. */
export type MarkMeaning =
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'priority'; readonly priority: Task['priority'] }
  | { readonly kind: 'estimate'; readonly minutes: number; readonly last?: true }
  | { readonly kind: 'proof'; readonly proof: Task['verificationType'] };

export interface FoundMark {
  readonly value: MarkMeaning;
  readonly next: number;
}

/** Letters of every script with their marks and joiners, digits, and emoji. */
const TAG = /^[#＃]((?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}_/&+-]|\u200c|\u200d|\ufe0f)+)$/u;
/** A tag needs a letter or an emoji, because '#42' is the number of an issue. */
const NAMING = /[\p{L}\p{Extended_Pictographic}]/u;
const LONGEST_TAG = 50;

const PRIORITIES: ReadonlyMap<string, Task['priority']> = new Map([
  ['p1', 'high'],
  ['p2', 'medium'],
  ['p3', 'low'],
]);
const PROOFS: ReadonlyMap<string, Task['verificationType']> = new Map([
  ['email', 'email'],
  ['mail', 'email'],
  ['coding', 'coding'],
  ['code', 'coding'],
  ['system design', 'system_design'],
  ['system_design', 'system_design'],
  ['design', 'system_design'],
  ['general', 'general'],
]);
const MOST_MINUTES = 1_440;

function tagIn(written: string): MarkMeaning | null {
  const tag = TAG.exec(written.normalize('NFC'))?.[1];
  return tag !== undefined && NAMING.test(tag) && [...tag].length <= LONGEST_TAG ? { kind: 'tag', tag } : null;
}

function proofAt(tokens: readonly Token[], at: number): FoundMark {
  const [one = '', two = ''] = [tokens[at + 1]?.text, tokens[at + 2]?.text];
  const [twoWords, oneWord] = [PROOFS.get(`${one} ${two}`), PROOFS.get(one)];
  const next = at + 1 + (twoWords ? 2 : oneWord ? 1 : 0);
  return { value: { kind: 'proof', proof: twoWords ?? oneWord ?? 'general' }, next };
}

/**
 * Reads '~45', '~1:15', '~1.5h', '~2 hours', '~1 h 30 min'. '~45' before an ordinary word is not an estimate: 'read ~45 pages'.
 */
function estimateAt(tokens: readonly Token[], at: number): FoundMark | null {
  const token = tokens[at] as Token;
  const first = { ...token, text: token.text.slice(1) };
  const words = first.text === '' ? tokens.slice(at + 1) : [first, ...tokens.slice(at + 1)];
  const [, hours = '0', minutes] = /^(?:(\d{1,2}):)?(\d{1,4})$/.exec(first.text) ?? [];
  const long = length(words, 0);
  const next = at + (first.text === '' ? 1 : 0) + (long?.next ?? 1);
  if (long) return estimate(long.value, next);
  return minutes === undefined ? null : estimate(Number(hours) * 60 + Number(minutes), next, true);
}

const estimate = (minutes: number, next: number, last?: true): FoundMark | null =>
  minutes >= 1 && minutes <= MOST_MINUTES ? { value: { kind: 'estimate', minutes, ...(last ? { last } : {}) }, next } : null;

/** Null: no sign begins there. */
function readMark(text: string, tokens: readonly Token[], at: number): FoundMark | null {
  const token = tokens[at];
  if (token === undefined || isMark(token)) return null;
  const priority = PRIORITIES.get(token.text);
  if (priority) return { value: { kind: 'priority', priority }, next: at + 1 };
  if (token.text === '!proof') return proofAt(tokens, at);
  if (token.text.startsWith('~')) return estimateAt(tokens, at);
  const tag = tagIn(text.slice(token.start, token.end));
  return tag && { value: tag, next: at + 1 };
}

export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly meaning: Meaning | MarkMeaning;
}

/** In characters. A longer text is not parsed and becomes the title as a whole. */
const LONGEST = 1_000;

/**
 * Finds meanings by the token at which they begin. Some count only if no ordinary word follows, which depends on what begins at
 * the next token. So each position is read once and the result is cached.
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

/** In the order of the line. */
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
