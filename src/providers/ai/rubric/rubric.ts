import { plural } from '../../../contracts/words/format.ts';
import { ACCEPTED_FROM, type Review, type Submission } from '../../../ports/reviewer.ts';
import { isReadable, partsOf } from '../parts.ts';
import { seenByRubric } from '../seen.ts';
import { judgeCode } from './coding.ts';
import { judgeEmail } from './email.ts';
import { type Findings, MOST_CHARACTERS } from './findings.ts';
import { judgeGeneral } from './general.ts';
import { judgeDesign } from './system-design.ts';

/** The version of all rubrics. It is raised when one of them scores differently. */
const VERSION = 1;

/**
 * Reviews by counting and comparing, so the same submission always gets the same review. `why`: a sentence with the
 * reason why no AI reviewed it; the comment begins with it.
 */
export function reviewByRubric(submission: Submission, why: string): Review {
  const base = {
    judge: { kind: 'rubric', name: 'Rubric' },
    model: null,
    prompt_version: `rubric/${submission.kind}/${VERSION}`,
    seen: seenByRubric(submission),
  } as const;
  if (!isReadable(submission)) return { ...base, verdict: 'comment', score: null, criteria: [], comment: `${why} ${UNREADABLE}` };
  const { criteria, lookedAt, atMost = 100 } = findingsOf(submission);
  const weights = criteria.reduce((sum, { weight }) => sum + weight, 0);
  const mean = Math.floor(criteria.reduce((sum, { weight, score }) => sum + weight * score, 0) / weights);
  const score = Math.min(mean, atMost);
  return {
    ...base,
    verdict: score >= ACCEPTED_FROM ? 'accepted' : 'rejected',
    score,
    criteria: criteria.map(({ weight: _, ...criterion }) => criterion),
    comment: `${why} It counts and compares, and does not understand what is meant. It looked at: ${lookedAt.join('; ')}.${noteOnLength(submission)} It accepts from a score of ${ACCEPTED_FROM}.`,
  };
}

function noteOnLength(submission: Submission): string {
  const length = partsOf(submission).reduce((sum, { text }) => sum + text.length, 0);
  return length <= MOST_CHARACTERS ? '' : ` Of long texts it read the first ${plural(MOST_CHARACTERS, 'character')}.`;
}

const UNREADABLE = 'It can only read text, and found none in what was given, so it decides nothing.';

function findingsOf(submission: Submission): Findings {
  switch (submission.kind) {
    case 'general':
      return judgeGeneral(submission);
    case 'email':
      return judgeEmail(submission);
    case 'coding':
      return judgeCode(submission);
    case 'system_design':
      return judgeDesign(submission);
  }
}
