import { z } from 'zod';
import { ACCEPTED_FROM, type Criterion } from '../../ports/reviewer.ts';
import { jsonIn } from './answer-json.ts';
import { plain } from './plain.ts';
import type { Prompt } from './prompt.ts';

/** What a model answered, checked. */
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

/** Down, so that a rounded score never reaches the bound of acceptance. */
const toWhole = (score: number): number => Math.floor(score);
