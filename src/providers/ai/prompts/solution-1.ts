import { z } from 'zod';
import type { SolutionTexts } from '../../../ports/ai-help.ts';
import { plain, plainLine } from '../plain.ts';
import type { Request } from '../structured.ts';
import { data1 } from './reviews-1.ts';

const EXPLANATION = 10_000;
const LINE = 300;
const CODE = 20_000;
const TRADE_OFFS = 2_000;
const MOST_ALTERNATIVES = 4;

const alternative = z.strictObject({ title: z.string(), language: z.string(), code: z.string(), trade_offs: z.string() });

/** How a coding question is solved, and in what other ways. */
export const solution1: Request<SolutionTexts> = {
  version: 'solution/1',
  task: `You explain to a person how a coding question is solved, after they have worked on it. The part "statement" is the question; "title", "examples", "constraints" and "signature" may follow, and "code" with "language" is the best that the person wrote. In "explanation", in Markdown, say which idea solves it and why that is right, how the person's own code relates to it, and where it can be improved. In "complexity", say in one line how much time and space the best way takes. In "alternatives", give 1 to ${MOST_ALTERNATIVES} ways to solve it that differ in their idea, each with a title, the language, complete code in the language of the person's code where there is one, and in "trade_offs" what it gains and costs. If the statement does not say enough, say so in "explanation".`,
  material: data1,
  schema: z
    .strictObject({ explanation: z.string(), complexity: z.string(), alternatives: z.array(alternative) })
    .refine(({ explanation, complexity, alternatives }) => {
      const isWhole = plain(explanation, EXPLANATION) !== '' && plainLine(complexity, LINE) !== '';
      return (
        isWhole &&
        alternatives.length >= 1 &&
        alternatives.length <= MOST_ALTERNATIVES &&
        alternatives.every(({ code }) => code.trim() !== '')
      );
    })
    .transform(({ explanation, complexity, alternatives }) => ({
      explanation: plain(explanation, EXPLANATION),
      complexity: plainLine(complexity, LINE),
      alternatives: alternatives.map(({ title, language, code, trade_offs }) => ({
        title: plainLine(title, LINE),
        language: plainLine(language, LINE).toLowerCase(),
        // Indentation has a meaning in code.
        code: [
          ...code
            .toWellFormed()
            .replaceAll(/\r\n?/g, '\n')
            .replaceAll(/[^\P{Cc}\n\t]/gu, ''),
        ]
          .slice(0, CODE)
          .join(''),
        trade_offs: plain(trade_offs, TRADE_OFFS),
      })),
    })),
};
