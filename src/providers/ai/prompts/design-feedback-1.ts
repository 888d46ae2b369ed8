import { z } from 'zod';
import type { DesignFeedback } from '../../../ports/ai-help.ts';
import { ACCEPTED_FROM } from '../../../ports/reviewer.ts';
import { plain, plainLine } from '../plain.ts';
import { systemMessage } from '../prompt.ts';
import type { Request } from '../structured.ts';
import { material1, systemDesign1 } from './reviews-1.ts';

const COMMENT = 4_000;
const LINE = 500;
const MOST_QUESTIONS = 6;
const isScore = (value: number): boolean => value >= 0 && value <= 100;

const { criteria } = systemDesign1;
const scored = z.strictObject({ score: z.number(), comment: z.string() });
const VERSION = 'design-feedback/1';

/** Feedback on a design, with what an experienced engineer would ask next. It judges by the criteria of the review of a design. */
export const designFeedback1: Request<DesignFeedback> = {
  version: VERSION,
  task: `${systemMessage({ ...systemDesign1, material: { ...material1, system: '' } }).trim()}

Then give a score from 0 to 100 for the whole, and a verdict: "accepted" if the score is ${ACCEPTED_FROM} or more, "rejected" if it is less. In "comment", tell the person in at most twelve sentences of plain text what is sound, which weaknesses matter most and why, and how you would mend them. In "questions", ask 3 to ${MOST_QUESTIONS} questions that an experienced engineer would ask next about this very design: about load, failures, data, cost or change. Judge only what is there: you cannot open links or see pictures.`,
  material: {
    ...material1,
    system: material1.system.slice(material1.system.indexOf("The user's message")),
  },
  schema: z
    .strictObject({
      criteria: z.strictObject(Object.fromEntries(criteria.map(({ key }) => [key, scored]))),
      score: z.number(),
      verdict: z.enum(['accepted', 'rejected']),
      comment: z.string(),
      questions: z.array(z.string()),
    })
    .refine(({ score, verdict, comment, questions, criteria: each }) => {
      const isWhole = isScore(score) && Object.values(each).every((one) => isScore(one.score)) && plain(comment, COMMENT) !== '';
      const asked = questions.filter((one) => plainLine(one, LINE) !== '');
      return isWhole && asked.length >= 1 && asked.length <= MOST_QUESTIONS && (verdict === 'accepted') === score >= ACCEPTED_FROM;
    })
    .transform(({ score, verdict, comment, questions, criteria: each }) => ({
      verdict,
      score: Math.floor(score),
      comment: plain(comment, COMMENT),
      questions: questions.map((one) => plainLine(one, LINE)).filter((one) => one !== ''),
      criteria: criteria.flatMap(({ key, name }) => {
        const one = each[key];
        return one === undefined ? [] : [{ name, score: Math.floor(one.score), comment: plain(one.comment, LINE) }];
      }),
      prompt_version: VERSION,
    })),
};
