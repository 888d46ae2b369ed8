import { z } from 'zod';
import { ACCEPTED_FROM, type Criterion } from '../../ports/reviewer.ts';
import { plain } from './plain.ts';
import type { Prompt } from './prompt.ts';

/** Some models write their reasoning first, in an element with one of these names. */
const THOUGHTS = /^\s*<(think|thinking|thought|reasoning)>/i;
/** How an object begins. A brace in a sentence is followed by something else. */
const OBJECT = /\{\s*["}]/g;
/** At most this many places are tried at which the object could begin. */
const MOST_TRIES = 100;

/** The answer without the reasoning at its beginning. If the reasoning does not end, nothing is left. */
export function withoutThoughts(text: string): string {
  const name = THOUGHTS.exec(text)?.[1];
  if (name === undefined) return text;
  const end = new RegExp(`</${name}>`, 'i').exec(text);
  return end === null ? '' : text.slice(end.index + end[0].length);
}

/**
 * The JSON object in the answer of a model: the whole text, or the one object in it, for example in a code fence or
 * after a sentence. Reasoning is ignored. If the answer contains several objects, none is taken, because one of them
 * may be copied from the material. Undefined: there is no object.
 */
export function jsonIn(text: string): unknown {
  const said = withoutThoughts(text);
  return parsed(said) ?? only(objectsIn(said));
}

function objectsIn(text: string): readonly unknown[] {
  const found: unknown[] = [];
  let after = 0;
  for (const { index } of [...text.matchAll(OBJECT)].slice(0, MOST_TRIES)) {
    if (index < after) continue;
    after = endOfObject(text, index);
    // The answer was cut off, so an object inside would be only a part of it.
    if (after < 0) return [];
    const value = parsed(text.slice(index, after));
    if (value !== undefined) found.push(value);
  }
  return found;
}

const only = (found: readonly unknown[]): unknown => (found.length === 1 ? found[0] : undefined);

/** Where the object that begins here ends; −1: it does not. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let isText = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isText) {
      if (character === '\\') at += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The checked answer of a model. */
export interface Answer {
  readonly verdict: 'accepted' | 'rejected';
  readonly score: number;
  readonly criteria: readonly Criterion[];
  readonly comment: string;
}

const LONGEST_COMMENT = 2_000;
const LONGEST_CRITERION = 500;

/**
 * The format of an answer. Bounds and lengths are refinements, which are not part of the JSON schema: several services
 * refuse schemas with such keywords.
 */
function schemaOf({ criteria }: Prompt) {
  const score = z.number().refine((value) => value >= 0 && value <= 100);
  const comment = z.string().refine((value) => plain(value, LONGEST_COMMENT) !== '');
  const scored = z.strictObject({ score, comment });
  return z
    .strictObject({
      criteria: z.strictObject(Object.fromEntries(criteria.map(({ key }) => [key, scored]))),
      score,
      verdict: z.enum(['accepted', 'rejected']),
      comment,
    })
    .refine(({ score: whole, verdict }) => (verdict === 'accepted') === whole >= ACCEPTED_FROM);
}

/** The JSON schema of an answer, in the subset that services support in strict mode. */
export function jsonSchemaOf(prompt: Prompt): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(schemaOf(prompt));
  return schema;
}

/** The answer in the text of a model; null if its format is wrong, or if verdict and score contradict each other. */
export function readAnswer(text: string, prompt: Prompt): Answer | null {
  const parsed = schemaOf(prompt).safeParse(jsonIn(text));
  if (!parsed.success) return null;
  const { verdict, score, comment, criteria } = parsed.data;
  return {
    verdict,
    score: toWhole(score),
    comment: plain(comment, LONGEST_COMMENT),
    criteria: prompt.criteria.flatMap(({ key, name }) => {
      const one = criteria[key];
      return one === undefined ? [] : [{ name, score: toWhole(one.score), comment: plain(one.comment, LONGEST_CRITERION) }];
    }),
  };
}

/** Rounds down, so that a rounded score never reaches the bound of acceptance. */
const toWhole = (score: number): number => Math.floor(score);
